import type { Instant } from '../../schema/time.ts';
import { cronFires } from './cron-fires.ts';
import { everyFires } from './every-fires.ts';
import { mergeFires } from './fire-list.ts';
import { lowerBound } from './lower-bound.ts';
import { wallOf } from './offset-at.ts';
import type { Fires, Schedule } from './schedule.ts';

/** Enumerates what a schedule gives in `[from, until)`, extras included, before skips and pause take anything away. */
export function plannedFires(schedule: Schedule, from: Instant, until: Instant): Fires {
  const regular = regularFires(schedule, from, until);
  const { extras, table } = schedule;
  if (extras.length === 0) return regular;
  const chosen = extras.slice(lowerBound(extras, from), lowerBound(extras, until));
  if (chosen.length === 0) return regular;
  return mergeFires(regular, {
    count: chosen.length,
    scheduled: Float64Array.from(chosen),
    nominal: Float64Array.from(chosen, (at) => wallOf(table, at)),
  });
}

function regularFires({ source, table }: Schedule, from: Instant, until: Instant): Fires {
  switch (source.kind) {
    case 'cron':
      return cronFires(source, table, from, until);
    case 'every':
      return everyFires(source, table, from, until);
    case 'list': {
      const { scheduled, nominal } = source.fires;
      const low = lowerBound(scheduled, from);
      const high = lowerBound(scheduled, until);
      return { count: high - low, scheduled: scheduled.slice(low, high), nominal: nominal.slice(low, high) };
    }
  }
}

import type { Instant, Seconds } from '../../schema/time.ts';
import { rulesOf } from '../decide/index.ts';
import { formatDuration, formatWall } from '../manifest/index.ts';
import { type FateStretch, simulatedJob, simulateStretches } from '../simulate/index.ts';
import { fires, type Schedule, wallOf } from '../time/index.ts';
import { count } from './list-words.ts';
import { perKey } from './per-key.ts';
import type { Rule, RuleJob } from './rule.ts';

const year: Seconds = 365 * 86_400;

/**
 * A run is expected to be over when the next fire of its job falls due.
 *
 * A five-minute job that takes six does half of what is asked of it, or queues for ever, every day and without any
 * alarm. `overlap: allow` says that it may, and so does a target whose runs nobody sees end.
 */
export const overlapLikely: Rule = {
  name: 'overlap-likely',
  severity: 'warning',
  title: 'a run is expected to last longer than until the next fire',
  *check({ jobs, spacing, now }) {
    const courses = perKey((_: Schedule) => new Map<string, Course>());
    for (const job of jobs) {
      const { expectedDuration, policy } = job.meaning;
      if (expectedDuration === undefined || policy.overlap === 'allow') continue;
      const least = spacing(job.schedule);
      // A run that lasts longer is given up by then.
      const lasts = Math.min(expectedDuration, policy.report?.lostAfter ?? expectedDuration);
      if (least === undefined || lasts <= least || !rulesOf(job.meaning).endsKnown) continue;

      const known = courses(job.schedule);
      const key = JSON.stringify([rulesOf(job.meaning), expectedDuration]);
      const course = known.get(key) ?? courseOf(job, lasts, now);
      known.set(key, course);
      yield {
        document: job.document,
        pointer: '/spec/expectedDuration',
        message: `a run is expected to last ${formatDuration(expectedDuration)}, and fires are as little as ${formatDuration(least)} apart: ${howOften(job, course)}`,
        help: 'fires further apart, a shorter run, or `overlap: allow` where runs do not disturb each other',
      };
    }
  },
};

/** The coming year of one job on which nothing goes wrong. */
interface Course {
  readonly fires: number;
  /** Fires that come sooner after the one before than a run lasts, and the first of them. */
  readonly close: number;
  readonly first: Instant | undefined;
  /** Fires that end without a run. */
  readonly lost: number;
}

function courseOf({ meaning, schedule }: RuleJob, lasts: Seconds, now: Instant): Course {
  let lost = 0;
  simulateStretches(
    {
      from: now,
      until: now + year,
      jobs: { job: simulatedJob(meaning, schedule) },
      caps: { scheduled: {}, backfill: {}, groups: {} },
      outages: [],
    },
    ({ fate, count }) => {
      if (isLost(fate)) lost += count;
    },
  );
  return { ...closeFires(schedule, lasts, now), lost };
}

function isLost(fate: FateStretch['fate']): boolean {
  return fate === 'overlap' || fate === 'queue-full' || fate === 'replaced' || fate === 'expired.overlap';
}

/** Fires that are enumerated at once: memory must not grow with their number. */
const piece = 30 * 86_400;

function closeFires(schedule: Schedule, lasts: Seconds, now: Instant): Omit<Course, 'lost'> {
  let all = 0;
  let close = 0;
  let first: Instant | undefined;
  let last = Number.NEGATIVE_INFINITY;
  for (let from = now; from < now + year; from += piece) {
    const found = fires(schedule, from, Math.min(from + piece, now + year));
    all += found.count;
    for (let i = 0; i < found.count; i++) {
      const at = found.scheduled[i]!;
      if (at - last < lasts) {
        close++;
        first ??= at;
      }
      last = at;
    }
  }
  return { fires: all, close, first };
}

function howOften({ meaning: { policy }, schedule }: RuleJob, course: Course): string {
  const { close, first, lost } = course;
  if (first === undefined) return 'not in the coming year';
  const when = `the first on ${formatWall(wallOf(schedule.table, first))}`;
  const often = `in the coming year ${close.toLocaleString('en')} of ${count(course.fires, 'fire')} come${close === 1 ? 's' : ''} before the run of the one before is over, ${when}`;
  const { overlap } = policy;
  if (overlap === 'skip') return `${often}; \`overlap: skip\` leaves out ${lost.toLocaleString('en')}`;
  if (overlap === 'replace') return `${often}; \`overlap: replace\` cancels that run each time`;
  return lost === 0
    ? `${often}; in the queue all get their turn`
    : `${often}; ${lost.toLocaleString('en')} find the queue full, or expire in it`;
}

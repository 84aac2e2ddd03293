import type { Instant, Seconds } from '../../schema/time.ts';
import type { EventSink, SimulationEvent, Step } from './events.ts';
import type { FateStretch } from './fate.ts';

/** Fires of one job, next to each other, with one fate. */
interface Joined {
  readonly fate: FateStretch['fate'];
  readonly first: Instant;
  last: Instant;
  lastOrdinal: number;
  count: number;
  least: Seconds;
  most: Seconds;
}

/**
 * Joins consecutive fires of a job with the same fate, so that memory grows with what differs and not with the fires.
 * Stretches are given away in the order in which their last fire was decided; those of a job never overlap.
 */
export function gatherStretches(give: (stretch: FateStretch) => void): {
  readonly sink: EventSink;
  /** Gives away what is still held. */
  readonly end: () => void;
} {
  const held = new Map<string, Joined>();
  const giveJoined = (job: string, { fate, first, last, count, least, most }: Joined) =>
    give({ job, fate, first, last, count, lateness: { least, most } });
  const addJoined = (job: string, run: Joined, firstOrdinal: number) => {
    const before = held.get(job);
    if (before && before.fate === run.fate && before.lastOrdinal + 1 === firstOrdinal) {
      before.last = run.last;
      before.lastOrdinal = run.lastOrdinal;
      before.count += run.count;
      before.least = Math.min(before.least, run.least);
      before.most = Math.max(before.most, run.most);
      return;
    }
    if (before) giveJoined(job, before);
    held.set(job, run);
  };
  const add = (event: SimulationEvent, by: Seconds, ordinals: number) => {
    const { job, scheduled, due, ordinal } = event.fire;
    const at = ordinal + ordinals;
    const lateness = Math.max(0, event.at - due);
    addJoined(
      job,
      {
        fate: fateOf(event),
        first: scheduled + by,
        last: scheduled + by,
        lastOrdinal: at,
        count: 1,
        least: lateness,
        most: lateness,
      },
      at,
    );
  };
  return {
    sink: {
      add(event) {
        if (event.kind !== 'run-ended') add(event, 0, 0);
      },
      repeat(block, step, times) {
        for (const [job, events] of byJob(block)) {
          const whole = uniform(events, step, times);
          if (whole) addJoined(job, whole, whole.lastOrdinal - whole.count + 1);
          else {
            const ordinals = step.firesOf(job);
            for (let time = 1; time <= times; time++) {
              for (const event of events) add(event, step.seconds * time, ordinals * time);
            }
          }
        }
      },
    },
    end() {
      for (const [job, run] of held) giveJoined(job, run);
      held.clear();
    },
  };
}

function fateOf(event: SimulationEvent): FateStretch['fate'] {
  return 'cause' in event ? event.cause : event.kind === 'dispatched' ? 'dispatched' : 'undecided';
}

/** The events of each job that tell a fate. */
function byJob(block: readonly SimulationEvent[]): Map<string, SimulationEvent[]> {
  const groups = new Map<string, SimulationEvent[]>();
  for (const event of block) {
    if (event.kind === 'run-ended') continue;
    const group = groups.get(event.fire.job);
    if (group) group.push(event);
    else groups.set(event.fire.job, [event]);
  }
  return groups;
}

/** All repetitions of a job's events as one, where all have the same fate and follow each other. */
function uniform(events: readonly SimulationEvent[], step: Step, times: number): Joined | undefined {
  const first = events[0]!;
  const last = events.at(-1)!;
  const fate = fateOf(first);
  const isUniform =
    events.length === step.firesOf(first.fire.job) &&
    events.every(
      (event, index) => fateOf(event) === fate && event.fire.ordinal === first.fire.ordinal + index,
    );
  if (!isUniform) return undefined;
  const latenesses = events.map((event) => event.at - event.fire.due);
  return {
    fate,
    first: first.fire.scheduled + step.seconds,
    last: last.fire.scheduled + step.seconds * times,
    lastOrdinal: last.fire.ordinal + step.firesOf(first.fire.job) * times,
    count: events.length * times,
    least: Math.min(...latenesses),
    most: Math.max(...latenesses),
  };
}

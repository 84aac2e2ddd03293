import type { Answer, Fact } from '../../schema/explanation.ts';
import type { Instant, WallTime } from '../../schema/time.ts';
import { formatInstant } from '../manifest/index.ts';
import {
  clockText,
  dayAndClockText,
  explainInstant,
  fires,
  instantsOf,
  nextFire,
  offsetText,
  omissions,
  previousFire,
} from '../time/index.ts';
import type { AskedTime } from './asked-time.ts';
import { explainNone, explainOmission } from './explain-absence.ts';
import { type Asked, explainFire, fact, offsetOf } from './explain-fire.ts';
import { dayText, distanceText, isoWall } from './wall-text.ts';

const day = 86_400;

/**
 * Explains a job at a time: once for an instant, twice for a wall time that occurs twice, and for one that does
 * not exist whatever became of it. Undefined for a wall time of a job without a zone, which is no instant.
 */
export function explainTime(asked: Omit<Asked, 'instant'>, time: AskedTime): Answer[] | undefined {
  if (time.kind === 'instant') return [explainAt({ ...asked, instant: time.instant })];
  const { table } = asked.subject;
  if (!table) return undefined;
  const instants = instantsOf(table, time.wall);
  if (instants.length > 0) return instants.map((instant) => explainAt({ ...asked, instant }));
  const note = fact(
    'gap',
    `${clockText(time.wall)} does not exist on ${dayText(time.wall)} in ${table.zone}`,
  );
  const found = instantsOfNominal(asked, time.wall);
  // Nothing stands there: told is the instant at which a clock that was not put forward would show it.
  const unmoved = time.wall - offsetOf(asked.subject, time.wall - 2 * day);
  const places = found.length > 0 ? found : [unmoved];
  return places.map((instant) => {
    const answer = explainAt({ ...asked, instant });
    return answer.facts.some(({ label }) => label === 'gap')
      ? answer
      : { ...answer, facts: [note, ...answer.facts] };
  });
}

/** Returns where a nominal time that does not exist became a fire, or was left out. */
function instantsOfNominal({ subject: { schedule } }: Omit<Asked, 'instant'>, wall: WallTime): Instant[] {
  const [from, until] = [wall - 2 * day, wall + 2 * day];
  const found = fires(schedule, from, until);
  const at = found.nominal.indexOf(wall);
  if (at !== -1) return [found.scheduled[at]!];
  return omissions(schedule, from, until)
    .filter((omission) => omission.nominal === wall)
    .map((omission) => omission.at)
    .slice(0, 1);
}

/** Explains a job at an instant. */
export function explainAt(asked: Asked): Answer {
  const { job, subject, instant, now } = asked;
  const { schedule } = subject;
  const explanation = explainInstant(schedule, instant);
  const previous = previousFire(schedule, instant);
  const next = nextFire(schedule, instant);
  const told = tell(asked, explanation);
  const wall = instant + offsetOf(subject, instant);
  const reading = `${dayAndClockText(wall)} ${offsetText(offsetOf(subject, instant))}${subject.table ? `, ${subject.table.zone}` : ''}`;
  return {
    job: job.id,
    kind: explanation.kind,
    instant: formatInstant(instant),
    wall: isoWall(wall) + offsetText(offsetOf(subject, instant)),
    ...told,
    ...(previous !== undefined && { previous: formatInstant(previous) }),
    ...(next !== undefined && { next: formatInstant(next) }),
    facts: [
      fact('wall time', reading),
      ...told.facts,
      neighbour('before it', asked, previous),
      neighbour('after it', asked, next),
      ...(instant < now && explanation.kind === 'fire'
        ? [fact('past', 'what became of it is in the ledger of the runtime, not in declarations')]
        : []),
    ],
  };
}

function tell(asked: Asked, explanation: ReturnType<typeof explainInstant>): Pick<Answer, 'facts'> {
  if (explanation.kind === 'fire') return explainFire(asked, explanation);
  return explanation.kind === 'omission'
    ? explainOmission(asked, explanation)
    : explainNone(asked, explanation);
}

function neighbour(label: string, { subject, now }: Asked, instant: Instant | undefined): Fact {
  if (instant === undefined) return fact(label, 'no fire');
  const wall = instant + offsetOf(subject, instant);
  return fact(
    label,
    `${dayAndClockText(wall)} ${offsetText(offsetOf(subject, instant))}, ${distanceText(instant - now)}`,
  );
}

import type { Instant, Seconds } from '../../schema/time.ts';
import type { FateCause, WaitingCause } from './cause.ts';
import { type Clause, clauseText } from './clause.ts';
import { type Clock, readOut, spanText, utcClock } from './clock.ts';
import type { Because } from './decision.ts';
import { fireName } from './fire-name.ts';
import { minuteOf, minuteSeconds } from './tenant-state.ts';

/**
 * Says to a tenant why a fire was not dispatched, or what it waits for, with the values that decided (design
 * section 6.5). One sentence a cause, whose first words name it.
 *
 * `because` is that of the decision. Readings are in UTC unless a clock says otherwise; where the clause is known, its
 * place and revision are named.
 */
export function sentenceOf(
  cause: FateCause | WaitingCause,
  because: Because,
  clause: Clause = {},
  clock: Clock = utcClock,
): string {
  const { due, decided, horizon, lateAfter, blocker, into, cap, pause, rejected } = because;
  const written = clauseText(clause);
  const expired = (circumstance: string) =>
    `expired: past horizon, ${circumstance}. Due ${late(due, decided, 'decided', clock)}; the horizon is ${known(horizon, spanText)}${written}.`;
  switch (cause) {
    case 'expired.outage':
      return expired('during an outage of the platform');
    case 'expired.overlap':
      return expired('while waiting for another run of its job');
    case 'expired.group':
      return expired('while waiting for a slot of its group');
    case 'expired.lane':
      return expired('while waiting for a slot of its lane');
    case 'expired.rate':
      return expired('while waiting for the rate of its lane');
    case 'expired.target':
      return expired('while waiting for its target, which was down');
    case 'expired.hold':
      return expired('while waiting for the end of a pause or hold');
    case 'quarantined':
      return expired('while its job was quarantined');
    case 'catch-up.none':
      return `missed: not caught up. Due ${late(due, decided, 'judged', clock)}; one judged more than ${known(lateAfter, spanText)} late is missed, and catch-up is none${written}.`;
    case 'collapsed':
      return `missed: collapsed into ${into ? fireName(into) : 'another fire'}. Due ${late(due, decided, 'judged', clock)}; those judged more than ${known(lateAfter, spanText)} late become one run by catch-up${written}.`;
    case 'overlap':
      return `skipped: ${inTheWay(blocker, 'was')}. Due ${times(due, decided, clock)}; overlap is skip${written}.`;
    case 'queue-full':
      return `refused: queue full. Due ${times(due, decided, clock)}; ${inTheWay(blocker, 'was')} and ${waited(cap?.max)} behind it already, which is all that overlap allows${written}.`;
    case 'replaced':
      return `replaced: ${into ? fireName(into) : 'a newer fire'} came before it could start. Due ${times(due, decided, clock)}; overlap is replace${written}.`;
    case 'paused':
      return `paused: ${stopped(pause, decided, clock, 'was')}${written}. Due ${times(due, decided, clock)}, inside the pause, whose fires are skipped.`;
    case 'revision-removed': {
      const since = clause.revision === undefined ? '' : ` since revision ${clause.revision}`;
      return `removed: the job was no longer declared${since}. Due ${times(due, decided, clock)}.`;
    }
    case 'target-rejected':
      return `rejected: nothing can be sent to the target${written} (${rejected ?? 'no reason known'}). Due ${times(due, decided, clock)}.`;
    case 'waiting.spread':
      return `waiting: not due before ${readOut([due ?? decided], clock)[0]}, by the spread of its job${written}.`;
    case 'waiting.overlap':
      return `waiting: ${inTheWay(blocker, 'is')}${written}.`;
    case 'waiting.group':
      return `waiting: group full. ${cap?.name ?? 'Its group'} allows ${runs(cap?.max)} at once${written}.`;
    case 'waiting.lane':
      return `waiting: lane full. ${cap?.name ?? 'Its lane'} allows ${runs(cap?.max)} at once${written}.`;
    case 'waiting.rate':
      return `waiting: rate used up. ${cap?.name ?? 'Its lane'} allows ${runs(cap?.max)} a minute${written}; the next minute begins at ${readOut([minuteOf(decided) + minuteSeconds], clock)[0]}.`;
    case 'waiting.target':
      return 'waiting: its target is down, and nothing is sent to it until it answers again.';
    case 'waiting.hold':
      return `waiting: ${stopped(pause, decided, clock, 'is')}${written}.`;
  }
}

/** `01:30, decided 08:40, that is 7 h 10 min late`. */
function late(due: Instant | undefined, decided: Instant, verb: string, clock: Clock): string {
  if (due === undefined) return `at a time not known, ${verb} ${readOut([decided], clock)[0]}`;
  const [from, until] = readOut([due, decided], clock);
  return `${from}, ${verb} ${until}, that is ${spanText(decided - due)} late`;
}

/** `02:05`, and when it was decided where that is later. */
function times(due: Instant | undefined, decided: Instant, clock: Clock): string {
  if (due === undefined) return `at a time not known, decided ${readOut([decided], clock)[0]}`;
  const [from, until] = readOut([due, decided], clock);
  return due === decided ? `${from}` : `${from}, decided ${until}`;
}

function inTheWay(blocker: Because['blocker'], verb: 'is' | 'was'): string {
  if (!blocker) return `another run of the job ${verb} in the way`;
  return blocker.kind === 'run'
    ? `the run ${fireName(blocker.fire)} ${verb} going on`
    : `the older fire ${fireName(blocker.fire)} ${verb} open`;
}

function stopped(pause: Because['pause'], decided: Instant, clock: Clock, verb: 'is' | 'was'): string {
  if (!pause) return `the job ${verb} stopped`;
  if (pause.until === undefined) return `the job ${verb} ${pause.reason}`;
  const until = readOut([decided, pause.until], clock)[1];
  return `the job ${verb} stopped until ${until} (${pause.reason})`;
}

function runs(count: number | undefined): string {
  return count === undefined ? 'no more runs' : `${count} ${count === 1 ? 'run' : 'runs'}`;
}

function waited(count: number | undefined): string {
  return count === undefined ? 'others waited' : `${count} ${count === 1 ? 'fire' : 'fires'} waited`;
}

function known(span: Seconds | undefined, text: (span: Seconds) => string): string {
  return span === undefined ? 'not known' : text(span);
}

import {
  type Because,
  clauseFields,
  type FateCause,
  fateCauses,
  type OmittedTime,
  omissionSentence,
  sentenceOf,
  type WaitingCause,
  waitingCauses,
} from '../../../compiler/decide/index.ts';
import type { Instant, OmissionCause } from '../../../schema/time.ts';

const at = (text: string): Instant => Date.parse(`2027-03-28T${text}:00Z`) / 1000;

const job = 'statement-run';
const expired: Because = { due: at('01:30'), decided: at('08:40'), horizon: 6 * 3600 };
const missed: Because = { due: at('01:30'), decided: at('08:40'), lateAfter: 600 };
const beside: Because = {
  due: at('02:05'),
  decided: at('02:05'),
  blocker: { kind: 'run', fire: { job, scheduled: at('02:00') } },
};
const pause = { reason: 'year-end freeze', until: at('09:00') };

/** Values with which each cause may come, on one morning. */
const because: Readonly<Record<FateCause | WaitingCause, Because>> = {
  'expired.outage': expired,
  'expired.overlap': expired,
  'expired.group': expired,
  'expired.lane': expired,
  'expired.rate': expired,
  'expired.target': expired,
  'expired.hold': expired,
  'catch-up.none': missed,
  collapsed: { ...missed, into: { job, scheduled: at('07:30') } },
  overlap: beside,
  'queue-full': { ...beside, cap: { name: 'policy.overlap.queue', max: 1 } },
  replaced: { due: at('02:05'), decided: at('02:10'), into: { job, scheduled: at('02:10') } },
  paused: { due: at('02:05'), decided: at('02:05'), pause },
  'revision-removed': { due: at('02:05'), decided: at('02:20') },
  'target-rejected': { due: at('02:05'), decided: at('02:05'), rejected: 'commands are not allowed here' },
  quarantined: expired,
  'waiting.spread': { due: at('02:05') + 33, decided: at('02:05') },
  'waiting.overlap': { ...beside, blocker: { kind: 'fire', fire: { job, scheduled: at('02:00') } } },
  'waiting.group': { ...beside, cap: { name: 'groups.mainframe.maxConcurrent', max: 2 } },
  'waiting.lane': { ...beside, cap: { name: 'lanes.scheduled.maxConcurrent', max: 10 } },
  'waiting.rate': { ...beside, cap: { name: 'lanes.scheduled.maxPerMinute', max: 60 } },
  'waiting.target': beside,
  'waiting.hold': { due: at('02:05'), decided: at('02:05'), pause },
};

const omitted: Readonly<Record<OmissionCause, OmittedTime>> = {
  calendar: {
    cause: 'calendar',
    at: at('01:30'),
    nominal: at('01:30'),
    calendar: 'uk-bank-holidays',
    movedTo: at('01:30') + 86_400,
  },
  skipped: { cause: 'skipped', at: at('01:30'), nominal: at('01:30'), reason: 'migration that night' },
  paused: { cause: 'paused', at: at('01:30'), nominal: at('01:30'), reason: 'year-end freeze' },
  'dst.gap': { cause: 'dst.gap', at: at('01:00'), nominal: at('01:30') },
  'dst.fold': { cause: 'dst.fold', at: at('01:30'), nominal: at('01:30') },
  'dst.merged': { cause: 'dst.merged', at: at('01:30'), nominal: at('02:30') },
};

/** Each cause with its sentence, in the order of the closed list. */
export function sampleSentences(): readonly { readonly cause: string; readonly sentence: string }[] {
  const clause = { place: 'jobs.yaml:12', revision: 41 };
  return [
    ...[...fateCauses, ...waitingCauses].map((cause) => {
      const place = clauseFields[cause]?.startsWith('policy') ? 'policies.yaml:9' : 'jobs.yaml:12';
      return { cause, sentence: sentenceOf(cause, because[cause], { place, revision: 41 }) };
    }),
    ...Object.values(omitted).map((one) => ({
      cause: `${one.cause} (omitted)`,
      sentence: omissionSentence(one, clause),
    })),
  ];
}

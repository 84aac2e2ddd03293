import { type DeclaredDocument, spanAt } from '../../schema/declared.ts';
import type { JobMeaning, PolicyMeaning } from '../../schema/manifest.ts';
import type { Seconds } from '../../schema/time.ts';
import { type Schedule, smallestSpacing } from '../time/index.ts';
import type { Bench } from './bench.ts';
import { formatDuration } from './duration.ts';
import type { Remarks } from './remarks.ts';
import { spacingFloor } from './spacing-floor.ts';
import { canCancel, targetName, tellsEnd } from './target-meaning.ts';

/** A policy and where it stands: in a document of its own, or in the job's. */
export interface PlacedPolicy {
  readonly meaning: PolicyMeaning;
  readonly document: DeclaredDocument;
  /** JSON pointer of its spec. */
  readonly at: string;
}

/** How far a schedule is looked at for its smallest spacing: a year and a month, both changes of clocks. */
const lookAhead = 400 * 86_400;

/** Refuses what can't be meant of a policy, a target and a schedule together (design section 6.8). */
export function refuseJob(
  remarks: Remarks,
  job: Pick<JobMeaning, 'target' | 'schedule'>,
  policy: PlacedPolicy,
  compiled: Schedule,
  bench: Bench,
): void {
  refuseOverlap(remarks, job.target, policy);
  refuseSpread(remarks, job.schedule.spread?.within, compiled, bench);
}

function refuseOverlap(remarks: Remarks, target: JobMeaning['target'], policy: PlacedPolicy): void {
  const { overlap, report } = policy.meaning;
  const name = typeof overlap === 'string' ? overlap : 'queue';
  const isOwn = policy.document === remarks.document;
  const place = {
    pointer: isOwn ? `${policy.at}/overlap` : '/spec/policy',
    ...(!isOwn && {
      related: [
        {
          message: `policy \`${policy.document.name}\` says so here`,
          span: spanAt(policy.document, `${policy.at}/overlap`),
        },
      ],
    }),
  };
  if (overlap === 'replace' && !canCancel(target)) {
    remarks.add('replace-cannot-cancel', {
      ...place,
      message: `\`overlap: replace\` cancels the run that is going on, and \`${targetName(target)}\` targets can't`,
      help: '`cloudRunJob` and `command` can; else let fires wait (`queue-one`) or be left out (`skip`)',
    });
  } else if (overlap !== 'allow' && report?.lostAfter === undefined && !tellsEnd(target)) {
    const why =
      targetName(target) === 'http'
        ? 'with `completion: report` the end is only known if the report comes'
        : `\`${targetName(target)}\` targets don't tell when a run ends`;
    remarks.add('overlap-blind', {
      ...place,
      message: `\`overlap: ${name}\` asks whether a run is going on, and nobody would know: ${why}`,
      help: 'give the policy a `report.lostAfter`, past which a silent run counts as over; or `overlap: allow`',
    });
  }
}

function refuseSpread(remarks: Remarks, within: Seconds | undefined, compiled: Schedule, bench: Bench): void {
  if (within === undefined) return;
  const spacing = spacingOf(compiled, within, bench);
  if (spacing === undefined || within <= spacing) return;
  remarks.add('spread-beyond-spacing', {
    pointer: '/spec/schedule/spread',
    message: `\`spread\` is ${formatDuration(within)} and two fires are only ${formatDuration(spacing)} apart: a fire could be due after the next one`,
    help: `at most \`${formatDuration(spacing)}\``,
  });
}

/** Returns the least time between two fires, as far as one looks; undefined where it is surely `within`. */
function spacingOf(compiled: Schedule, within: Seconds, bench: Bench): Seconds | undefined {
  const { timing, start, extras = [] } = compiled.meaning;
  const from = Math.max(bench.yearStart, start ?? 0);
  const range =
    timing.kind === 'at' ? { from: 0, until: compiled.table.until } : { from, until: from + lookAhead };
  if (timing.kind === 'cron' && extras.length === 0) {
    const floor = spacingFloor(timing, bench.cron, compiled.table, range);
    if (floor !== undefined && floor >= within) return undefined;
  }
  const around = extras.map(({ at }) => ({ from: at - within, until: at + within + 1 }));
  const spacings = [range, ...around].flatMap((one) => smallestSpacing(compiled, one.from, one.until) ?? []);
  return spacings.length === 0 ? undefined : Math.min(...spacings);
}

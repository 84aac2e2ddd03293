import type { Manifest } from '../../schema/manifest.ts';
import type { Place, Plan } from '../../schema/plan.ts';
import { formatInstant } from '../manifest/index.ts';
import { count, listWords } from './list-words.ts';
import type { PlanFinding, PlanRule, PlanSides } from './plan-rule.ts';

/**
 * Nobody changes the clocks of a job in passing.
 *
 * Zone tables are part of what is in force. Where this platform's time-zone data differ from them, an apply of
 * anything at all moves the fires of every job in that zone. Two tables of which one only ends earlier are no drift.
 */
export const tzdataDrift: PlanRule = {
  name: 'tzdata-drift',
  severity: 'warning',
  title: 'the time-zone data differ from those in force',
  *check(plan, sides) {
    for (const drift of plan.drift.zones) {
      if (drift.from >= endOfBoth(drift.zone, sides)) continue;
      for (const tenant of plan.tenants) {
        const names = drift.jobs.filter((job) => job.startsWith(`${tenant}/`));
        if (names.length > 0) yield finding(plan, drift, tenant, names, sides);
      }
    }
  },
};

function endOfBoth(zone: string, { before, after }: PlanSides): number {
  return Math.min(before?.zones[zone]?.until ?? 0, after.zones[zone]?.until ?? 0);
}

function finding(
  plan: Plan,
  { zone, from }: Plan['drift']['zones'][number],
  tenant: string,
  names: readonly string[],
  { after }: PlanSides,
): PlanFinding {
  const drifted = plan.jobs.filter(
    ({ tenant: of, job, changes }) =>
      names.includes(`${of}/${job}`) && changes.some(({ path }) => path === 'tzdata'),
  );
  const moved = drifted.reduce((sum, { counts }) => sum + counts.removed + counts.moved, 0);
  const until = formatInstant(plan.range.until);
  const what = moved === 0 ? `no fire up to ${until} moves` : `${count(moved, 'fire')} up to ${until} move`;
  const shown = listWords(names.map((name) => name.slice(tenant.length + 1)));
  return {
    subject: `${tenant}/*`,
    place: zonePlace(after, names[0]!),
    message: `the clocks of \`${zone}\` differ from those in force from ${formatInstant(from)} on (tzdata ${plan.before.tzdata} -> ${plan.after.tzdata}): ${what}, of ${count(names.length, 'job')} (${shown})`,
    help: 'the country may have changed its rules: if the new ones are right, apply this by itself; nothing moves before',
  };
}

function zonePlace({ sources }: Manifest, job: string): Place | undefined {
  const source = sources[`Job ${job}`];
  if (!source) return undefined;
  const [line, column] = source.positions['/spec/schedule/zone'] ?? [source.line, 1];
  return { file: source.file, line, column };
}

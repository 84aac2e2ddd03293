import { compileManifest } from '../../compiler/manifest/index.ts';
import { planChange } from '../../compiler/plan/index.ts';
import { checkText } from '../../compiler/read/index.ts';
import { platformTzdata, zoneTable } from '../../compiler/time/index.ts';
import type { Manifest } from '../../schema/manifest.ts';
import { describeMachine } from './describe-machine.ts';
import { makeFleet } from './fleet.ts';
import { printTable } from './print-table.ts';

// What one change of policy costs a plan over 10,000 jobs: `nightly`'s horizon, in every tenant. The work must be done
// once per rhythm of fires and pair of policies, so the number of lengths tried is the figure to look at.

const from = Date.UTC(2026, 11, 1) / 1000;

function compile(files: ReadonlyMap<string, string>): Manifest {
  const documents = [...files].flatMap(
    ([path, text]) => checkText({ path, bytes: new TextEncoder().encode(text), named: true }).documents,
  );
  return compileManifest(documents, { tzdata: platformTzdata(), zoneTable }).manifest;
}

console.log(`${describeMachine()}\n`);
const rows = [1_000, 10_000].map((size) => {
  const fleet = makeFleet(size);
  const before = compile(fleet);
  const changed = new Map(
    [...fleet].map(([path, text]) => [path, text.replaceAll('horizon: 6h', 'horizon: 1h')]),
  );
  const after = compile(changed);
  const input = {
    base: { kind: 'directory', label: 'before' },
    target: { kind: 'directory', label: 'after' },
  } as const;
  const began = performance.now();
  const plan = planChange({ before, after, ...input, from, findings: [] }, from);
  const ms = performance.now() - began;
  const effects = plan.jobs.flatMap((job) => job.effects);
  return [
    String(size),
    String(plan.jobs.length),
    String(plan.counts.fires.altered),
    String(plan.cost.enumeratedJobs),
    String(new Set(effects.map(({ thresholds }) => thresholds)).size),
    ms.toFixed(0),
  ];
});
printTable(
  ['jobs', 'governed', 'fires altered', 'jobs enumerated', 'effects worked out', 'planChange, ms'],
  rows,
);
console.log(`\n${describeMachine()}`);

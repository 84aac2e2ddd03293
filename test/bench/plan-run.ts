import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { LineCounter, parseAllDocuments } from 'yaml';
import { loadSide } from '../../compiler/cli/load-side.ts';
import { planChange } from '../../compiler/plan/index.ts';
import { renderPlanText } from '../../compiler/render/index.ts';
import { runRules, standardConfig } from '../../compiler/rules/index.ts';
import { openMemoStore, readBase, readScope, readWorkTree } from '../../compiler/source/index.ts';
import { elapsed } from './stopwatch.ts';

// One measured run in a process of its own, so that it starts cold and its peak of memory is its own.
// Prints a line of JSON.

/** What a run says of itself. */
export interface PlanFigures {
  readonly stages: Readonly<Record<string, number>>;
  readonly totalMs: number;
  readonly peakMb: number;
  readonly counts: Readonly<Record<string, number>>;
}

const [mode, folder, cache, days] = process.argv.slice(2) as [string, string, string, string];
const from = Date.UTC(2026, 11, 1) / 1000;

const figures = mode === 'yaml' ? parseOnly() : await plan();
console.log(JSON.stringify({ ...figures, peakMb: process.resourceUsage().maxRSS / 1024 }));

/** What the `yaml` package needs for the distinct texts, with positions as an error message needs them. */
function parseOnly(): Omit<PlanFigures, 'peakMb'> {
  const paths: string[] = JSON.parse(readFileSync(join(folder, '.git/distinct.json'), 'utf8'));
  const texts = paths.map((path) => readFileSync(path, 'utf8'));
  const began = performance.now();
  let documents = 0;
  for (const text of texts) {
    documents += parseAllDocuments(text, { lineCounter: new LineCounter() }).length;
  }
  const totalMs = performance.now() - began;
  return { stages: { parse: totalMs }, totalMs, counts: { blobs: texts.length, documents } };
}

/** The steps of `almanac plan --base HEAD`, called as the command calls them. */
async function plan(): Promise<Omit<PlanFigures, 'peakMb'>> {
  const stages: Record<string, number> = {};
  const began = performance.now();
  let last = began;
  const lap = (stage: string) => {
    const now = performance.now();
    stages[stage] = (stages[stage] ?? 0) + now - last;
    last = now;
  };
  const compiledMs = () => stages['resolve'] ?? 0;

  process.chdir(folder);
  const scope = readScope(['.'], folder);
  const workTree = readWorkTree(scope);
  const base = readBase('HEAD', scope, workTree.files);
  if (base.kind !== 'tree') {
    throw new Error('the base is no tree');
  }
  lap('read');

  const memos = openMemoStore(cache === '-' ? undefined : cache, folder, 'bench');
  // Compiling is announced, which is where reading ends.
  const step = async (doing: string) => {
    if (doing.startsWith('compiling')) {
      lap('load');
    }
  };
  const workshop = {
    cwd: folder,
    memos,
    readings: new Map(),
    progress: { step, note: () => {}, end: () => {} },
  };
  const after = await loadSide(workTree, workshop);
  lap('resolve');
  const before = await loadSide(base.tree, workshop);
  lap('resolve');
  const findings = runRules(after.manifest, after.documents, standardConfig, from);
  lap('rules');
  const change = planChange(
    {
      before: before.manifest,
      after: after.manifest,
      base: { kind: 'git', label: 'HEAD' },
      target: { kind: 'directory', label: '.' },
      from,
      until: from + Number(days) * 86_400,
      findings,
    },
    from,
  );
  lap('plan');
  const text = renderPlanText(change);
  lap('render');
  memos.save();
  lap('save');
  const totalMs = performance.now() - began;

  const timedMs = (stage: string) => elapsed.get(stage)?.ms ?? 0;
  return {
    stages: {
      read: stages['read']!,
      parse: timedMs('parse'),
      validate: timedMs('validate'),
      // Cutting, hashing, remembering, placing.
      recall: stages['load']! - timedMs('parse') - timedMs('validate'),
      resolve: compiledMs(),
      rules: stages['rules']!,
      enumerate: timedMs('enumerate'),
      diff: stages['plan']! - timedMs('enumerate'),
      render: stages['render']!,
      save: stages['save']!,
    },
    totalMs,
    counts: {
      errors: [...before.diagnostics, ...after.diagnostics].filter(({ severity }) => severity === 'error')
        .length,
      documents: after.documents.length,
      parsed: elapsed.get('parse')?.calls ?? 0,
      changed: change.counts.jobs.changed,
      enumerated: change.cost.enumeratedJobs,
      schedules: change.cost.distinctSchedules,
      bytes: text.length,
    },
  };
}

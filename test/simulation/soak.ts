import { bugs } from './bugs.ts';
import { replay, verdictText } from './replay.ts';

/**
 * `npm run soak [-- --seeds 100000 --from 0 --seed 17 --bug "drop the fence"]`: many seeds, or one with its whole log.
 * Ends with 1 where one failed.
 */
const options = new Map<string, string>();
for (let index = 2; index < process.argv.length; index += 2) {
  options.set(process.argv[index]!.replace(/^--/, ''), process.argv[index + 1] ?? '');
}
const one = options.get('seed');
const from = Number(one ?? options.get('from') ?? 0);
const count = one === undefined ? Number(options.get('seeds') ?? 100_000) : 1;
const named = options.get('bug');
const bug = named === undefined ? undefined : bugs[named];
if (named !== undefined && !bug)
  throw new Error(`no bug "${named}"; there are ${Object.keys(bugs).join(', ')}`);

let failed = 0;
let runs = 0;
let told = performance.now();
const began = performance.now();
for (let seed = from; seed < from + count; seed++) {
  const verdict = await replay(seed, bug && { bug });
  runs += verdict.runs;
  if (one !== undefined) console.log(verdict.log.join('\n'));
  if (verdict.wrong.length > 0) {
    failed++;
    console.log(verdictText(verdict));
    if (bug) break;
  }
  if (performance.now() - told > 10_000) {
    told = performance.now();
    console.log(
      `seeds ${from} to ${seed}, of ${count}: ${runs} runs, ${failed} failed, ${Math.round((told - began) / (seed - from + 1))} ms a seed`,
    );
  }
}
console.log(
  `seeds ${from} to ${from + count - 1}: ${runs} runs, ${failed} failed, ${Math.round((performance.now() - began) / 1000)} s`,
);
process.exitCode = failed > 0 ? 1 : 0;

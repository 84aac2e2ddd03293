import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { formatDuration } from '../compiler/manifest/index.ts';
import type { Manifest, PolicyMeaning } from '../schema/manifest.ts';
import { jobOf, manifestOf, play } from './examples-nights.ts';

const folder = 'examples/five-minute-job-that-takes-six';
const after = await manifestOf(`${folder}/after`, '2026-11-29T09:00:00Z');
const day = 86_400;
const start = Date.parse('2026-11-30T23:00:00Z') / 1000;

/** The rows of the README's table: expression and overlap, and the counts beside them. */
const rows = [
  ...readFileSync(`${folder}/README.md`, 'utf8').matchAll(/^\| `(\*\/\d+)`, `(\S+)` \| (.*) \|$/gm),
].map(([, every = '', overlap = '', cells = '']) => ({ every, overlap, cells: cells.split(' | ') }));

test('the README has its table', () => {
  expect(rows).toHaveLength(5);
});

test.each(rows)('$every under $overlap has the day that the README says', ({ every, overlap, cells }) => {
  // The second day of three: the first begins with nothing in the queue.
  const played = play(variant(every, overlap), 'parking', { from: start - day, until: start + 2 * day });
  const fires = played.filter(({ scheduled }) => start <= scheduled && scheduled < start + day);
  const runs = fires.flatMap(({ due, fate }) => (fate.kind === 'dispatched' ? [{ ...fate, due }] : []));
  const causes = (cause: string) =>
    fires.filter(({ fate }) => fate.kind === 'ended' && fate.cause === cause).length;
  const finished = runs.filter(({ ended }) => ended?.outcome === 'succeeded');
  const together = runs.map(
    ({ at }) => runs.filter((run) => run.at <= at && at < (run.ended?.at ?? Number.POSITIVE_INFINITY)).length,
  );
  expect([
    `${finished.length}`,
    `${causes('overlap')}`,
    `${causes('queue-full')}`,
    formatDuration(Math.max(...runs.map(({ at, due }) => at - due))),
    `${Math.max(...together)}`,
  ]).toEqual(cells);
});

/** The example's job with another expression and another overlap. */
function variant(every: string, overlap: string): Manifest {
  const parking = after.tenants['parking']!;
  const job = jobOf(after, 'parking', 'count-cars');
  const answer = (overlap === 'queue-one' ? { queue: { max: 1 } } : overlap) as PolicyMeaning['overlap'];
  const changed = {
    ...job,
    schedule: { ...job.schedule, timing: { ...job.schedule.timing, expressions: [`${every} * * * *`] } },
    policy: { ...job.policy, overlap: answer },
  };
  return { ...after, tenants: { parking: { ...parking, jobs: { 'count-cars': changed } } } } as Manifest;
}

import { describe, expect, test } from 'vitest';
import { compileKept } from '../../../runtime/apply/compile-kept.ts';
import { type ApplyPort, openApplyPort } from '../../../runtime/apply/index.ts';
import { planAgain } from '../../../runtime/apply/plan-again.ts';
import type { Plan } from '../../../schema/plan.ts';
import { openDriver } from '../../support/drive-shard.ts';
import { nightly, planAgainst } from './casework.ts';

/** A runtime with a worker: whenever somebody waits for an answer, a second passes and everything is decided. */
function openRuntime(): ApplyPort {
  // 2026-11-29T09:00:00Z.
  const driver = openDriver({ start: 1_795_942_800 });
  const pause = async () => {
    driver.sleep(driver.now + 1);
    await driver.tick();
  };
  return openApplyPort(driver.ledger, { pause });
}

const apply = (port: ApplyPort, plan: Plan) => port.apply({ plan, principal: 'user:ann', failOn: 'error' });

describe('What is another source’s', () => {
  const job = (name: string, cron: string) => `
apiVersion: almanac/v1
kind: Job
metadata: { tenant: benefits, name: ${name} }
spec:
  schedule: { cron: "${cron}", zone: Europe/London }
  policy: nightly
  target: { http: { url: "https://statements.example.gov/run" } }
`;
  // biome-ignore lint/suspicious/noExplicitAny: what somebody with an editor can do.
  type Edited = any;

  /** `files` has a tenant, its policy and a job; `team` a job beside them, in revision 2. */
  const openTwoSources = async () => {
    const port = openRuntime();
    await apply(port, await planAgainst(port, nightly('benefits')));
    await apply(port, await planAgainst(port, job('claims', '0 3 * * *'), { source: 'team' }));
    const inForce = async () => {
      const revision = (await port.tenants())[0]!.revision;
      const { declarations } = (await port.revision('benefits', revision))!;
      return [revision, ...declarations.map(({ kind, name, source }) => `${kind} ${name} of ${source}`)];
    };
    const both = [
      'Job claims of team',
      'Job statement-run of files',
      'Policy nightly of files',
      'Tenant benefits of files',
    ];
    expect(await inForce()).toEqual([2, ...both]);
    return { port, inForce, both };
  };

  /** A plan as `whole` and all that goes with it would be made by somebody who knows how. */
  const speaksForAll = async (
    port: ApplyPort,
    text: string,
    commit?: string,
    also: readonly Edited[] = [],
  ) => {
    const plan: Edited = await planAgainst(port, text);
    const base = await port.base({ tenants: ['benefits'] });
    const own = [...plan.apply.declarations.benefits, ...also];
    const { manifest: after, documents } = compileKept(own, plan.apply.after);
    const again = planAgain(
      plan,
      {
        before: base.tenants['benefits']!.manifest!,
        after,
        documents,
        snapshot: { formatVersion: 1, tenants: {} },
      },
      plan.apply.rules,
      base.now,
    );
    return {
      ...plan,
      digest: again.digest,
      apply: {
        ...plan.apply,
        after,
        declarations: { benefits: own },
        whole: true,
        source: { name: 'files', ...(commit && { commit }) },
      },
    } as Plan;
  };

  test('is not taken away by a plan that says that it speaks for every source', async () => {
    const { port, inForce, both } = await openTwoSources();
    for (const commit of [undefined, 'c0ffee', 'benefits@0', 'benefits@9', 'housing@1']) {
      const { refused } = await apply(port, await speaksForAll(port, nightly('benefits'), commit));
      expect([commit, refused?.code, refused?.message]).toEqual([
        commit,
        'plan-differs',
        'the plan speaks for every source of `benefits` and goes back to no revision of it that is kept',
      ]);
    }
    // Nor by one that names a revision, and means something else.
    const other = await speaksForAll(port, nightly('benefits', { cron: '0 4 * * *' }), 'benefits@1');
    expect((await apply(port, other)).refused?.message).toContain('do not mean what the plan says');
    expect(await inForce()).toEqual([2, ...both]);
  });

  test('goes back with the rest to an earlier revision, under the owners that it had', async () => {
    const { port, inForce, both } = await openTwoSources();
    await apply(port, await planAgainst(port, nightly('benefits', { cron: '0 2 * * *' })));
    const { declarations } = (await port.revision('benefits', 2))!;
    const claims = { ...declarations.find(({ name }) => name === 'claims'), source: 'files' };
    const back = await speaksForAll(port, nightly('benefits'), 'benefits@2', [claims]);
    expect((await apply(port, back)).tenants).toMatchObject([{ kind: 'applied', revision: 4 }]);
    // Not under those that the plan names.
    expect(await inForce()).toEqual([4, ...both]);
  });

  test('is not taken over under another name', async () => {
    const { port, inForce, both } = await openTwoSources();
    const plan: Edited = await planAgainst(port, `${nightly('benefits')}---${job('aaa', '0 5 * * *')}`);
    const mine = plan.apply.declarations.benefits.find(({ name }: Edited) => name === 'aaa');
    mine.document.name = 'claims';
    mine.document.value.metadata.name = 'claims';
    expect((await apply(port, plan)).refused?.code).toBe('owned-by-other-source');
    mine.document.name = 'aaa';
    expect((await apply(port, plan)).refused?.message).toBe(
      'the plan was changed after it was made: what it calls Job `benefits/aaa` is none',
    );
    expect(await inForce()).toEqual([2, ...both]);
  });

  test('is not held up by declarations that do not compile', async () => {
    const { port, inForce, both } = await openTwoSources();
    const plan: Edited = await planAgainst(port, nightly('benefits', { cron: '0 2 * * *' }));
    const { declarations } = plan.apply;
    const twice = declarations.benefits.find(({ kind }: Edited) => kind === 'Job');
    declarations.benefits = [...declarations.benefits, twice];
    expect((await apply(port, plan)).refused?.message).toMatch(
      /do not mean what the plan says: .*statement-run/,
    );
    expect(await inForce()).toEqual([2, ...both]);
  });
});

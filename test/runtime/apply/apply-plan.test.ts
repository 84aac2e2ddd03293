import { describe, expect, test } from 'vitest';
import { type ApplyOptions, type ApplyPort, openApplyPort } from '../../../runtime/apply/index.ts';
import type { Plan } from '../../../schema/plan.ts';
import { type Driver, openDriver } from '../../support/drive-shard.ts';
import { nightly, planAgainst } from './casework.ts';

/** 2026-11-29T09:00:00Z. */
const start = 1_795_942_800;

/** A runtime with a worker: whenever somebody waits for an answer, a second passes and everything is decided. */
function openRuntime(options: ApplyOptions = {}): { readonly driver: Driver; readonly port: ApplyPort } {
  const driver = openDriver({ start });
  const pause = async () => {
    driver.sleep(driver.now + 1);
    await driver.tick();
  };
  return { driver, port: openApplyPort(driver.ledger, { pause, ...options }) };
}

const ann = { principal: 'user:ann', failOn: 'error' } as const;
const apply = (port: ApplyPort, plan: Plan) => port.apply({ plan, ...ann });

describe('Applying a plan', () => {
  test('puts its declarations in force, and keeps all that was reviewed', async () => {
    const { port } = openRuntime();
    const plan = await planAgainst(port, nightly('benefits'));
    await port.approve({ planDigest: plan.digest, findings: [], principal: 'user:bob', comment: 'fine' });

    const answer = await apply(port, plan);

    expect(answer.refused).toBeUndefined();
    expect(answer.tenants).toEqual([
      { tenant: 'benefits', kind: 'applied', revision: 1, inForceFrom: expect.any(Number) },
    ]);
    const detail = await port.revision('benefits', 1);
    expect(detail?.revision).toMatchObject({
      principal: 'user:ann',
      approvedBy: ['user:bob'],
      planDigest: plan.digest,
      source: { name: 'files', commit: 'c0ffee' },
    });
    expect(detail?.approvals.map(({ comment }) => comment)).toEqual(['fine']);
    expect(detail?.plan.digest).toBe(plan.digest);
    expect(detail?.plan.apply).toBeUndefined();
    expect(detail?.declarations.map(({ kind, name }) => `${kind} ${name}`)).toEqual([
      'Job statement-run',
      'Policy nightly',
      'Tenant benefits',
    ]);
    expect(Object.keys(detail!.manifest.tenants)).toEqual(['benefits']);
  });

  test('twice is once', async () => {
    const { driver, port } = openRuntime();
    const plan = await planAgainst(port, nightly('benefits'));
    await apply(port, plan);
    const heads = await driver.ledger.heads([0, 1]);

    const again = await apply(port, plan);

    expect(again.refused).toBeUndefined();
    expect(again.tenants).toMatchObject([{ tenant: 'benefits', kind: 'already', revision: 1 }]);
    expect(await driver.ledger.heads([0, 1])).toEqual(heads);
  });

  test('of several tenants does each by itself, and what was interrupted goes on', async () => {
    const { driver, port } = openRuntime();
    const plan = await planAgainst(port, `${nightly('benefits')}---${nightly('housing')}`);
    // One of the two is taken in by nobody.
    const interrupted = openApplyPort(driver.ledger, { answerWithinMs: 0 });
    const first = await interrupted.apply({ plan, ...ann });
    expect(first.tenants.map(({ kind }) => kind)).toEqual(['unanswered', 'unanswered']);
    expect(first.tenants[0]?.message).toContain('no worker has taken it in yet');
    await driver.tick();

    const again = await apply(port, plan);

    expect(again.tenants).toMatchObject([
      { tenant: 'benefits', kind: 'already', revision: 1 },
      { tenant: 'housing', kind: 'already', revision: 1 },
    ]);
  });

  test('is refused once something else is in force', async () => {
    const { port } = openRuntime();
    await apply(port, await planAgainst(port, nightly('benefits')));
    const slow = await planAgainst(port, nightly('benefits', { cron: '0 2 * * *' }));
    const quick = await planAgainst(port, nightly('benefits', { cron: '0 3 * * *' }));
    await port.apply({ plan: quick, principal: 'user:bob', failOn: 'error' });

    const answer = await apply(port, slow);

    expect(answer.refused?.code).toBe('base-moved');
    expect(answer.refused?.message).toContain('revision 2, by user:bob, and not revision 1');
    expect(
      (await port.revisions('benefits', { limit: 10 })).revisions.map(({ revision }) => revision),
    ).toEqual([2, 1]);
  });

  test('two at once put one in force, and the shard refuses the other', async () => {
    const { driver, port } = openRuntime();
    await apply(port, await planAgainst(port, nightly('benefits')));
    const plans = [
      await planAgainst(port, nightly('benefits', { cron: '0 2 * * *' })),
      await planAgainst(port, nightly('benefits', { cron: '0 3 * * *' })),
    ];
    // Both are posted before either is taken in.
    let waiting = 0;
    let release = () => {};
    const bothPosted = new Promise<void>((resolve) => {
      release = resolve;
    });
    const pause = async () => {
      if (++waiting === 2) release();
      await bothPosted;
      driver.sleep(driver.now + 1);
      await driver.tick();
    };
    const racing = openApplyPort(driver.ledger, { pause });

    const answers = await Promise.all(plans.map((plan) => racing.apply({ plan, ...ann })));

    expect(answers.flatMap(({ tenants }) => tenants.map(({ kind }) => kind)).sort()).toEqual([
      'applied',
      'refused',
    ]);
    expect((await port.revisions('benefits', { limit: 10 })).revisions.length).toBe(2);
  });

  test('is refused past its expiry, but says that it was applied', async () => {
    const { driver, port } = openRuntime();
    const plan = await planAgainst(port, nightly('benefits'), { lasts: 3_600 });
    const later = await planAgainst(port, nightly('housing'), { lasts: 3_600 });
    await apply(port, plan);
    driver.sleep(driver.now + 3_600);

    expect((await apply(port, later)).refused?.code).toBe('expired');
    expect((await apply(port, plan)).tenants).toMatchObject([{ kind: 'already' }]);
  });

  test('is refused by another runtime, and without what a plan against a runtime has', async () => {
    const { port } = openRuntime();
    const other = openRuntime().port;
    const plan = await planAgainst(other, nightly('benefits'));
    const { apply: _, ...bare } = plan;

    expect((await apply(port, plan)).refused?.code).toBe('other-runtime');
    expect((await apply(other, bare)).refused?.code).toBe('not-appliable');
  });

  test('the same change again, after it was reverted, is another order', async () => {
    const { driver, port } = openRuntime();
    await apply(port, await planAgainst(port, nightly('benefits')));
    const there = await planAgainst(port, nightly('benefits', { horizon: '4h' }));
    await port.approve({ planDigest: there.digest, findings: [], principal: 'user:bob' });
    expect((await apply(port, there)).approvedBy).toEqual(['user:bob']);
    await apply(port, await planAgainst(port, nightly('benefits')));
    driver.sleep(driver.now + 5);

    const again = await planAgainst(port, nightly('benefits', { horizon: '4h' }));
    expect(again.digest).toBe(there.digest);
    const answer = await apply(port, again);

    expect(answer.tenants).toMatchObject([{ kind: 'applied', revision: 4 }]);
    expect(answer.approvedBy).toEqual([]);
  });

  test('takes everything away where nothing is declared any more', async () => {
    const { driver, port } = openRuntime();
    await apply(port, await planAgainst(port, `${nightly('benefits')}---${nightly('housing')}`));
    // Nothing of `housing` is left in the source.
    const plan = await planAgainst(port, nightly('benefits'));
    expect(plan.tenants).toEqual(['benefits', 'housing']);

    const answer = await apply(port, plan);

    expect(answer.tenants).toMatchObject([{ tenant: 'housing', kind: 'applied', revision: 2 }]);
    await driver.run(driver.now + 2 * 86_400);
    expect(new Set(driver.deliveries.map(({ tenant }) => tenant))).toEqual(new Set(['benefits']));
  });
});

describe('What an apply does not take on trust', () => {
  const changed = async (change: (plan: Plan) => unknown) => {
    const { port } = openRuntime();
    await apply(port, await planAgainst(port, nightly('benefits')));
    const plan = await planAgainst(port, nightly('benefits', { cron: '0 2 * * *' }));
    change(plan);
    const { refused } = await apply(port, plan);
    expect((await port.tenants())[0]?.revision).toBe(1);
    return refused;
  };
  // biome-ignore lint/suspicious/noExplicitAny: what somebody with an editor can do.
  type Edited = any;

  test('a manifest that was edited', async () => {
    const refused = await changed((plan: Edited) => {
      plan.apply.after.tenants.benefits.jobs['statement-run'].schedule.timing.expressions = ['0 4 * * *'];
    });
    expect(refused?.code).toBe('plan-differs');
    expect(refused?.message).toContain('job benefits/statement-run is not what its digest says');
  });

  test('declarations that mean something else than the manifest', async () => {
    const refused = await changed((plan: Edited) => {
      const job = plan.apply.declarations.benefits.find((one: Edited) => one.kind === 'Job');
      job.document.value.spec.schedule.cron = '0 4 * * *';
    });
    expect(refused?.code).toBe('plan-differs');
    expect(refused?.message).toContain('the declarations of `benefits` do not mean what the plan says');
  });

  test('a digest that was approved for something else', async () => {
    const refused = await changed((plan: Edited) => {
      plan.digest = `sha256:${'0'.repeat(64)}`;
    });
    expect(refused?.code).toBe('plan-differs');
    expect(refused?.message).toContain('what would be applied is not what was reviewed');
  });

  test('a tenant that was added to one side', async () => {
    const refused = await changed((plan: Edited) => {
      plan.tenants = ['benefits', 'housing'];
    });
    expect(refused?.code).toBe('plan-differs');
  });

  test('zone tables that the plan does not list as drift', async () => {
    const { port } = openRuntime();
    await apply(port, await planAgainst(port, nightly('benefits')));
    const plan: Edited = await planAgainst(port, nightly('benefits', { cron: '0 2 * * *' }));
    const { digestOf } = await import('../../../compiler/index.ts');
    const { digest: _, ...table } = plan.apply.after.zones['Europe/London'];
    table.transitions = table.transitions.map((at: number, i: number) => (i > 120 ? at + 3_600 : at));
    plan.apply.after.zones['Europe/London'] = { digest: digestOf(table), ...table };
    const { refused } = await apply(port, plan);
    expect(refused?.code).toBe('plan-differs');
  });
});

describe('Findings and approvals', () => {
  const config = { rules: { 'horizon-shortened': 'stop' } } as const;

  test('a finding that nobody has seen stops the apply, until somebody has', async () => {
    const { port } = openRuntime();
    await apply(port, await planAgainst(port, nightly('benefits')));
    const plan = await planAgainst(port, nightly('benefits', { horizon: '1h' }), { config });
    const stopped = await apply(port, plan);
    expect(stopped.refused?.code).toBe('findings');
    expect(stopped.refused?.unseen?.map(({ code, severity }) => [code, severity])).toEqual([
      ['horizon-shortened', 'stop'],
    ]);

    const findings = ['horizon-shortened benefits/statement-run'];
    await port.approve({ planDigest: plan.digest, findings, principal: 'user:ann' });
    expect((await apply(port, plan)).tenants).toMatchObject([{ kind: 'applied' }]);
  });

  test('an approval of another plan, or of none of its findings, opens nothing', async () => {
    const { port } = openRuntime();
    await apply(port, await planAgainst(port, nightly('benefits')));
    const plan = await planAgainst(port, nightly('benefits', { horizon: '1h' }), { config });
    const other = await planAgainst(port, nightly('benefits', { horizon: '2h' }), { config });
    const findings = ['horizon-shortened benefits/statement-run'];
    await port.approve({ planDigest: other.digest, findings, principal: 'user:bob' });
    await port.approve({ planDigest: plan.digest, findings: [], principal: 'user:bob' });
    expect((await apply(port, plan)).refused?.code).toBe('findings');
  });

  test('where others must approve, who applies does not count', async () => {
    const { port } = openRuntime();
    const plan = await planAgainst(port, nightly('benefits'), { config: { approvals: 1 } });
    await port.approve({ planDigest: plan.digest, findings: [], principal: 'user:ann' });
    const alone = await apply(port, plan);
    expect(alone.refused?.message).toBe(
      'the plan needs 1 approval by others than user:ann, who applies it, and has 0',
    );
    await port.approve({ planDigest: plan.digest, findings: [], principal: 'user:bob' });
    expect((await apply(port, plan)).tenants).toMatchObject([{ kind: 'applied' }]);
  });

  test('a runtime may ask for more approvals than the plan does', async () => {
    const { port } = openRuntime({ approvalsLeast: 1 });
    const plan = await planAgainst(port, nightly('benefits'));
    expect((await apply(port, plan)).refused?.code).toBe('approvals');
  });

  test('what time has made of the plan is told', async () => {
    const { driver, port } = openRuntime();
    await apply(port, await planAgainst(port, nightly('benefits')));
    const plan = await planAgainst(port, nightly('benefits', { cron: '0 2 * * *' }));
    await driver.run(driver.now + 86_400);

    const { differs, tenants } = await apply(port, plan);

    expect(tenants).toMatchObject([{ kind: 'applied', revision: 2 }]);
    expect(differs).toEqual([
      'benefits/statement-run: no longer to come at 2026-11-30T09:00:01Z: Mon 2026-11-30 01:30 +00:00 -> 02:00 +00:00',
    ]);
  });
});

// cspell:ignore Duraton

import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { App, TerraformStack, TerraformVariable } from 'cdktf';
import { afterAll, describe, expect, test } from 'vitest';
import {
  AlmanacProvider,
  Calendar,
  Channel,
  Grant,
  Job,
  type JobProps,
  Policy,
  type PolicyProps,
  Scenario,
  Silence,
  Tenant,
} from '../../provider/cdktf/index.ts';
import { runAlmanac } from '../compiler/cli/run-almanac.ts';

const scratch = mkdtempSync(join(tmpdir(), 'almanac-cdktf-'));
afterAll(() => rmSync(scratch, { recursive: true, force: true }));

const nightly = {
  lateAfter: '10m',
  horizon: '6h',
  overlap: 'skip',
  catchUp: 'latest',
  dst: { gap: 'shift', fold: 'first' },
  report: { startWithin: '5m', finishWithin: '2h', lostAfter: '3h' },
} as const satisfies Omit<PolicyProps, 'tenant'>;

const target = { http: { url: 'https://statements.example.gov/run' } } as const;
const schedule = { cron: '30 1 * * *', zone: 'Europe/London' } as const;

interface Synthesized {
  readonly outdir: string;
  readonly resource: Readonly<Record<string, Readonly<Record<string, Record<string, unknown>>>>>;
  readonly provider: unknown;
  readonly terraform: { readonly required_providers: unknown };
  readonly annotations: readonly {
    readonly level: string;
    readonly message: string;
    readonly constructPath: string;
  }[];
}

/** Declares in a stack and synthesizes it as an app does. */
function synth(declare: (stack: TerraformStack) => void): Synthesized {
  const outdir = mkdtempSync(join(scratch, 'out-'));
  const app = new App({ outdir, context: { 'almanac:now': '2026-11-29T09:00:00Z' } });
  const stack = new TerraformStack(app, 'benefits');
  new AlmanacProvider(stack, 'almanac', { manifestPath: 'manifest.json' });
  declare(stack);
  app.synth();
  const { annotations } = JSON.parse(readFileSync(join(outdir, 'manifest.json'), 'utf8')).stacks.benefits;
  return {
    outdir,
    annotations,
    ...JSON.parse(readFileSync(join(outdir, 'stacks/benefits/cdk.tf.json'), 'utf8')),
  };
}

function errorOf(declare: (stack: TerraformStack) => void): string {
  try {
    synth(declare);
  } catch (error) {
    return (error as Error).message;
  }
  throw new Error('it was synthesized');
}

const withTenant = (stack: TerraformStack) => new Tenant(stack, 'benefits', { owners: ['a@example.gov'] });

function withJob(stack: TerraformStack, props: Partial<JobProps>): Job {
  const tenant = withTenant(stack);
  const policy = new Policy(stack, 'nightly', { tenant, ...nightly });
  return new Job(stack, 'statement-run', { tenant, schedule, policy, target, ...props });
}

describe('A stack of constructs', () => {
  test('refers to policies and calendars by what they say, and to all others by name', () => {
    const { resource, provider, terraform } = synth((stack) => {
      const onCall = new Channel(stack, 'on-call', {
        tenant: 'benefits',
        webhook: { url: 'https://a.example.gov' },
      });
      const tenant = new Tenant(stack, 'benefits', {
        owners: ['a@example.gov'],
        alerts: { channels: [onCall] },
        groups: { 'case-store': { maxConcurrent: 2 } },
      });
      const policy = new Policy(stack, 'nightly', { tenant, ...nightly, overlap: { queue: { max: 3 } } });
      const calendar = new Calendar(stack, 'holidays', {
        tenant,
        dates: ['2027-12-25', { date: '2027-12-27', name: 'in lieu' }],
      });
      const job = new Job(stack, 'statement-run', {
        tenant,
        schedule: { ...schedule, exclude: [calendar], include: ['pay-days'] },
        policy,
        group: 'case-store',
        target: {
          http: {
            url: 'https://statements.example.gov/run',
            headers: { a: 'text', b: { secret: 'projects/p/secrets/s/versions/1' } },
            body: { month: 'last' },
          },
        },
      });
      new Calendar(stack, 'pay-days', { tenant, dates: ['2027-01-31'] });
      new Grant(stack, 'readers', {
        tenant,
        principals: ['group:a@example.gov'],
        verbs: ['read'],
        scope: { jobs: [job] },
      });
      new Silence(stack, 'move', {
        tenant,
        from: '2027-01-16T00:00:00Z',
        until: '2027-01-16T06:00:00Z',
        reason: 'move',
        jobs: [job, '*'],
      });
      new Scenario(stack, 'outage', {
        tenant,
        outages: [{ from: '2026-12-01T01:00:00Z', until: '2026-12-01T07:05:00Z', of: 'platform' }],
      });
    });
    const bare = Object.fromEntries(
      Object.entries(resource).map(([type, named]) => [
        type,
        Object.values(named).map(({ '//': _, ...attributes }) => attributes),
      ]),
    );
    const { required_providers: required } = terraform;
    expect({ provider, required, resource: bare }).toMatchSnapshot();
  });

  test('is read by almanac plan as it was checked here', async () => {
    const { outdir } = synth((stack) => withJob(stack, {}));
    const { code, stdout } = await runAlmanac([
      'plan',
      join(outdir, 'stacks/benefits/cdk.tf.json'),
      '--base',
      'none',
    ]);
    expect(code).toBe(0);
    expect(stdout).toMatch(/^\+ job benefits\/statement-run .*cdk\.tf\.json:\d+$/m);
  });

  test('has a policy as a construct, by name, or in place', () => {
    const { resource } = synth((stack) => {
      const tenant = withTenant(stack);
      const policy = new Policy(stack, 'nightly', { tenant, ...nightly });
      new Job(stack, 'a', { tenant, schedule, target, policy });
      new Job(stack, 'b', { tenant, schedule, target, policy: 'nightly' });
      new Job(stack, 'c', { tenant, schedule, target, policy: { ...nightly, horizon: 'unlimited' } });
    });
    const { a, b, c } = resource['almanac_job']!;
    expect(a).toMatchObject({ policy: `\${almanac_policy.nightly.spec}` });
    expect(b).toMatchObject({ policy: 'nightly' });
    expect(c).toMatchObject({ policy_in_place: { late_after: '10m', horizon: 'unlimited' } });
    expect(c).not.toHaveProperty('policy');
  });
});

describe('The types', () => {
  test('ask for a zone wherever there is a cron expression, and for an anchor wherever there is an interval', () => {
    // @ts-expect-error a cron expression says nothing without a zone
    const cron: JobProps['schedule'] = { cron: '30 1 * * *' };
    // @ts-expect-error elapsed time is counted from an anchor
    const every: JobProps['schedule'] = { every: '90m' };
    const elapsed: JobProps['schedule'] = { every: '90m', anchor: '2027-01-01T00:00:00Z' };
    // @ts-expect-error a policy says all five
    const policy: PolicyProps = { tenant: 'benefits', lateAfter: '10m' };
    expect([cron, every, elapsed, policy]).toHaveLength(4);
  });
});

describe('The compiler’s rules at synth', () => {
  test('stop it with what is wrong, where it is', () => {
    expect(
      errorOf((stack) => withJob(stack, { schedule: { cron: '61 1 * * *', zone: 'Europe/London' } })),
    ).toMatchSnapshot();
  });

  test('know what one declaration makes of another', () => {
    const message = errorOf((stack) => withJob(stack, { policy: 'nigthly', group: 'mainframe' }));
    expect(message).toContain('[benefits/statement-run]');
    expect(message).toContain('did you mean `nightly`?');
    expect(message).toContain('[group-unknown]');
  });

  test('tell an unknown property that the type checker was talked out of', () => {
    const props = { expectedDuraton: '25m' } as Partial<JobProps>;
    expect(errorOf((stack) => withJob(stack, props))).toContain('did you mean `expectedDuration`?');
  });

  test('give their warnings to the construct, once, and go on', () => {
    const { annotations } = synth((stack) =>
      withJob(stack, { schedule: { cron: '30 1 31 * *', zone: 'GB' } }),
    );
    expect(annotations.map(({ level, constructPath }) => ({ level, constructPath }))).toEqual([
      { level: '@cdktf/warn', constructPath: 'benefits/statement-run' },
      { level: '@cdktf/warn', constructPath: 'benefits/statement-run' },
    ]);
    expect(annotations.map(({ message }) => message).join('\n')).toMatch(
      /day-30-31[\s\S]*zone-alias|zone-alias[\s\S]*day-30-31/,
    );
  });

  test('leave to the provider what only Terraform knows, and do not blame what refers to it', () => {
    const { resource, annotations } = synth((stack) => {
      const horizon = new TerraformVariable(stack, 'horizon', { type: 'string' });
      const tenant = withTenant(stack);
      const policy = new Policy(stack, 'nightly', { tenant, ...nightly, horizon: horizon.stringValue });
      new Job(stack, 'statement-run', { tenant, schedule, policy, target });
    });
    expect(annotations).toEqual([]);
    expect(resource['almanac_policy']!['nightly']).toMatchObject({ horizon: `\${var.horizon}` });
  });
});

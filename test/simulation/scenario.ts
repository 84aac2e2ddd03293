import { compileManifest } from '../../compiler/index.ts';
import { zoneTable } from '../../compiler/time/index.ts';
import type { DeclaredDocument } from '../../schema/declared.ts';
import type { Manifest } from '../../schema/manifest.ts';
import type { ZoneTable } from '../../schema/time.ts';
import { declare } from '../support/declare.ts';
import type { Random } from './random.ts';

/** A tenant's declarations, and what was made of them. */
export interface Declared {
  readonly tenant: string;
  readonly spec: TenantSpec;
  readonly manifest: Manifest;
}

interface TenantSpec {
  readonly lanes?: unknown;
  readonly groups?: unknown;
  readonly jobs: Readonly<Record<string, JobSpec>>;
}

type JobSpec = Readonly<Record<string, unknown>>;

/** Says how big and how wild. */
export interface ScenarioSize {
  /** Most jobs of a tenant. */
  readonly jobs: number;
  /** The instant around which `at` lists and pauses lie. */
  readonly begin: number;
  /** Seconds. */
  readonly length: number;
}

const zones = ['Europe/London', 'America/New_York', 'Africa/Casablanca', 'Australia/Lord_Howe', 'UTC'];

/** Declares a tenant at random; every combination that the compiler accepts can come up. */
export function declareTenant(tenant: string, size: ScenarioSize, random: Random): Declared {
  const names = Array.from({ length: random.whole(1, size.jobs) }, (_, index) => `j${index}`);
  if (random.chance(0.1)) names.push('constructor');
  const isCapped = random.chance(0.4);
  return compiled(tenant, {
    ...(isCapped && {
      lanes: {
        scheduled: {
          ...(random.chance(0.7) && { maxConcurrent: random.whole(1, 4) }),
          ...(random.chance(0.5) && { maxPerMinute: random.whole(1, 6) }),
        },
      },
      groups: { g: { maxConcurrent: random.whole(1, 2) } },
    }),
    jobs: Object.fromEntries(names.map((name) => [name, jobSpec(size, isCapped, random)])),
  });
}

/** Changes a tenant as people do: an edit, a removal, an addition, another cap. */
export function changeTenant({ tenant, spec }: Declared, size: ScenarioSize, random: Random): Declared {
  const isCapped = spec.groups !== undefined;
  const jobs: Record<string, JobSpec> = { ...spec.jobs };
  for (let change = random.whole(1, 3); change > 0; change--) {
    const names = Object.keys(jobs);
    const name = random.pick([...names, `n${random.whole(0, 3)}`]);
    if (random.chance(0.25) && names.length > 1) delete jobs[name];
    else if (random.chance(0.5) && jobs[name]) {
      // Another policy on the same schedule: its open fires are judged by other rules.
      const other = jobSpec(size, isCapped, random);
      jobs[name] = { ...other, schedule: jobs[name]!['schedule'] };
    } else jobs[name] = jobSpec(size, isCapped, random);
  }
  return compiled(tenant, { ...spec, jobs });
}

/** A herd: so many jobs on one minute that a pass has many parts. */
export function declareHerd(tenant: string, count: number, random: Random): Declared {
  const policy = policySpec('http', random);
  const jobs = Array.from({ length: count }, (_, index): [string, JobSpec] => [
    `h${String(index).padStart(4, '0')}`,
    {
      schedule: { cron: random.chance(0.9) ? '*/10 * * * *' : '*/5 * * * *', zone: 'Europe/London' },
      policy,
      target: { http: { url: 'https://herd.example/run' } },
    },
  ]);
  return compiled(tenant, { jobs: Object.fromEntries(jobs) });
}

function jobSpec(size: ScenarioSize, isCapped: boolean, random: Random): JobSpec {
  const kind = random.pick(['http', 'http', 'report', 'pubsub', 'cloudRunJob'] as const);
  const isSpread = random.chance(0.2);
  const { begin, length } = size;
  return {
    schedule: {
      ...timingSpec(size, isSpread, random),
      ...(isSpread && { spread: '45s' }),
    },
    policy: policySpec(kind, random),
    target: targetSpec(kind),
    ...(isCapped && random.chance(0.5) && { group: 'g' }),
    ...(random.chance(0.1) && {
      paused: {
        from: instant(begin + random.whole(0, length)),
        until: instant(begin + length + random.whole(1, 600)),
        reason: 'maintenance',
        fires: random.pick(['skip', 'hold']),
      },
    }),
  };
}

function timingSpec({ begin, length }: ScenarioSize, isSpread: boolean, random: Random): JobSpec {
  const shape = random.next();
  if (shape < 0.6) {
    const step = random.pick([1, 2, 3, 5, 7, 10]);
    const cron = random.pick([
      `*/${step} * * * *`,
      `*/${step} * * * *`,
      `${random.whole(0, 59)},${random.whole(0, 59)} * * * *`,
      '30 1 * * *',
      '15,45 1,2 * * *',
    ]);
    return { cron, zone: random.pick(zones) };
  }
  if (shape < 0.85 || isSpread) {
    const every = random.pick(isSpread ? ['60s', '90s'] : ['20s', '45s', '60s', '90s', '301s']);
    return { every, anchor: instant(begin - random.whole(0, 500)) };
  }
  const at = Array.from({ length: random.whole(1, 8) }, () => begin + random.whole(1, length));
  return { at: [...new Set(at)].sort((a, b) => a - b).map(instant) };
}

function policySpec(kind: 'http' | 'report' | 'pubsub' | 'cloudRunJob', random: Random): JobSpec {
  const lateAfter = random.pick([60, 120, 300]);
  const overlap = random.pick([
    'allow',
    'skip',
    'queue-one',
    { queue: { max: random.whole(1, 3) } },
    ...(kind === 'cloudRunJob' ? ['replace'] : []),
  ]);
  const catchUps =
    overlap === 'skip'
      ? ['none', 'latest']
      : overlap === 'replace'
        ? ['none', 'latest', 'coalesce']
        : ['none', 'latest', 'coalesce', 'all'];
  const isBlind = kind === 'report' || kind === 'pubsub';
  const lostAfter = random.pick([60, 150, 400]);
  return {
    lateAfter: `${lateAfter}s`,
    horizon: random.chance(0.15) ? 'unlimited' : `${lateAfter + random.whole(0, 300)}s`,
    overlap,
    catchUp: random.pick(catchUps),
    dst: { gap: random.pick(['shift', 'next', 'skip']), fold: random.pick(['first', 'second', 'both']) },
    ...((random.chance(0.5) || (isBlind && overlap !== 'allow')) && {
      report: { lostAfter: `${lostAfter}s` },
    }),
    ...(random.chance(0.4) && {
      retry: { attempts: random.whole(2, 4), minBackoff: '5s', maxBackoff: '40s' },
    }),
  };
}

function targetSpec(kind: 'http' | 'report' | 'pubsub' | 'cloudRunJob'): JobSpec {
  switch (kind) {
    case 'http':
      return { http: { url: 'https://one.example/run' } };
    case 'report':
      return { http: { url: 'https://two.example/run', completion: 'report' } };
    case 'pubsub':
      return { pubsub: { topic: 'projects/p/topics/t' } };
    case 'cloudRunJob':
      return { cloudRunJob: { job: 'projects/p/locations/l/jobs/j' } };
  }
}

const tables = new Map<string, ZoneTable>();

function tableOf(zone: string): ZoneTable {
  let table = tables.get(zone);
  if (!table) {
    table = zoneTable(zone);
    tables.set(zone, table);
  }
  return table;
}

function compiled(tenant: string, spec: TenantSpec): Declared {
  const { jobs, ...own } = spec;
  const documents: DeclaredDocument[] = [
    declare('Tenant', tenant, { owners: ['o@example.org'], ...own }),
    ...Object.entries(jobs).map(([name, job]) => declare('Job', `${tenant}/${name}`, job)),
  ];
  const { manifest, diagnostics } = compileManifest(documents, { tzdata: 'test', zoneTable: tableOf });
  const errors = diagnostics.filter(({ severity }) => severity === 'error' || severity === 'stop');
  const left = Object.fromEntries(
    Object.entries(jobs).filter(([name]) => Object.hasOwn(manifest.tenants[tenant]?.jobs ?? {}, name)),
  );
  // A schedule that the compiler refuses (it never fires, its spread is too wide) is left out, as a person would.
  if (errors.length > 0 && Object.keys(left).length < Object.keys(jobs).length) {
    return compiled(tenant, { ...spec, jobs: left });
  }
  return { tenant, spec, manifest };
}

function instant(seconds: number): string {
  return new Date(seconds * 1000).toISOString().replace('.000', '');
}

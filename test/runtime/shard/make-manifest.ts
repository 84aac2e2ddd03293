import { digestOf } from '../../../compiler/index.ts';
import type { JobMeaning, Manifest, PolicyMeaning, ScheduleMeaning } from '../../../schema/manifest.ts';

/** What a test says of a job; all else is filled in. */
export interface PlainJob {
  readonly schedule?: Partial<ScheduleMeaning>;
  readonly policy?: Partial<PolicyMeaning>;
  readonly target?: JobMeaning['target'];
  readonly group?: string;
  readonly renamedFrom?: string;
}

export interface PlainTenant {
  readonly jobs: Readonly<Record<string, PlainJob>>;
  readonly lanes?: Readonly<Record<string, unknown>>;
  /** In seconds. */
  readonly retention?: number;
  readonly groups?: Readonly<Record<string, { readonly maxConcurrent: number }>>;
}

const policy: PolicyMeaning = {
  lateAfter: 60,
  horizon: 3600,
  overlap: 'skip',
  catchUp: 'latest',
  dst: { gap: 'shift', fold: 'first' },
};

/** Makes a manifest of one tenant as the compiler would, without text. */
export function makeManifest(name: string, { jobs, lanes, groups, retention }: PlainTenant): Manifest {
  const tenant = {
    owners: ['o'],
    ...(lanes && { lanes }),
    ...(groups && { groups }),
    ...(retention && { retention }),
  };
  const meanings = Object.fromEntries(
    Object.keys(jobs)
      .sort()
      .map((job) => [job, jobMeaning(jobs[job]!)]),
  );
  const meaning = {
    tenant,
    policies: {},
    calendars: {},
    jobs: meanings,
    grants: {},
    channels: {},
    silences: {},
    scenarios: {},
  };
  const digest = digestOf(meaning);
  return {
    formatVersion: 1,
    digest: digestOf({ [name]: digest }),
    tenants: { [name]: { digest, ...meaning } },
    zones: {},
    tzdata: '2025c',
    sources: {},
  };
}

function jobMeaning(job: PlainJob): JobMeaning {
  const schedule: ScheduleMeaning = { timing: { kind: 'every', every: 60, anchor: 0 }, ...job.schedule };
  const target = job.target ?? {
    http: { url: 'https://sink.example/run', method: 'POST', completion: 'response' },
  };
  const { group } = job;
  const meaning = {
    schedule,
    policy: { ...policy, ...job.policy },
    target,
    ...(group !== undefined && { group }),
  };
  return {
    digest: digestOf(meaning),
    scheduleDigest: digestOf(schedule),
    ...meaning,
    ...(job.renamedFrom !== undefined && { renamedFrom: job.renamedFrom }),
  };
}

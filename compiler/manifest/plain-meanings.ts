import type { ChannelSpec, GrantSpec, ScenarioSpec, SilenceSpec, TenantSpec } from '../../schema/index.ts';
import { checkSpan, readDuration, readInstant } from './read-scalar.ts';
import { pointerKey, type Remarks } from './remarks.ts';

/*
 * The meanings of the kinds that decide no fire: sets sorted, instants and durations as numbers, all else as
 * it stands. Each returns a value even beside an error; who calls drops it then.
 */

type Meaning = Readonly<Record<string, unknown>>;

export function tenantSpecMeaning(remarks: Remarks, spec: TenantSpec): Meaning {
  const retention =
    spec.retention === undefined ? undefined : readDuration(remarks, '/spec/retention', spec.retention);
  return {
    owners: setOf(spec.owners),
    ...(spec.alerts && { alerts: { channels: setOf(spec.alerts.channels) } }),
    ...(spec.lanes && hasAny(spec.lanes) && { lanes: spec.lanes }),
    ...(spec.groups && hasAny(spec.groups) && { groups: spec.groups }),
    ...(retention !== undefined && { retention }),
  };
}

export function grantMeaning(remarks: Remarks, spec: GrantSpec): Meaning {
  const expires =
    spec.expires === undefined ? undefined : readInstant(remarks, '/spec/expires', spec.expires);
  const { jobs, labels } = spec.scope;
  return {
    principals: setOf(spec.principals),
    verbs: setOf(spec.verbs),
    scope: { jobs: namesOf(jobs), ...(labels && hasAny(labels) && { labels }) },
    ...(expires !== undefined && { expires }),
  };
}

export function channelMeaning(_: Remarks, spec: ChannelSpec): Meaning {
  return { ...spec };
}

export function silenceMeaning(remarks: Remarks, spec: SilenceSpec): Meaning {
  const from = readInstant(remarks, '/spec/from', spec.from);
  const until = readInstant(remarks, '/spec/until', spec.until);
  checkSpan(remarks, '/spec', { from, until });
  return { from, until, reason: spec.reason, jobs: namesOf(spec.jobs) };
}

export function scenarioMeaning(remarks: Remarks, spec: ScenarioSpec): Meaning {
  const outages = spec.outages?.map((outage, index) => {
    const pointer = `/spec/outages/${index}`;
    const from = readInstant(remarks, `${pointer}/from`, outage.from);
    const until = readInstant(remarks, `${pointer}/until`, outage.until);
    checkSpan(remarks, pointer, { from, until });
    return { from: from ?? 0, until: until ?? 0, of: outage.of };
  });
  outages?.sort((a, b) => a.from - b.from || a.until - b.until || (a.of < b.of ? -1 : 1));
  const durations = Object.entries(spec.durations ?? {}).map(
    ([job, text]) => [job, readDuration(remarks, `/spec/durations/${pointerKey(job)}`, text)] as const,
  );
  return {
    ...(outages && { outages }),
    ...(durations.length > 0 && { durations: Object.fromEntries(durations) }),
  };
}

/** Names of jobs; with `*` among them the others say nothing. */
function namesOf(jobs: readonly string[]): readonly string[] {
  return jobs.includes('*') ? ['*'] : setOf(jobs);
}

function setOf(list: readonly string[]): readonly string[] {
  return [...new Set(list)].sort();
}

function hasAny(record: object): boolean {
  return Object.keys(record).length > 0;
}

import {
  type Call,
  CallError,
  type Command,
  type PlanRuntime,
  planCommand,
} from '../../../compiler/cli/index.ts';
import type { RecordedHistory } from '../../../schema/recorded-history.ts';
import type { RuntimeBase } from '../../../schema/runtime-base.ts';
import { joinManifests } from '../../apply/index.ts';
import { type RuntimePlace, readRuntimePlace, runtimeOptions, runtimePlace } from '../runtime-place.ts';
import { withApplyPort } from '../with-apply-port.ts';

const runtime: PlanRuntime = {
  options: runtimeOptions,
  names: '`http://HOST:PORT` or `sqlite:FILE`',
  isNamed: (words) => /^(https?|sqlite|spanner):/.test(words),
  base: (call, words, ask) =>
    withApplyPort(
      call,
      async (port) => {
        const base = await port.base(ask);
        return { label: labelOf(words, base), base, ...joinedOf(base) };
      },
      readRuntimePlace(words),
    ),
  history: (call, words, { tenants, from, until }) =>
    withApplyPort(
      call,
      async (port) => {
        const histories: RecordedHistory[] = [];
        for (const tenant of tenants) histories.push(await port.recorded({ tenant, from, until }));
        return histories;
      },
      placeOf(call, words),
    ),
};

/** The plan, which can also be made against what a runtime has in force. */
export const plan: Command = planCommand(runtime);

function placeOf(call: Call, words: string | undefined): RuntimePlace {
  return words === undefined ? runtimePlace(call) : readRuntimePlace(words);
}

/** Tenants whose revisions are named; a fleet has too many for a line. */
const namedMost = 3;

function labelOf(words: string, { tenants }: RuntimeBase): string {
  const names = Object.entries(tenants).map(([name, { revision }]) =>
    revision === 0 ? `${name} nothing` : `${name} revision ${revision}`,
  );
  const left = names.length - namedMost;
  const told = [...names.slice(0, namedMost), ...(left > 0 ? [`${left} more`] : [])];
  return `in force at ${words}${told.length === 0 ? '' : `: ${told.join(', ')}`}`;
}

function joinedOf({ tenants }: RuntimeBase) {
  const manifests = new Map(
    Object.entries(tenants).flatMap(([tenant, { manifest }]) =>
      manifest ? [[tenant, manifest] as const] : [],
    ),
  );
  const joined = joinManifests(manifests);
  if (joined.apart) {
    const { zone, tenants: apart } = joined.apart;
    throw new CallError(
      `\`${apart[0]}\` and \`${apart[1]}\` have different tables of ${zone} in force: an apply was interrupted, or they were applied with different time-zone data`,
      'apply the interrupted plan again, or plan them one by one with `--tenant`',
    );
  }
  return manifests.size > 0 ? { manifest: joined.manifest } : {};
}

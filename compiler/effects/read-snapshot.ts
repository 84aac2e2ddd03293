import type { Snapshot, TenantSnapshot } from '../../schema/snapshot.ts';
import { waitingCauses } from '../decide/index.ts';
import { parseInstant } from '../manifest/index.ts';

/**
 * Reads the text of a snapshot. Returns what is wrong with it instead, in one line, at the first place where
 * something is: a program wrote it, so there is rarely more to say.
 */
export function readSnapshot(
  text: string,
): { readonly snapshot: Snapshot; readonly wrong?: never } | { readonly wrong: string } {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return { wrong: 'it is not JSON' };
  }
  const wrong = snapshotFault(value);
  return wrong === undefined ? { snapshot: value as Snapshot } : { wrong };
}

type Fields = Readonly<Record<string, unknown>>;

function snapshotFault(value: unknown): string | undefined {
  if (!isRecord(value)) return 'it is not an object';
  if (value['formatVersion'] !== 1) return '`formatVersion` is not 1';
  if (!isRecord(value['tenants'])) return '`tenants` is not an object';
  for (const [tenant, state] of Object.entries(value['tenants'])) {
    for (const list of ['fires', 'runs'] as const) {
      const items = isRecord(state) ? state[list] : undefined;
      if (!Array.isArray(items)) return `\`tenants.${tenant}.${list}\` is not a list`;
      for (const [index, item] of items.entries()) {
        const fault = itemFault(item, list);
        if (fault) return `\`tenants.${tenant}.${list}[${index}]\` ${fault}`;
      }
    }
  }
  return undefined;
}

function itemFault(item: unknown, list: keyof TenantSnapshot): string | undefined {
  if (!isRecord(item)) return 'is not an object';
  if (typeof item['job'] !== 'string') return 'has no `job`';
  const instants = list === 'fires' ? ['scheduled', 'due'] : ['scheduled', 'dispatched'];
  for (const key of instants) {
    if (key === 'due' && item[key] === undefined) continue;
    if (typeof item[key] !== 'string' || parseInstant(item[key]) === undefined) {
      return `has no instant \`${key}\`, such as 2027-03-28T01:30:00Z`;
    }
  }
  const { waiting } = item;
  const known: readonly unknown[] = waitingCauses;
  return waiting === undefined || known.includes(waiting) ? undefined : 'waits for something unknown';
}

function isRecord(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

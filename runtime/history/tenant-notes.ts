import type { Instant } from '../../schema/time.ts';
import type { TenantRow } from '../ledger/index.ts';
import { readNotes } from '../shard/index.ts';

/** What the shard remembers of a tenant, as far as people ask about it. */
export type TenantNotes = Pick<
  ReturnType<typeof readNotes>,
  'inForceFrom' | 'holds' | 'circuits' | 'quarantines' | 'carried'
>;

const none: TenantNotes = {
  inForceFrom: 0 satisfies Instant,
  holds: new Map(),
  circuits: new Map(),
  quarantines: new Map(),
  carried: new Map(),
};

export function tenantNotes({ memory }: TenantRow): TenantNotes {
  return memory === '' ? none : readNotes(memory);
}

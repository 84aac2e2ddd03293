import type { BacklogReport } from '../../schema/backlog.ts';
import type { Explanations } from '../../schema/explanation.ts';
import type { HistoryPage } from '../../schema/history.ts';
import type { MissingReport } from '../../schema/missing.ts';
import type { UpcomingReport } from '../../schema/upcoming.ts';
import type { Ledger } from '../ledger/index.ts';
import { openArchive } from './archive.ts';
import type { ExplainAsk, HistoryAsk, MissingAsk, UpcomingAsk } from './asks.ts';
import { explainFire } from './explain-fire.ts';
import { listHistory } from './list-history.ts';
import { listMissing } from './list-missing.ts';
import { listUpcoming } from './list-upcoming.ts';
import { measureBacklog } from './measure-backlog.ts';

/**
 * What can be asked of a runtime. Two implementations: on its ledger (`askLedger`) and over HTTP. Every method throws
 * `NotFound` for a tenant or job of which nothing is known, `CursorError` for a cursor that no page gave.
 */
export interface Questions {
  /** By name. */
  tenants(): Promise<readonly string[]>;
  history(ask: HistoryAsk): Promise<HistoryPage>;
  explain(ask: ExplainAsk): Promise<Explanations>;
  missing(ask: MissingAsk): Promise<MissingReport>;
  upcoming(ask: UpcomingAsk): Promise<UpcomingReport>;
  /** Of the whole runtime, or of one tenant. */
  backlog(tenant?: string): Promise<BacklogReport>;
}

/** Asks a ledger. `now` is its clock unless another is given. */
export function askLedger(
  ledger: Ledger,
  now: () => Promise<number> = async () => Math.floor((await ledger.clock()).now / 1000),
): Questions {
  const archive = openArchive(ledger);
  return {
    async tenants() {
      const { shardCount } = await ledger.meta();
      const shards = await Promise.all(
        Array.from({ length: shardCount }, (_, shard) => ledger.tenants(shard)),
      );
      return shards
        .flat()
        .filter(({ revision }) => revision > 0)
        .map(({ tenant }) => tenant)
        .sort();
    },
    history: async (ask) => listHistory(archive, ask, await now()),
    explain: async (ask) => explainFire(archive, ask, await now()),
    missing: async (ask) => listMissing(archive, ask, await now()),
    upcoming: async (ask) => listUpcoming(archive, ask, await now()),
    backlog: async (tenant) => measureBacklog(archive, tenant, await now()),
  };
}

import type { BacklogReport } from '../../schema/backlog.ts';
import type {
  DeclarationsApplied,
  DeclarationsChange,
  DeclarationsInvalid,
  DeclarationsRefused,
  InForce,
  OwnedDeclaration,
} from '../../schema/declarations-api.ts';
import type { Explanations } from '../../schema/explanation.ts';
import type { HistoryPage } from '../../schema/history.ts';
import type { Manifest } from '../../schema/manifest.ts';
import type { MissingReport } from '../../schema/missing.ts';
import type {
  FinishedReport,
  HeartbeatReport,
  HoldOrder,
  OrderAnswer,
  ReportAnswer,
  StartedReport,
} from '../../schema/orders.ts';
import type { Plan } from '../../schema/plan.ts';
import type { Problem } from '../../schema/problem.ts';
import type { RecordedHistory } from '../../schema/recorded-history.ts';
import type { RevisionPage } from '../../schema/revision.ts';
import type { RuntimeBase } from '../../schema/runtime-base.ts';
import type { HoldRecord, UpcomingReport } from '../../schema/upcoming.ts';
import type {
  ApplyAnswer,
  ApplyOrder,
  ApproveOrder,
  BaseAsk,
  RevisionDetail,
  TenantInForce,
} from '../apply/index.ts';
import type { Approval } from '../ledger/index.ts';

/**
 * Every body that the API takes or gives, by the name of its schema. `npm run generate` makes the schemas of it
 * (schema/published/api.schema.json), by which requests are checked and which the API's document holds.
 */
export interface ApiBodies {
  readonly ApplyAnswer: ApplyAnswer;
  readonly ApplyOrder: ApplyOrder;
  readonly Approval: Approval;
  readonly ApproveOrder: ApproveOrder;
  readonly BacklogReport: BacklogReport;
  readonly BaseAsk: BaseAsk;
  readonly DeclarationsApplied: DeclarationsApplied;
  readonly DeclarationsChange: DeclarationsChange;
  readonly DeclarationsInvalid: DeclarationsInvalid;
  readonly DeclarationsRefused: DeclarationsRefused;
  readonly Explanations: Explanations;
  readonly FinishedReport: FinishedReport;
  readonly HealthAnswer: HealthAnswer;
  readonly HeartbeatReport: HeartbeatReport;
  readonly HistoryPage: HistoryPage;
  readonly HoldOrder: HoldOrder;
  readonly HoldRecord: HoldRecord;
  readonly InForce: InForce;
  readonly Manifest: Manifest;
  readonly MissingReport: MissingReport;
  readonly OrderAnswer: OrderAnswer;
  readonly OwnedDeclaration: OwnedDeclaration;
  readonly Plan: Plan;
  readonly Problem: Problem;
  readonly RecordedHistory: RecordedHistory;
  readonly ReportAnswer: ReportAnswer;
  readonly RevisionDetail: RevisionDetail;
  readonly RevisionPage: RevisionPage;
  readonly RuntimeBase: RuntimeBase;
  readonly StartedReport: StartedReport;
  readonly TenantInForce: TenantInForce;
  readonly UpcomingReport: UpcomingReport;
}

/** Whether a process is alive, or ready to answer. */
export interface HealthAnswer {
  readonly status: 'ok' | 'not-ready';
  readonly version: string;
  /** Why it is not ready. */
  readonly reason?: string;
}

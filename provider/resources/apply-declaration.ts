import { attributesOf } from '../../compiler/index.ts';
import type { DeclarationKey } from '../../schema/declarations-api.ts';
import type { DeclaredDocument, Kind } from '../../schema/declared.ts';
import type { Diagnostic } from '../../schema/diagnostic.ts';
import type { Digest } from '../../schema/manifest.ts';
import type { ZoneTable } from '../../schema/time.ts';
import { BackendError } from '../backends/backend.ts';
import type { Session, TenantView, WishAnswer } from '../backends/session.ts';
import type { AppliedChange, Outcome, Private } from '../plugin/provider.ts';
import { unknown, type Values } from '../wire/value.ts';
import { remarkAt } from './diagnostic-remark.ts';
import { type JobOutlook, jobImpact, jobOutlook, tzdataOf } from './job-outlook.ts';
import { jobSurroundings } from './job-surroundings.ts';
import { plainValues } from './plain-values.ts';
import { keptInstant } from './plan-job.ts';
import { backendRemark, errorRemark, type Remark } from './remark.ts';
import { storedDocument } from './stored-document.ts';
import type { Workshop } from './workshop.ts';

/** Puts a planned declaration in force, or takes it away. */
export async function applyDeclaration(
  kind: Kind,
  { prior, planned, kept }: AppliedChange,
  workshop: Workshop,
): Promise<Outcome> {
  const failed = (...remarks: Remark[]): Outcome => ({ state: prior, kept, remarks });
  const session = workshop.session();
  if (!session) return failed(errorRemark('the provider is not configured'));
  const base = kept['base'] as Digest | null | undefined;
  const { base: _, ...lasting } = kept;
  try {
    if (!planned) {
      const [tenant, key] = keyIn(kind, prior ?? {});
      const answer = await session.make(tenant, { remove: key, base });
      const remarks = refusal(answer, kind, `${tenant}/${key.name}`, 'removed', session, []);
      return remarks.length > 0 ? failed(...remarks) : { state: null, kept: {}, remarks: [] };
    }
    const { attributes } = attributesOf(kind);
    const values = plainValues(
      Object.fromEntries(attributes.map(({ name }) => [name, planned[name] ?? null])),
    );
    const document = storedDocument(kind, values);
    const { tenant, name } = document;
    const view = await session.view(tenant);
    const job = kind === 'Job' ? appliedJob(document, planned, lasting, view, workshop) : undefined;
    const old = prior && String(prior['name']) !== name ? keyIn(kind, prior)[1] : undefined;
    const wish = {
      put: document,
      ...(old && { remove: old }),
      ...(job && Object.keys(job.zones).length > 0 && { zones: job.zones }),
      base,
    };
    const answer = await session.make(tenant, wish);
    const refused = refusal(answer, kind, `${tenant}/${name}`, 'applied', session, [document, values]);
    if (refused.length > 0) return failed(...refused);
    // What was in force is written down by the next refresh, when all of this apply is.
    return job ? settledJob(planned, lasting, view, job) : { state: planned, kept: lasting, remarks: [] };
  } catch (error) {
    if (!(error instanceof BackendError)) throw error;
    return failed(backendRemark(error));
  }
}

interface AppliedJob {
  readonly zones: Readonly<Record<string, ZoneTable>>;
  readonly outlook: JobOutlook | undefined;
  readonly from: number;
}

/** Works out what the plan could not: fires as of now where there was no `as_of`, or under a policy that was not there. */
function appliedJob(
  document: DeclaredDocument,
  planned: Values,
  kept: Private,
  view: TenantView,
  workshop: Workshop,
): AppliedJob {
  const from = keptInstant(kept) ?? workshop.asOf() ?? workshop.clock();
  const surroundings = jobSurroundings(planned, document.tenant, view, workshop);
  const { outlook } = jobOutlook(document, surroundings, view, from);
  return { zones: outlook?.zones ?? {}, outlook, from };
}

function settledJob(
  planned: Values,
  kept: Private,
  view: TenantView,
  { outlook, from }: AppliedJob,
): Outcome {
  if (planned['fires'] !== unknown) return { state: planned, kept, remarks: [] };
  const state = {
    ...planned,
    fires: outlook?.fires ?? null,
    impact: outlook ? jobImpact(outlook, view, String(planned['name']), from).text : null,
    tzdata: outlook ? tzdataOf(outlook, view) : null,
  };
  return { state, kept: outlook ? { ...kept, from, digest: outlook.digest } : kept, remarks: [] };
}

function keyIn(kind: Kind, values: Values): [tenant: string, key: DeclarationKey] {
  const name = String(values['name']);
  return [kind === 'Tenant' ? name : String(values['tenant']), { kind, name }];
}

/** Says why nothing was changed; empty where it was. */
function refusal(
  answer: WishAnswer,
  kind: Kind,
  id: string,
  done: 'applied' | 'removed',
  { source }: Session,
  own: readonly [] | readonly [DeclaredDocument, ReturnType<typeof plainValues>],
): readonly Remark[] {
  const what = `${kind} ${kind === 'Tenant' ? id.slice(id.indexOf('/') + 1) : id}`;
  switch (answer.kind) {
    case 'applied':
      return [];
    case 'stale':
      return [errorRemark(`${what} was not ${done}: ${answer.message}`, PLAN_AGAIN)];
    case 'refused':
      return answer.code === 'base-moved'
        ? [errorRemark(`${what} was not ${done}: ${answer.message}`, PLAN_AGAIN)]
        : [
            errorRemark(
              `${what} was not ${done}: ${answer.message}`,
              `A declaration has one source, and this provider's is \`${source}\`. It has to be given up there first.`,
              [{ attribute: 'name' }],
            ),
          ];
    case 'invalid':
      return answer.diagnostics.map((diagnostic) => invalidRemark(what, done, diagnostic, own));
  }
}

const PLAN_AGAIN =
  'What was reviewed is what is applied, so nothing was changed. Run `terraform plan` again.';

function invalidRemark(
  what: string,
  done: string,
  diagnostic: Diagnostic,
  own: readonly [] | readonly [DeclaredDocument, ReturnType<typeof plainValues>],
): Remark {
  const [document, values] = own;
  if (document && values && diagnostic.span?.file === document.file)
    return remarkAt(document, diagnostic, values);
  const { message, help, subject, code } = diagnostic;
  const detail = [help && `${help}.`, `(${code})`].filter(Boolean).join(' ');
  return errorRemark(`${what} was not ${done}: ${subject ? `${subject}: ` : ''}${message}`, detail);
}

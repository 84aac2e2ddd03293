import { type AttributePath, attributesOf } from '../../compiler/index.ts';
import type { Kind } from '../../schema/declared.ts';
import { BackendError } from '../backends/backend.ts';
import { keyOf, type TenantView } from '../backends/session.ts';
import type { Outcome, PlannedChange, PlanOutcome, Resource } from '../plugin/provider.ts';
import { isSame, isWhole, type Values } from '../wire/value.ts';
import { applyDeclaration } from './apply-declaration.ts';
import { checkConfig } from './check-config.ts';
import { computedValues, unknownValues } from './computed-values.ts';
import { fillUnknown } from './fill-unknown.ts';
import { jobsElsewhere } from './jobs-elsewhere.ts';
import { keepSpelling } from './keep-spelling.ts';
import { kindBlock } from './kind-block.ts';
import { plainValues } from './plain-values.ts';
import { decidesFires, jobRemovalRemarks, planJob, planPartOfJob, unknownJobFires } from './plan-job.ts';
import { readDeclaration } from './read-declaration.ts';
import { backendRemark, errorRemark, type Remark } from './remark.ts';
import { isSameDocument, storedDocument } from './stored-document.ts';
import { declarationId, type Workshop } from './workshop.ts';

/** The resource of a kind of declaration. */
export function declarationResource(kind: Kind, workshop: Workshop): Resource {
  const { attributes } = attributesOf(kind);
  return {
    block: kindBlock(kind),
    validate: (config) => checkConfig(kind, config, workshop.clock()),
    read: (state, kept) => readDeclaration(kind, state, kept, workshop),
    plan: (change) =>
      plan(change).catch((error: unknown) => {
        if (!(error instanceof BackendError)) throw error;
        return { state: change.proposed, kept: change.kept, remarks: [backendRemark(error)], replace: [] };
      }),
    apply: (change) => applyDeclaration(kind, change, workshop),
    import: (id) => {
      const label = '[a-z0-9](?:[-a-z0-9]{0,61}[a-z0-9])?';
      const match = new RegExp(kind === 'Tenant' ? `^(${label})$` : `^(${label})/(${label})$`).exec(id);
      if (!match) return undefined;
      const [, tenant = '', name = ''] = match;
      return kind === 'Tenant' ? { name: tenant, id } : { tenant, name, id };
    },
  };

  async function plan({ prior, proposed, kept: given }: PlannedChange): Promise<PlanOutcome> {
    // Of a replacement Terraform passes on what was kept of the old one, and when it applies it, it does not.
    const kept = prior ? given : {};
    if (prior) workshop.replaced.add(declarationId(kind, String(prior['tenant']), String(prior['name'])));
    if (!proposed) return planRemoval(prior, kept);
    const declared = keepSpelling(kind, attributes, proposed, prior);
    const replace = replacedBy(declared, prior);
    const known: Values = Object.fromEntries(attributes.map(({ name }) => [name, declared[name] ?? null]));
    if (!isWhole(known)) {
      const base = { ...declared, ...unknownValues(kind, declared) };
      if (kind !== 'Job') return { state: base, kept, remarks: [], replace };
      return { ...(await planPartlyKnownJob(known, base, prior, kept)), replace };
    }
    const values = plainValues(known);
    const document = storedDocument(kind, values);
    const tenant = document.tenant;
    const view = await workshop.session()?.view(tenant);
    workshop.planned.set(declarationId(kind, tenant, document.name), document);
    const claim = claimRemarks(document.name, prior, view, isSameAsStored());
    const base = { ...declared, ...computedValues(document) };
    if (claim.length > 0) return { state: base, kept, remarks: claim, replace };
    if (kind !== 'Job') {
      const isChanged = !prior || !isSame(prior, base);
      const source = workshop.session()?.source ?? '';
      const elsewhere =
        isChanged && (kind === 'Policy' || kind === 'Calendar')
          ? jobsElsewhere(document, view, source, workshop.asOf() ?? workshop.clock())
          : [];
      return { state: base, kept, remarks: elsewhere, replace };
    }
    const outcome = planJob({ document, values, base, prior, kept, view }, workshop);
    // Of a replacement Terraform keeps what is said here, and drops what is said of the new one.
    const gone = prior && replace.length > 0 ? removalRemarks(prior, await viewOf(prior)) : [];
    return { ...outcome, remarks: [...gone, ...outcome.remarks], replace };

    /** What a lost answer or a lost state leaves behind is taken up again without a word. */
    function isSameAsStored(): boolean {
      const stored = view?.present.get(keyOf(kind, document.name))?.document;
      return stored !== undefined && isSameDocument(stored, document);
    }
  }

  /** The fires of a job do not depend on what it starts: an address that is made in the same apply hides none of them. */
  async function planPartlyKnownJob(
    known: Values,
    base: Values,
    prior: Values | null,
    kept: PlannedChange['kept'],
  ): Promise<Outcome> {
    const filled = fillUnknown(kind, attributes, known);
    const hides = filled.unknown.some(
      ([first]) => first && 'attribute' in first && decidesFires.has(first.attribute),
    );
    if (hides) return { state: { ...base, ...unknownJobFires }, kept, remarks: [] };
    const document = storedDocument(kind, filled.values);
    const view = await workshop.session()?.view(document.tenant);
    return planPartOfJob({ document, values: filled.values, base, prior, kept, view }, workshop);
  }

  async function planRemoval(prior: Values | null, kept: PlannedChange['kept']): Promise<PlanOutcome> {
    const [tenant, name] = namesIn(prior ?? {});
    workshop.planned.set(declarationId(kind, tenant, name), null);
    return {
      state: null,
      kept,
      remarks: removalRemarks(prior ?? {}, await viewOf(prior ?? {})),
      replace: [],
    };
  }

  function removalRemarks(prior: Values, view: TenantView | undefined): readonly Remark[] {
    return kind === 'Job' ? jobRemovalRemarks(...namesIn(prior), view, workshop) : [];
  }

  async function viewOf(prior: Values): Promise<TenantView | undefined> {
    return workshop.session()?.view(namesIn(prior)[0]);
  }

  /** A declaration has one source, and is declared there once. */
  function claimRemarks(
    name: string,
    prior: Values | null,
    view: TenantView | undefined,
    isTakenUp: boolean,
  ): readonly Remark[] {
    const owned = view?.present.get(keyOf(kind, name));
    const session = workshop.session();
    if (!owned || !session) return [];
    const { tenant } = owned.document;
    const id = kind === 'Tenant' ? name : `${tenant}/${name}`;
    if (owned.source !== session.source) {
      return [
        errorRemark(
          `${kind} ${id} belongs to the source \`${owned.source}\``,
          `A declaration has one source, and this provider's is \`${session.source}\`. Take it out of \`${owned.source}\` first, or leave it there.`,
          [{ attribute: 'name' }],
        ),
      ];
    }
    if (prior?.['name'] === name || isTakenUp || workshop.replaced.has(declarationId(kind, tenant, name)))
      return [];
    return [
      errorRemark(
        `${kind} ${id} is declared already`,
        `It is in force from the source \`${owned.source}\`, and not in this state. To take it over: terraform import almanac_${kind.toLowerCase()}.NAME ${id}`,
        [{ attribute: 'name' }],
      ),
    ];
  }

  function replacedBy(planned: Values, prior: Values | null): readonly AttributePath[] {
    if (!prior) return [];
    const names = kind === 'Tenant' ? ['name'] : ['tenant', 'name'];
    const changed = names.filter((name) => !isSame(planned[name] ?? null, prior[name] ?? null));
    // A job that says what it was called keeps its history, and is renamed in place.
    const isRenamed =
      kind === 'Job' && changed.join() === 'name' && planned['renamed_from'] === prior['name'];
    return isRenamed ? [] : changed.map((attribute) => [{ attribute }]);
  }

  function namesIn(values: Values): [tenant: string, name: string] {
    const name = String(values['name']);
    return [kind === 'Tenant' ? name : String(values['tenant']), name];
  }
}

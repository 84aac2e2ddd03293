import {
  attributesOf,
  calendarText,
  readCalendarText,
  readPolicyText,
  valuesOf,
} from '../../compiler/index.ts';
import type { DeclaredDocument, Kind } from '../../schema/declared.ts';
import { BackendError } from '../backends/backend.ts';
import { keyOf, type TenantView } from '../backends/session.ts';
import { firesOf, jobSideOf } from '../fires/job-side.ts';
import type { Outcome, Private } from '../plugin/provider.ts';
import type { Value, Values } from '../wire/value.ts';
import { computedValues } from './computed-values.ts';
import { keepSpelling } from './keep-spelling.ts';
import { plainValues, terraformValues } from './plain-values.ts';
import { keptInstant } from './plan-job.ts';
import { backendRemark, errorRemark } from './remark.ts';
import { calendarMeaning, isSameDocument, storedDocument } from './stored-document.ts';
import type { Workshop } from './workshop.ts';

/** After so many seconds what a state shows of the fires to come is looked at anew. */
const STALE = 86_400;

/**
 * Brings a state up to what is in force. What means the same keeps its spelling. A job's fires are those in force, so
 * that a plan compares what is with what will be; they are moved on in time once a day at most, which is no change.
 */
export async function readDeclaration(
  kind: Kind,
  state: Values,
  kept: Private,
  workshop: Workshop,
): Promise<Outcome> {
  const session = workshop.session();
  if (!session) return { state, kept, remarks: [] };
  const name = String(state['name']);
  const tenant = kind === 'Tenant' ? name : String(state['tenant']);
  let view: TenantView;
  try {
    view = await session.view(tenant);
  } catch (error) {
    if (!(error instanceof BackendError)) throw error;
    return { state, kept, remarks: [backendRemark(error)] };
  }
  const owned = view.present.get(keyOf(kind, name));
  if (!owned) return { state: null, kept: {}, remarks: [] };
  if (owned.source !== session.source) {
    const id = kind === 'Tenant' ? name : `${tenant}/${name}`;
    const help = `A declaration has one source, and this provider's is \`${session.source}\`. Take it out of the other one, or forget it here: terraform state rm.`;
    return {
      state,
      kept,
      remarks: [errorRemark(`${kind} ${id} belongs to the source \`${owned.source}\``, help)],
    };
  }
  const base = view.inForce?.digest ?? null;
  const declared = declaredState(kind, owned.document, state);
  if (kind !== 'Job') return { state: declared, kept: { ...kept, base }, remarks: [] };
  return readJob(tenant, name, declared, { ...kept, base }, view, workshop);
}

function declaredState(kind: Kind, document: DeclaredDocument, state: Values): Values {
  const { attributes } = attributesOf(kind);
  const names = attributes.map((attribute) => attribute.name);
  if (kind === 'Calendar' && typeof state['ics'] === 'string') {
    // The dates went in place of the file, so that the file itself cannot come back.
    const meaning = calendarMeaning(document);
    const spec = meaning ? calendarText({ name: document.name, digest: meaning.digest }) : null;
    return { ...state, ...computedValues(document), spec };
  }
  const stored = storedDocument(
    kind,
    plainValues(Object.fromEntries(names.map((name) => [name, state[name] ?? null]))),
  );
  if (isSameDocument(stored, document)) return { ...state, ...computedValues(stored) };
  const inForce = terraformValues(valuesOf(kind, document.value), names);
  const spelt = keepSpelling(
    kind,
    attributes,
    kind === 'Job' ? withReferences(inForce, state) : inForce,
    state,
  );
  const own = storedDocument(kind, plainValues(spelt));
  return { ...state, ...spelt, ...computedValues(own) };
}

/** A declaration goes by names; a state may have what the names stand for, and is left as it is where the name is right. */
function withReferences(inForce: Values, state: Values): Values {
  const policy = keepReference(inForce['policy'] ?? null, state['policy'] ?? null);
  const [now, was] = [inForce['schedule'], state['schedule']] as [Values | null, Values | null];
  if (!now || !was) return { ...inForce, policy };
  const lists = ['exclude', 'include'].map((list) => {
    const [names, before] = [now[list], was[list]];
    if (!Array.isArray(names) || !Array.isArray(before)) return [list, names ?? null] as const;
    return [
      list,
      names.map((name: Value, index) => keepReference(name, (before[index] ?? null) as Value)),
    ] as const;
  });
  return { ...inForce, policy, schedule: { ...now, ...(Object.fromEntries(lists) as Values) } };
}

function keepReference(name: Value, reference: Value): Value {
  if (typeof reference !== 'string') return name;
  const meant = readPolicyText(reference)?.name ?? readCalendarText(reference)?.name;
  return meant === name ? reference : name;
}

function readJob(
  tenant: string,
  name: string,
  state: Values,
  kept: Private,
  view: TenantView,
  workshop: Workshop,
): Outcome {
  const side = view.inForce && jobSideOf(view.inForce.manifest, tenant, name);
  const asOf = workshop.asOf();
  const known = keptInstant(kept);
  const from = known === undefined || (asOf !== undefined && asOf - known > STALE) ? asOf : known;
  if (!side || from === undefined) return { state, kept, remarks: [] };
  const tzdata = state['tzdata'] ?? side.manifest.tzdata;
  return {
    state: { ...state, fires: firesOf(side, from), tzdata },
    kept: { ...kept, from, digest: side.meaning.digest },
    remarks: [],
  };
}

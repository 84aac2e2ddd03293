import { type Kind, kinds } from '../../schema/declared.ts';
import type { Diagnostic } from '../../schema/diagnostic.ts';
import { validators } from '../../schema/validators.ts';
import { closest } from './closest.ts';
import { explain } from './explain.ts';
import { listWords } from './list-words.ts';
import { placeRemark, type Remark } from './remark.ts';
import type { Written } from './written.ts';

/** Who a document says it is. */
export interface Identity {
  readonly kind: Kind | undefined;
  readonly tenant: string | undefined;
  readonly name: string | undefined;
}

/** Who a document says it is, and what is wrong with it. */
export interface CheckedDeclaration {
  readonly identity: Identity;
  readonly diagnostics: readonly Diagnostic[];
  /** Mistakes beyond those in `diagnostics`. */
  readonly more: number;
}

const apiVersion = 'almanac/v1';

/** Holds a document against the schema of its kind. Without diagnostics it is a `Declaration` of that kind. */
export function checkDeclaration(
  document: Readonly<Record<string, unknown>>,
  written: Written,
): CheckedDeclaration {
  const identity = identify(document);
  const { kind } = identity;
  const place = (remarks: readonly Remark[]) =>
    remarks.map((remark) => withSubject(placeRemark(remark, written), identity));

  const head = [...checkApiVersion(document), ...checkKind(document)];
  if (head.length > 0 || !kind) return { identity, diagnostics: place(head), more: 0 };
  const validate = validators[kind];
  if (validate(document)) return { identity, diagnostics: [], more: 0 };
  const { remarks, unexplained } = explain(kind, document, validate.errors ?? [], written);
  return { identity, diagnostics: place(remarks), more: unexplained };
}

function checkApiVersion(document: Readonly<Record<string, unknown>>): Remark[] {
  const written = document['apiVersion'];
  if (written === apiVersion) return [];
  if (written === undefined) {
    return [
      {
        code: 'schema-missing-key',
        pointer: '/kind#key',
        message: 'the document lacks `apiVersion`',
        help: `add \`apiVersion: ${apiVersion}\``,
      },
    ];
  }
  const version = /^almanac\/(v\d\w*)$/.exec(String(written))?.[1];
  return [
    {
      code: 'schema-api-version',
      pointer: '/apiVersion',
      message: version
        ? `this almanac does not know version \`${version}\` of the language`
        : `\`${String(written)}\` is not an apiVersion of Almanac`,
      help: version ? `write \`${apiVersion}\`, or use a newer almanac` : `did you mean \`${apiVersion}\`?`,
    },
  ];
}

function checkKind(document: Readonly<Record<string, unknown>>): Remark[] {
  const written = document['kind'];
  if (kinds.some((known) => known === written)) return [];
  if (written === undefined) {
    // Perhaps under a name that is nearly `kind`.
    const near = Object.keys(document).find((key) => closest(key, ['kind']) !== undefined);
    return [
      {
        code: near === undefined ? 'schema-missing-key' : 'schema-unknown-key',
        pointer: near === undefined ? '/apiVersion#key' : `/${near}#key`,
        message:
          near === undefined ? 'the document lacks `kind`' : `\`${near}\` is not a key of the document`,
        help: near === undefined ? `add \`kind:\` with ${listWords(kinds, 'or')}` : 'did you mean `kind`?',
      },
    ];
  }
  const near =
    typeof written === 'string'
      ? (own(foreignKinds, written.toLowerCase()) ?? closest(written, kinds))
      : undefined;
  const all = `The kinds are ${listWords(kinds)}`;
  return [
    {
      code: 'schema-kind',
      pointer: '/kind',
      message:
        typeof written === 'string' && written !== ''
          ? `there is no kind \`${written.slice(0, 40)}\``
          : '`kind` must be the name of a kind',
      help: near ? `did you mean \`${near}\`? ${all}` : `${all.charAt(0).toLowerCase()}${all.slice(1)}`,
    },
  ];
}

/** Kinds of other systems, in lower case. */
const foreignKinds: Readonly<Record<string, Kind>> = {
  cronjob: 'Job',
  schedule: 'Job',
  scheduledjob: 'Job',
  task: 'Job',
  namespace: 'Tenant',
  team: 'Tenant',
  holidays: 'Calendar',
  role: 'Grant',
  rolebinding: 'Grant',
  receiver: 'Channel',
  maintenancewindow: 'Silence',
};

function own<Value>(table: Readonly<Record<string, Value>>, key: string): Value | undefined {
  return Object.hasOwn(table, key) ? table[key] : undefined;
}

/** Returns who a document says it is, as far as it does. */
export function identify(document: Readonly<Record<string, unknown>>): Identity {
  const kind = kinds.find((known) => known === document['kind']);
  const metadata = document['metadata'];
  const { tenant, name } = (typeof metadata === 'object' && metadata !== null ? metadata : {}) as Readonly<
    Record<string, unknown>
  >;
  // A Tenant's own name is what its other declarations carry as `metadata.tenant`.
  const owner = kind === 'Tenant' ? name : tenant;
  return {
    kind,
    tenant: typeof owner === 'string' ? owner : undefined,
    name: typeof name === 'string' ? name : undefined,
  };
}

function withSubject(diagnostic: Diagnostic, { kind, tenant, name }: Identity): Diagnostic {
  if (name === undefined || tenant === undefined) return diagnostic;
  return { ...diagnostic, subject: kind === 'Tenant' ? name : `${tenant}/${name}` };
}

import type { Kind, Place } from '../../schema/declared.ts';
import type { AttributeValues } from './attribute.ts';
import { attributesOf } from './attributes-of.ts';
import { documentOf } from './document-of.ts';
import { policyText } from './policy-text.ts';
import type { JsonNode } from './read-json.ts';
import { splitTemplate } from './split-template.ts';
import type { StackModule, StackResource } from './stack-module.ts';

/** Something in a stack that only Terraform could say. */
export interface Unresolved {
  readonly place: Place;
  readonly message: string;
  readonly help: string;
}

/** What is written beside a resource's attributes and says nothing of the declaration. */
const metaArguments = new Set(['//', 'depends_on', 'lifecycle', 'provider', 'connection', 'provisioner']);

/**
 * The attribute values of a resource. References to attributes of almanac resources of the same module are followed;
 * what else stands between `${` and `}` is told as unresolved, and its attribute is left out.
 */
export function resolveValues(
  resource: StackResource,
  module: StackModule,
): { readonly values: AttributeValues; readonly unresolved: readonly Unresolved[] } {
  const unresolved: Unresolved[] = [];
  const values = attributeValues(resource, module, unresolved, new Set([resource.address]));
  return { values, unresolved };
}

/** `open` are the resources and attributes that are being resolved, so that no circle of references goes on for ever. */
function attributeValues(
  resource: StackResource,
  module: StackModule,
  unresolved: Unresolved[],
  open: ReadonlySet<string>,
): AttributeValues {
  const values: Record<string, unknown> = {};
  for (const [name, { key, node }] of resource.body.members ?? []) {
    if (metaArguments.has(name) || node.scalar === null) continue;
    if (name === 'count' || name === 'for_each') {
      unresolved.push({
        place: key,
        message: `\`${name}\` makes resources that the stack does not list`,
        help: 'write a resource for each; in CDKTF, with a loop of its own language',
      });
    } else values[name] = evaluated(node, module, unresolved, open);
  }
  return values;
}

/** Undefined where something in it is unresolved. */
function evaluated(
  node: JsonNode,
  module: StackModule,
  unresolved: Unresolved[],
  open: ReadonlySet<string>,
): unknown {
  if (node.members) {
    const entries = [...node.members]
      .filter(([key, { node: inner }]) => key !== '//' && inner.scalar !== null)
      .map(([key, member]) => {
        const name = fill(key, member.key, module, unresolved, open);
        return [String(name), evaluated(member.node, module, unresolved, open)] as const;
      });
    return Object.fromEntries(entries);
  }
  if (node.items) return node.items.map((item) => evaluated(item, module, unresolved, open));
  return typeof node.scalar === 'string'
    ? fill(node.scalar, node.place, module, unresolved, open)
    : node.scalar;
}

/** Fills in a template. One that is a single expression may be a value of any type. */
function fill(
  template: string,
  place: Place,
  module: StackModule,
  unresolved: Unresolved[],
  open: ReadonlySet<string>,
): unknown {
  const parts = splitTemplate(template).map((part) => {
    if ('text' in part) return part.text;
    const answer = follow(part.expression, module, open);
    if ('value' in answer) return answer.value;
    unresolved.push({ place, message: answer.why, help: answer.help ?? resolvableHelp });
    return '';
  });
  if (parts.length === 1) return parts[0];
  if (parts.some((part) => typeof part === 'object')) {
    unresolved.push({ place, message: 'a list or an object stands inside a text', help: resolvableHelp });
  }
  return parts.map(String).join('');
}

type Answer = { readonly value: unknown } | { readonly why: string; readonly help?: string };

const resolvableHelp =
  'write the value, or refer to what an almanac resource of the same stack says; `terraform plan` knows the rest';

function follow(expression: string, module: StackModule, open: ReadonlySet<string>): Answer {
  const shown = `\`${expression.startsWith('%') ? `%{${expression.slice(1)}}` : `\${${expression}}`}\``;
  const match = /^(almanac_[a-z]+\.[\w-]+)((?:\.[\w-]+|\[\d+\]|\["[^"\\]*"\])+)$/.exec(expression);
  if (!match) return { why: `${shown} is something that only Terraform knows` };
  const [, address = '', rest = ''] = match;
  const resource = module.resources.get(address);
  if (!resource) return { why: `${shown} refers to a resource that is not in the stack` };
  const steps = [...rest.matchAll(/\.([\w-]+)|\[(\d+)\]|\["([^"]*)"\]/g)].map(
    ([, a, b, c]) => a ?? b ?? c ?? '',
  );
  const [name = '', ...below] = steps;
  const at = `${address}.${name}`;
  if (open.has(at)) return { why: `${shown} refers back to itself` };

  const unresolved: Unresolved[] = [];
  const inside = new Set([...open, at]);
  const value = partOf(attributeOf(resource, name, module, unresolved, inside), below);
  const [first] = unresolved;
  if (first)
    return {
      why: first.message.startsWith(shown) ? first.message : `${shown}: ${first.message}`,
      ...(first.help && { help: first.help }),
    };
  if (value !== undefined) return { value };
  const isOurs = attributesOf(resource.kind).attributes.some((attribute) => attribute.name === name);
  return { why: isOurs ? `${shown} is not given there` : `${shown} is something that only Terraform knows` };
}

/** The value of one attribute of a resource, those included that the provider makes of the others. */
function attributeOf(
  resource: StackResource,
  name: string,
  module: StackModule,
  unresolved: Unresolved[],
  open: ReadonlySet<string>,
): unknown {
  if (name === 'id' || (name === 'spec' && (resource.kind === 'Policy' || resource.kind === 'Calendar'))) {
    const inside: Unresolved[] = [];
    const document = documentOf(resource.kind, attributeValues(resource, module, inside, open));
    // Who refers to something need not be called wrong for whatever is wrong in it.
    if (document.name === '' || document.tenant === '') unresolved.push(...inside);
    if (name === 'id') return idOf(document);
    // A schedule goes by the calendar's name, whatever its dates are.
    if (resource.kind === 'Calendar') return document.name;
    return policyText({ name: document.name, spec: (document.value as { spec: never }).spec });
  }
  const node = resource.body.members?.get(name)?.node;
  return node && node.scalar !== null && !metaArguments.has(name)
    ? evaluated(node, module, unresolved, open)
    : undefined;
}

function idOf({
  kind,
  tenant,
  name,
}: {
  readonly kind: Kind;
  readonly tenant: string;
  readonly name: string;
}): string {
  return kind === 'Tenant' ? name : `${tenant}/${name}`;
}

function partOf(value: unknown, steps: readonly string[]): unknown {
  return steps.reduce<unknown>(
    (at, step) =>
      typeof at === 'object' && at !== null && Object.hasOwn(at, step)
        ? (at as Readonly<Record<string, unknown>>)[step]
        : undefined,
    value,
  );
}

import type { Kind, Place } from '../../schema/declared.ts';
import { kindOf } from './attributes-of.ts';
import type { JsonMember, JsonNode } from './read-json.ts';

/** An almanac resource as it stands in a stack. */
export interface StackResource {
  readonly kind: Kind;
  /** `almanac_job.statement-run`. */
  readonly address: string;
  readonly file: string;
  /** Where its name stands. */
  readonly place: Place;
  readonly body: JsonNode;
}

/** The files of one folder: what is in them may refer to each other. */
export interface StackModule {
  /** By address. */
  readonly resources: ReadonlyMap<string, StackResource>;
}

/** A resource type that begins as ours do and is none. */
export interface UnknownType {
  readonly type: string;
  readonly place: Place;
}

/** Finds the almanac resources of a file. Terraform takes a list of blocks wherever it takes a block. */
export function resourcesIn(
  file: string,
  root: JsonNode,
): { found: StackResource[]; unknown: UnknownType[] } {
  const found: StackResource[] = [];
  const unknown: UnknownType[] = [];
  for (const [type, { key, node }] of membersOf(root.members?.get('resource')?.node)) {
    const kind = kindOf(type);
    if (!kind && type.startsWith('almanac_')) unknown.push({ type, place: key });
    if (!kind) continue;
    for (const [name, { key: place, node: bodies }] of membersOf(node)) {
      for (const body of bodies.items ?? [bodies]) {
        found.push({ kind, address: `${type}.${name}`, file, place, body });
      }
    }
  }
  return { found, unknown };
}

/** The members of a block, or of all blocks of a list. */
function membersOf(node: JsonNode | undefined): (readonly [string, JsonMember])[] {
  return (node?.items ?? (node ? [node] : []))
    .flatMap(({ members }) => [...(members ?? [])])
    .filter(([key]) => key !== '//');
}

import { clip } from './clip.ts';
import { readCodes } from './codes.ts';
import { tooDeep } from './explain-fault.ts';
import type { Finding } from './finding.ts';
import { aliasedValuesMax, depthMax, remarksMax } from './limits.ts';
import { packPlaces } from './pack-places.ts';
import { isAlias, isMap, isScalar, isSeq, type YamlNode } from './parse-yaml.ts';
import type { Placer } from './placer.ts';
import { isRemarkable, keyFinding, scalarFinding } from './scalar-pitfalls.ts';
import { unknownAnchor } from './unquoted.ts';

export interface BuiltValue {
  /** JSON: no dates, no buffers, no numbers that JSON cannot write. */
  readonly value: unknown;
  /** Packed; see `positionsOf`. */
  readonly places: string;
  readonly findings: Finding[];
  /** Findings beyond those, not put into words. */
  readonly untold: number;
  /** Whether all of the text is in the value: no bound cut it off, and every key and alias could be made something of. */
  readonly complete: boolean;
}

/**
 * Turns the nodes of a document into JSON, and notes in the same walk where everything stands and what is
 * treacherous. What an alias stands for is built again at each alias, up to a bound, so that no two parts
 * of a document are one object.
 */
export function buildValue(root: YamlNode | null, text: string, placer: Placer): BuiltValue {
  const places: number[] = [];
  const findings: Finding[] = [];
  /** Of more, only the number is told. */
  let untold = 0;
  const note = (finding: Finding | undefined) => {
    if (!finding) return;
    if (findings.length < remarksMax) findings.push(finding);
    else untold++;
  };
  const anchors = new Map<string, YamlNode>();
  /** Nodes whose inside is being built: an alias to one of them would go round for ever. */
  const open = new Set<YamlNode>();
  let aliasDepth = 0;
  /** Offset of the outermost alias that is being built. */
  let aliasAt = 0;
  let aliasedCount = 0;
  /** Set when a bound is passed; from then on nothing more is built. */
  let full = false;
  let complete = true;
  let secondDocument: Finding | undefined;
  const exotic = /[^\t-\x7e]/.test(text);

  const stop = (finding: Finding) => {
    if (!full) note(finding);
    full = true;
    return null;
  };

  /** Builds a node and returns its value; `end` of the last one built is kept for the collection around it. */
  let lastEnd = 0;
  const build = (node: YamlNode | null, emptyAt: number, depth: number): unknown => {
    const at = places.length;
    const start = node?.range[0] ?? emptyAt;
    places.push(0, 0, 0, 0);
    lastEnd = node?.range[1] ?? emptyAt;
    const value = node === null || full ? null : inside(node, depth);
    placer.put(places, at, start, Math.max(start, lastEnd));
    return value;
  };

  const inside = (node: YamlNode, depth: number): unknown => {
    const [start, end] = node.range;
    if (aliasDepth > 0 && ++aliasedCount > aliasedValuesMax) {
      return stop({
        code: 'yaml-alias-limit',
        message: `aliases add more than ${aliasedValuesMax.toLocaleString('en')} values to this document`,
        help: 'write the values out, or split the document',
        start: aliasAt,
        end: aliasAt + 1,
      });
    }
    if (depth > depthMax) {
      return stop(tooDeep(start));
    }
    if (isAlias(node)) return fromAlias(node, depth);
    if (node.anchor) anchors.set(node.anchor, node);
    if (isScalar(node)) {
      note(scalarFinding(node, text, exotic));
      // The extent of a block scalar takes in the break after it.
      if (node.type?.startsWith('BLOCK')) {
        while (lastEnd > start && /\s/.test(text[lastEnd - 1]!)) lastEnd--;
      }
      return node.value;
    }
    open.add(node);
    lastEnd = start;
    const value = isSeq(node) ? fromList(node, depth) : isMap(node) ? fromMapping(node, depth) : null;
    open.delete(node);
    // The extent of a block runs on over what follows it, up to the next node; it ends where its last value does.
    if (node.flow) lastEnd = end;
    return value;
  };

  const fromAlias = (node: YamlNode & { readonly source: string }, depth: number): unknown => {
    const [start, end] = node.range;
    const target = anchors.get(node.source);
    if (!target) {
      complete = false;
      note(unknownAnchor(text, start, end, [...anchors.keys()]));
      return null;
    }
    if (open.has(target)) {
      complete = false;
      note({
        code: 'yaml-alias',
        message: `\`*${clip(node.source)}\` stands inside what it stands for`,
        help: `write the value out, or move \`&${clip(node.source)}\``,
        start,
        end,
        related: { message: 'the anchor', start: target.range[0], end: target.range[0] + 1 },
      });
      return null;
    }
    if (aliasDepth === 0) aliasAt = start;
    aliasDepth++;
    // The place of the alias is the value's; the places of what is inside it are those where it is written.
    const value = inside(target, depth + 1);
    aliasDepth--;
    lastEnd = end;
    return value;
  };

  const fromList = (node: YamlNode & { readonly items: readonly unknown[] }, depth: number): unknown[] => {
    const list: unknown[] = [];
    for (const item of node.items) {
      if (full) break;
      list.push(build(item as YamlNode | null, lastEnd, depth + 1));
    }
    return list;
  };

  const fromMapping = (node: MappingNode, depth: number): Record<string, unknown> => {
    const mapping: Record<string, unknown> = {};
    const from = places.length;
    /** Of each key, where its places begin; kept only where they must be put into another order. */
    const begins = node.items.some(hasNumericKey) ? new Map<string, number>() : undefined;
    let furthest = lastEnd;
    for (const pair of node.items) {
      if (full) break;
      const key = pair.key as YamlNode | null;
      const name = keyText(key);
      if (exotic || name === undefined || isRemarkable(name)) {
        const finding = keyFinding(key, name, text, exotic, node.range[0]);
        note(finding);
        if (finding && readCodes[finding.code] === 'error') {
          complete = false;
          continue;
        }
      }
      if (key === null || name === undefined) continue;
      if (Object.hasOwn(mapping, name)) {
        repeated(node, key, name, depth);
        continue;
      }
      if (isScalar(key) && key.anchor) anchors.set(key.anchor, key);
      begins?.set(name, places.length);
      const at = places.length;
      places.push(0, 0, 0, 0);
      placer.put(places, at, key.range[0], key.range[1]);
      mapping[name] = build(pair.value as YamlNode | null, key.range[1] + 1, depth + 1);
      furthest = Math.max(furthest, lastEnd);
    }
    lastEnd = furthest;
    if (begins) reorder(places, from, begins, Object.keys(mapping));
    return mapping;
  };

  const repeated = (node: MappingNode, key: YamlNode, name: string, depth: number) => {
    const firstKey = () =>
      node.items.find((pair) => keyText(pair.key as YamlNode | null) === name)!.key as YamlNode;
    if (depth === 0 && name === 'apiVersion') secondDocument ??= notSeparated(key, firstKey());
    // What follows in the document belongs to the second one, and is no mistake of its own.
    if (depth === 0 && secondDocument) return;
    if (findings.length < remarksMax) note(duplicate(name, key, firstKey()));
    else untold++;
  };

  const value = build(root, 0, 0);
  if (secondDocument) findings.unshift(secondDocument);
  return {
    value,
    places: packPlaces(places),
    findings,
    untold,
    complete: complete && !full && !secondDocument,
  };
}

type MappingNode = YamlNode & {
  readonly items: readonly { readonly key: unknown; readonly value: unknown }[];
};

/** A key is text, whatever YAML makes of it: `on`, `010` and `true` are keys as they are written. */
function keyText(key: YamlNode | null): string | undefined {
  if (!isScalar(key)) return undefined;
  if (typeof key.value === 'string') return key.value;
  return key.value === null ? undefined : (key.source ?? String(key.value));
}

/** Whether an object may put a key before others that stand before it, as it does with `10`. */
function hasNumericKey({ key }: { readonly key: unknown }): boolean {
  const code = isScalar(key) ? key.source?.charCodeAt(0) : undefined;
  return code !== undefined && code >= 48 && code <= 57;
}

/** Puts the places of a mapping's entries into the order in which its object lists its keys. */
function reorder(
  places: number[],
  from: number,
  begins: ReadonlyMap<string, number>,
  keys: readonly string[],
): void {
  const before = places.slice(from);
  const ends = new Map<string, number>();
  let last: string | undefined;
  for (const [name, begin] of begins) {
    if (last !== undefined) ends.set(last, begin);
    last = name;
  }
  let at = from;
  for (const key of keys) {
    const [begin, end] = [begins.get(key)! - from, (ends.get(key) ?? places.length) - from];
    for (let index = begin; index < end; index++) places[at++] = before[index]!;
  }
}

function duplicate(name: string, key: YamlNode, first: YamlNode): Finding {
  return {
    code: 'yaml-duplicate-key',
    message: `\`${clip(name)}\` stands twice in the same mapping`,
    help: 'keep one of the two; YAML readers disagree on which of them counts',
    start: key.range[0],
    end: key.range[1],
    related: { message: 'it stands here first', start: first.range[0], end: first.range[1] },
  };
}

function notSeparated(key: YamlNode, first: YamlNode): Finding {
  return {
    code: 'document-not-separated',
    message: 'a second document begins here without a line `---` before it',
    help: 'put a line `---` between the two',
    start: key.range[0],
    end: key.range[1],
    related: { message: 'the first begins here', start: first.range[0], end: first.range[1] },
  };
}

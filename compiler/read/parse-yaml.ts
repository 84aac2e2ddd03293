import * as yaml from 'yaml';
import { Composer, type Document, type ParsedNode, Parser, type ScalarTag, Schema } from 'yaml';
import { syntaxFaultsMax } from './limits.ts';

/*
 * The one file that knows the `yaml` package; the others know its nodes by what is exported here. As constants,
 * because the package is CommonJS, where each use of an import is a call of a getter.
 */
export const isAlias = yaml.isAlias;
export const isMap = yaml.isMap;
export const isScalar = yaml.isScalar;
export const isSeq = yaml.isSeq;
export type YamlNode = ParsedNode;

/** A place that is not YAML, in offsets of the text. `code` and `message` are the package's own. */
export interface YamlFault {
  readonly code: string;
  readonly message: string;
  readonly start: number;
  readonly end: number;
}

export interface ParsedYaml {
  readonly root: YamlNode | null;
  readonly faults: readonly YamlFault[];
  /** Tags that mean nothing in YAML 1.2 core; their values are read without them. As many as are worth telling. */
  readonly unknownTags: readonly YamlFault[];
  /** Whether it was given up after so many faults. */
  readonly givenUp: boolean;
}

/** Tells most texts from numbers, null and truth values in one test where the core schema makes seven. */
const word: ScalarTag = {
  tag: 'tag:yaml.org,2002:str',
  default: true,
  test: /^(?!(?:null|Null|NULL|true|True|TRUE|false|False|FALSE)$)[A-Za-z]/,
  resolve: (text) => text,
};

/**
 * YAML 1.2 core, whatever a file says of itself; tags of other schemas are told, and make no buffers or dates. Made
 * once, where the package would make one a document.
 */
const schema = new Schema({
  schema: 'core',
  resolveKnownTags: false,
  customTags: (tags) => [word, ...tags],
});

const options = {
  version: '1.2',
  schema,
  // Comparing each key with all before it takes minutes on a hostile mapping; `build-value.ts` looks keys up.
  uniqueKeys: false,
  logLevel: 'silent',
} as const;

type FaultSource =
  | number
  | readonly [number, number, number?]
  | { readonly offset: number; readonly source?: string };

/** Parses one YAML document, with the place of every node. Takes no more faults than are worth telling. */
export function parseYaml(text: string): ParsedYaml {
  const faults: YamlFault[] = [];
  const unknownTags: YamlFault[] = [];
  const composer = new Composer(options);
  // Composer makes an Error, with its stack, of each fault: 14 microseconds that a hostile text can ask for
  // half a million times. A pin in test/compiler/read/parse-yaml.test.ts tells when this no longer takes hold.
  Object.assign(composer, {
    onError(source: FaultSource, code: string, message: string) {
      if (message.startsWith('Unresolved tag')) {
        if (unknownTags.length < syntaxFaultsMax) unknownTags.push({ code, message, ...extentOf(source) });
        return;
      }
      faults.push({ code, message, ...extentOf(source) });
      if (faults.length > syntaxFaultsMax) throw new TooManyFaults();
    },
  });
  try {
    let document: Document.Parsed | undefined;
    for (const next of composer.compose(new Parser().parse(text), true, text.length)) document ??= next;
    for (const { code, message, pos } of document?.errors ?? []) {
      faults.push({ code, message, start: pos[0], end: pos[1] });
    }
    const root = document?.contents ?? null;
    return { root, faults: faults.map((fault) => atOpeningQuote(fault, root)), unknownTags, givenUp: false };
  } catch (error) {
    if (error instanceof TooManyFaults) return { root: null, faults, unknownTags, givenUp: true };
    // The stack of the parser itself: nested deeper than anything that could be read.
    if (error instanceof RangeError) {
      const fault = { code: 'RESOURCE_EXHAUSTION', message: error.message, start: 0, end: 1 };
      return { root: null, faults: [fault], unknownTags, givenUp: false };
    }
    throw error;
  }
}

class TooManyFaults extends Error {}

function extentOf(source: FaultSource): { start: number; end: number } {
  if (typeof source === 'number') return { start: source, end: source + 1 };
  if ('offset' in source) {
    return { start: source.offset, end: source.offset + (source.source?.length || 1) };
  }
  return { start: source[0], end: source[1] };
}

/** Moves the fault of a quote that is never closed from where the text ends to where the quote begins. */
function atOpeningQuote(fault: YamlFault, root: YamlNode | null): YamlFault {
  if (!/^Missing closing ["']quote/.test(fault.message)) return fault;
  let node: unknown = root;
  while (isMap(node) || isSeq(node)) {
    const last: unknown = node.items.at(-1);
    const pair = last as { readonly key: unknown; readonly value: unknown } | undefined;
    node = isMap(node) ? (pair?.value ?? pair?.key) : last;
  }
  const start = isScalar(node) ? node.range?.[0] : undefined;
  return start === undefined ? fault : { ...fault, start, end: start + 1 };
}

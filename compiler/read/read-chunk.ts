import { kinds } from '../../schema/declared.ts';
import type { Diagnostic } from '../../schema/diagnostic.ts';
import { buildValue } from './build-value.ts';
import type { ChunkRecord, DocumentRecord } from './chunk-record.ts';
import { readCodes } from './codes.ts';
import { tagFinding } from './explain-fault.ts';
import { type Finding, placeFinding } from './finding.ts';
import { documentLengthMax, documentMarksMax, syntaxFaultsMax } from './limits.ts';
import { isNearApiVersion } from './near-api-version.ts';
import { parseYaml } from './parse-yaml.ts';
import { createPlacer } from './placer.ts';
import { syntaxFindings } from './syntax-findings.ts';

/** A line that makes a document Almanac's, wherever it stands. */
const ownApiVersion = /apiVersion["']?[ \t]*:[ \t]*["']?almanac\//;

/**
 * Whether a document's text may be Almanac's, told without parsing it: it holds `almanac/`, or an apiVersion that
 * is nearly that.
 */
export function maybeOurs(text: string): boolean {
  if (text.includes('almanac/')) return true;
  const at = text.startsWith('apiVersion:') ? 0 : text.indexOf('\napiVersion:') + 1;
  if (at === 0 && !text.startsWith('apiVersion:')) return false;
  const written = /^apiVersion:[ \t]*["']?([\w./:-]{1,24})/.exec(text.slice(at, at + 64))?.[1];
  return written !== undefined && isNearApiVersion(written);
}

/** Reads the text of one document: what it holds, or why it cannot be read. */
export function readChunk(text: string): ChunkRecord {
  const { document, diagnostics, more } = readAny(text);
  const broken = diagnostics.some(({ severity }) => severity === 'error');
  if (!document) {
    // What was not parsed for its size is ours only if it says so in so many words.
    const ours = diagnostics.every(({ code }) => code !== 'document-too-large') || ownApiVersion.test(text);
    return ours ? { fate: 'refused', diagnostics, more } : foreign;
  }
  const { value } = document;
  if (!isMapping(value)) {
    const finding = notMapping(value, text);
    return finding ? { fate: 'refused', diagnostics: place([finding], text), more: 0 } : foreign;
  }
  if (!isOurs(value)) return foreign;
  return { fate: broken ? 'refused' : 'declared', document, diagnostics, more };
}

/** Reads the text of any YAML document. Without `document` there are errors. */
export function readAny(text: string): {
  readonly document?: DocumentRecord;
  readonly diagnostics: readonly Diagnostic[];
  readonly more: number;
} {
  const excess = tooLarge(text);
  if (excess) return { diagnostics: place([excess], text), more: 0 };
  const { root, faults, unknownTags, givenUp } = parseYaml(text);
  if (faults.length > 0) {
    const diagnostics = place(syntaxFindings(text, faults), text);
    return { diagnostics: givenUp ? [...diagnostics, givenUpAfter(diagnostics)] : diagnostics, more: 0 };
  }
  const placer = createPlacer(text);
  const { value, places, findings, untold, complete } = buildValue(root, text, placer);
  const tagFindings = unknownTags.map((tag) => tagFinding(text, tag));
  return {
    document: { value, places, line: placer.place(root?.range[0] ?? 0, 0)[0], partial: !complete },
    diagnostics: [...tagFindings, ...findings].map((finding) => placeFinding(finding, placer)),
    more: untold,
  };
}

const foreign: ChunkRecord = { fate: 'foreign', diagnostics: [], more: 0 };

function place(findings: readonly Finding[], text: string): Diagnostic[] {
  const placer = createPlacer(text);
  return findings.map((finding) => placeFinding(finding, placer));
}

function isMapping(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Almanac's are documents that say so; that nearly say so; that say nothing but are of a kind that only we have. */
function isOurs(document: Readonly<Record<string, unknown>>): boolean {
  const { apiVersion, kind } = document;
  if (typeof apiVersion === 'string')
    return apiVersion.startsWith('almanac/') || isNearApiVersion(apiVersion);
  return apiVersion === undefined && kinds.some((known) => known === kind);
}

function tooLarge(text: string): Finding | undefined {
  if (text.length > documentLengthMax) {
    return {
      code: 'document-too-large',
      message: `the document has ${thousands(text.length)} characters; at most ${thousands(documentLengthMax)} are read`,
      help: 'split it; is a line `---` missing between documents?',
      start: 0,
      end: 1,
    };
  }
  // A mark is at least a character, so that a short document needs no count.
  if (text.length <= documentMarksMax || countMarks(text) <= documentMarksMax) return undefined;
  return {
    code: 'document-too-large',
    message: `the document has more than ${thousands(documentMarksMax)} lines, keys and items`,
    help: 'split it; is a line `---` missing between documents?',
    start: 0,
    end: 1,
  };
}

function countMarks(text: string): number {
  let count = 0;
  for (const _ of text.matchAll(/[\n,[\]{}]|(?<![^\s])[-?*&!]|(?<=[\s"'])["']|:(?=\s)/g)) {
    if (++count > documentMarksMax) break;
  }
  return count;
}

function notMapping(value: unknown, text: string): Finding | undefined {
  const start = Math.max(0, text.search(/[^\s#]/));
  if (typeof value === 'string' && /^apiVersion:\s*almanac\//.test(value)) {
    return {
      code: 'document-not-mapping',
      message: 'the document is one long text and no mapping',
      help: 'put a space after each colon: `kind: Job`',
      start,
      end: start + 'apiVersion:'.length,
    };
  }
  if (!Array.isArray(value) || !ownApiVersion.test(text)) return undefined;
  return {
    code: 'document-not-mapping',
    message: 'the document is a list and no mapping',
    help: 'leave the `- ` out, and put a line `---` between documents instead',
    start,
    end: start + 1,
  };
}

function givenUpAfter(diagnostics: readonly Diagnostic[]): Diagnostic {
  const { span } = diagnostics.at(-1)!;
  return {
    code: 'too-many-remarks',
    severity: readCodes['too-many-remarks'],
    message: `more than ${syntaxFaultsMax} places of this document are not YAML; the rest is not looked at`,
    help: 'mend these first',
    ...(span && { span }),
  };
}

function thousands(count: number): string {
  return count.toLocaleString('en');
}

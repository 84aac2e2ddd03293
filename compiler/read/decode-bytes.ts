import type { Diagnostic, Span } from '../../schema/diagnostic.ts';
import { type ReadCode, readCodes } from './codes.ts';
import { fileBytesMax } from './limits.ts';
import { createPlacer } from './placer.ts';

/** Control characters other than tab, line feed, carriage return and next line (YAML 1.2.2, rule 1). */
const controls = /[^\P{Cc}\t\n\r\x85]/u;

const notTextHelp = 'if it is a text file, remove the character; if not, leave it out of the paths';

export type Decoded =
  | { readonly kind: 'text'; readonly text: string }
  /** `ours` tells whether it may well hold declarations. */
  | { readonly kind: 'refused'; readonly diagnostic: Diagnostic; readonly ours: boolean };

/**
 * Turns the bytes of a file into text, if they are UTF-8. Byte-order marks at the start of a line are dropped:
 * editors of Windows write one at the start of a file, and files put together hold them further down.
 */
export function decodeBytes(path: string, bytes: Uint8Array): Decoded {
  if (bytes.length > fileBytesMax) {
    const size = Math.ceil((bytes.length / (1024 * 1024)) * 10) / 10;
    return refuse(
      'file-too-large',
      `the file has ${size} MiB; at most ${fileBytesMax / (1024 * 1024)} MiB are read`,
      'split it; a path or glob may name a whole folder',
    );
  }
  const wide = wideEncoding(bytes);
  if (wide) {
    return refuse('file-encoding', `the file is written in ${wide}, not in UTF-8`, 'save it as UTF-8');
  }
  const nul = bytes.indexOf(0);
  if (nul !== -1) {
    return refuse('file-not-text', 'the file is not text: it has a NUL byte', notTextHelp, spanAtByte(nul));
  }
  let text: string;
  try {
    text = decoder().decode(bytes);
  } catch {
    const at = firstFault(bytes);
    const character = new TextDecoder('windows-1252').decode(bytes.subarray(at, at + 1));
    return refuse(
      'file-encoding',
      `the byte 0x${hex(bytes[at] ?? 0)} is not UTF-8`,
      `save the file as UTF-8; in the encoding Windows-1252 the byte is \`${character}\``,
      spanAtByte(at),
    );
  }
  const control = text.search(controls);
  if (control !== -1) {
    const name = hex(text.charCodeAt(control));
    return refuse(
      'file-not-text',
      `the file has the control character U+00${name}, which YAML forbids`,
      notTextHelp,
      spanAt(text, control),
    );
  }
  const loneReturn = text.search(/\r(?!\n)/);
  if (loneReturn !== -1) {
    return refuse(
      'file-line-breaks',
      'a line ends in a carriage return without a line feed',
      'save the file with the line breaks of Unix (LF) or Windows (CRLF)',
      spanAt(text, loneReturn),
    );
  }
  return { kind: 'text', text: text.includes('\ufeff') ? text.replace(/(^|\n)\ufeff+/g, '$1') : text };

  function refuse(code: ReadCode, message: string, help: string, span: Span = spanAtByte(0)): Decoded {
    const ours = mentionsAlmanac(bytes);
    return { kind: 'refused', diagnostic: { code, severity: readCodes[code], message, help, span }, ours };
  }

  function spanAtByte(at: number): Span {
    // What stands before is UTF-8, or no text at all, and then a column means little.
    const before = new TextDecoder().decode(bytes.subarray(0, at));
    return spanAt(before, before.length);
  }

  function spanAt(within: string, at: number): Span {
    const [line, column, endLine, endColumn] = createPlacer(within).place(at, at + 1);
    return { file: path, line, column, endLine, endColumn };
  }
}

/** Whether bytes hold `almanac/`, in UTF-8 or in UTF-16 of either order. */
function mentionsAlmanac(bytes: Uint8Array): boolean {
  const word = [...'almanac/'].map((character) => character.charCodeAt(0));
  return holds(bytes, word, 1) || holds(bytes, word, 2);
}

/** Whether bytes hold a word, one byte of it every `step` bytes. */
function holds(bytes: Uint8Array, word: readonly number[], step: number): boolean {
  for (let at = bytes.indexOf(word[0]!); at !== -1; at = bytes.indexOf(word[0]!, at + 1)) {
    if (word.every((byte, index) => bytes[at + index * step] === byte)) return true;
  }
  return false;
}

function wideEncoding(bytes: Uint8Array): string | undefined {
  const [a, b, c, d] = bytes;
  if (a === 0xff && b === 0xfe) return c === 0 && d === 0 ? 'UTF-32' : 'UTF-16';
  if (a === 0xfe && b === 0xff) return 'UTF-16';
  if (a === 0 && b === 0 && (c === 0xfe || c === 0)) return 'UTF-32';
  // Without a mark: ASCII in UTF-16 has a zero beside each letter.
  if ((a === 0 && b !== undefined && b > 0 && c === 0) || (a !== undefined && a > 0 && b === 0 && d === 0)) {
    return 'UTF-16';
  }
  return undefined;
}

function decoder() {
  return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });
}

/** Offset of the first byte that is not UTF-8. */
function firstFault(bytes: Uint8Array): number {
  // The longest prefix that decodes, if its last character may be cut off.
  let [good, bad] = [0, bytes.length];
  while (bad - good > 1) {
    const middle = (good + bad) >> 1;
    if (decodes(bytes.subarray(0, middle), true)) good = middle;
    else bad = middle;
  }
  // The fault begins where that last character does.
  while (!decodes(bytes.subarray(0, good), false)) good--;
  return good;
}

function decodes(bytes: Uint8Array, mayBeCutOff: boolean): boolean {
  try {
    decoder().decode(bytes, { stream: mayBeCutOff });
    return true;
  } catch {
    // That is the question.
    return false;
  }
}

function hex(byte: number): string {
  return byte.toString(16).toUpperCase().padStart(2, '0');
}

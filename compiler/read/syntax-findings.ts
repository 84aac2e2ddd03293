import type { Finding } from './finding.ts';
import { depthMax } from './limits.ts';
import type { YamlFault } from './parse-yaml.ts';
import { unquoted } from './unquoted.ts';

/**
 * Explains the places of a text that are not YAML. One fault often shows as several, so there is one finding
 * a line, the one that says most.
 */
export function syntaxFindings(text: string, faults: readonly YamlFault[]): Finding[] {
  const byLine = new Map<number, Finding>();
  const nested = new Set(
    faults.filter(({ code }) => code === 'BLOCK_AS_IMPLICIT_KEY').map(({ start }) => start),
  );
  for (const fault of faults) {
    // The same mistake, seen from the other side.
    if (fault.code === 'MULTILINE_IMPLICIT_KEY' && nested.has(fault.start)) continue;
    const finding = explain(text, fault);
    const line = text.lastIndexOf('\n', finding.start - 1);
    const other = byLine.get(line);
    if (!other || (other.code === 'yaml-syntax' && finding.code !== 'yaml-syntax')) byLine.set(line, finding);
  }
  return [...byLine.values()];
}

function explain(text: string, fault: YamlFault): Finding {
  const line = lineAt(text, fault.start);
  const sign = expressionStart(line, fault.start - line.start);
  if (sign !== undefined) return unquoted(text, line.start + sign);
  if (fault.code === 'RESOURCE_EXHAUSTION') {
    return {
      code: 'document-too-deep',
      message: `nested more than ${depthMax} levels deep`,
      help: 'no declaration needs more than ten levels; is a bracket or an indent wrong?',
      start: fault.start,
      end: fault.start + 1,
    };
  }
  if (fault.code === 'TAB_AS_INDENT') {
    const tabs = /^[\t ]*/.exec(line.text)![0];
    const first = tabs.indexOf('\t');
    return {
      code: 'yaml-tab',
      message: 'a tab is no indentation in YAML',
      help: 'indent with spaces, two for each level',
      start: line.start + Math.max(first, 0),
      end: line.start + Math.max(tabs.length, 1),
    };
  }
  const words = explanation(fault, line.text, text);
  return { code: 'yaml-syntax', ...extent(fault, text), ...words };
}

/** Explains a tag that is not known. The tag is no part of its value's extent. */
export function tagFinding(text: string, { start, end }: YamlFault): Finding {
  return {
    code: 'yaml-tag',
    message: `the tag \`${text.slice(start, Math.min(end, start + 60))}\` is not known`,
    help: 'leave it out; declarations are text, numbers, `true`, `false`, lists and mappings',
    start,
    end,
  };
}

/** What is said of `{{ name }}`, which YAML takes for a mapping whose key is a mapping. */
export const templateWords = {
  message: 'this is a template and not YAML',
  help: 'render it before Almanac reads it; if the braces are text, put the value in quotes',
} as const;

type Words = Pick<Finding, 'message' | 'help'> & Partial<Pick<Finding, 'start' | 'end'>>;

/** Says in plain words what the package says in its own (`yaml` 2.9, docs/08_errors.md). */
function explanation(fault: YamlFault, line: string, text: string): Words {
  if (/\{\{|\{%/.test(line)) return templateWords;
  const { code, message } = fault;
  if (/^Missing closing ["']/.test(message)) {
    return {
      message: `a quote \`${message.includes('"') ? '"' : "'"}\` that opens here is never closed`,
      help: 'close it on the same line',
    };
  }
  if (/^Implicit map keys need to be followed|^Implicit keys need to be on a single line/.test(message)) {
    const glued = /^\s*(?:- )?([\w-]+):(\S.*)$/.exec(line);
    if (glued) {
      return {
        message: `a space is missing after the colon of \`${glued[1]}:\``,
        help: `write \`${glued[1]}: ${glued[2]}\``,
      };
    }
    return {
      message: 'this line is no `key: value`',
      help: 'add a colon and a space after the key, or indent the line if it goes on with the text above',
    };
  }
  if (code === 'BLOCK_AS_IMPLICIT_KEY') {
    if (/^\s*(?:- )?["']?[\w-]+["']?:\s+\S.*:(?:\s|$)/.test(line)) {
      return {
        message: 'a second `: ` on one line',
        help: 'put the value in quotes if its colon is text; otherwise begin a new line',
      };
    }
    const next = /\n[ \t\r\n]*/g;
    next.lastIndex = fault.start;
    const start = next.test(text) ? next.lastIndex : fault.start;
    return {
      message: 'this line is indented further than its neighbours',
      help: 'keys of one mapping, and items of one list, stand in one column',
      start,
      end: Math.max(start + 1, start + lineAt(text, start).text.trimStart().length),
    };
  }
  if (code === 'BAD_INDENT') {
    if (message.startsWith('Flow')) {
      return {
        message: `a \`${message.includes('map') ? '{' : '['}\` is not closed, or its end is not indented`,
        help: 'close the bracket, and indent every line up to it further than the key',
      };
    }
    return {
      message: 'this line is indented otherwise than its neighbours',
      help: 'keys of one mapping, and items of one list, stand in one column',
    };
  }
  if (code === 'BAD_DQ_ESCAPE') {
    return {
      message: `\`${/\\.*$/.exec(message)?.[0] ?? '\\'}\` is no escape in double quotes`,
      help: 'write `\\\\` for a backslash, or use single quotes, in which it is just itself',
    };
  }
  if (message.startsWith('Missing , or :') || /^Missing \w+ .*(?:comma|,)/.test(message)) {
    return {
      message: 'a comma is missing between two items',
      help: 'put `, ` between items of `[…]` and `{…}`',
    };
  }
  if (message.startsWith('Unexpected block-seq-ind')) {
    return { message: 'a list cannot begin on the line of its key', help: 'begin `- ` on a line of its own' };
  }
  return { message: inOurStyle(message) };
}

function inOurStyle(message: string): string {
  const plain = message.replace(/\.$/, '').replace(/\s+/g, ' ').slice(0, 160);
  return plain.charAt(0).toLowerCase() + plain.slice(1);
}

/**
 * Offset in its line of the unquoted `*` or `@` behind a fault: of a value that begins with one and goes on as
 * no alias could, such as a cron expression or a nickname.
 */
function expressionStart(line: { readonly text: string }, at: number): number | undefined {
  for (const match of line.text.matchAll(/(?:^|: |- |[[{,] ?)\s*(?=[*@`%])/g)) {
    const start = match.index + match[0].length;
    const value = line.text.slice(start);
    if (start <= at && (/^\*(?:[\s/,]|$)/.test(value) || /^[@`%]/.test(value))) return start;
  }
  return undefined;
}

interface Line {
  readonly text: string;
  readonly start: number;
}

/** The line that holds an offset; of a fault at the very end, the last line with text on it. */
function lineAt(text: string, offset: number): Line {
  let at = Math.min(offset, text.length);
  if (at === text.length) while (at > 0 && /\s/.test(text[at - 1]!)) at--;
  const start = text.lastIndexOf('\n', at - 1) + 1;
  const end = text.indexOf('\n', at);
  return { text: text.slice(start, end === -1 ? text.length : end).trimEnd(), start };
}

/** A fault's stretch, drawn back from the end of the text to where there is something to see. */
function extent(fault: YamlFault, text: string): { start: number; end: number } {
  const line = lineAt(text, fault.start);
  const last = line.start + line.text.length;
  if (fault.start >= last)
    return { start: Math.max(line.start, last - 1), end: Math.max(last, line.start + 1) };
  return { start: fault.start, end: Math.max(fault.start + 1, Math.min(fault.end, last)) };
}

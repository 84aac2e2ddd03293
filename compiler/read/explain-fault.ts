import { clip } from './clip.ts';
import type { Finding } from './finding.ts';
import { depthMax } from './limits.ts';
import { lineAt, type TextLine } from './line-at.ts';
import { openBracket, openQuote } from './open-ends.ts';
import type { YamlFault } from './parse-yaml.ts';
import { unquoted } from './unquoted.ts';

type Words = Pick<Finding, 'message' | 'help'> & Partial<Pick<Finding, 'start' | 'end'>>;

/** Says in plain words what the package says in its own (`yaml` 2.9, docs/08_errors.md), and where it began. */
export function explainFault(text: string, fault: YamlFault): Finding {
  const line = lineAt(text, fault.start);
  const sign = signOf(line, fault.start - line.start);
  if (sign !== undefined) return unquoted(text, line.start + sign);
  if (fault.code === 'RESOURCE_EXHAUSTION') return tooDeep(fault.start);
  if (fault.code === 'TAB_AS_INDENT') return tabFinding(line);
  const words = templateIn(line) ?? quoteWords(text, fault, line) ?? structureWords(text, fault, line);
  return {
    code: 'yaml-syntax',
    ...extentOf(text, fault),
    ...(words ?? { message: inOurStyle(fault.message) }),
  };
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

export function tooDeep(start: number): Finding {
  return {
    code: 'document-too-deep',
    message: `nested more than ${depthMax} levels deep`,
    help: 'no declaration needs more than ten levels; is a bracket or an indent wrong?',
    start,
    end: start + 1,
  };
}

/** What is said of `{{ name }}`, which YAML takes for a mapping whose key is a mapping. */
export const templateWords = {
  message: 'this is a template and not YAML',
  help: 'render it before Almanac reads it; if the braces are text, put the value in quotes',
} as const;

function templateIn(line: TextLine): Words | undefined {
  const match = /\{\{(?:.*?\}\})?|\{%(?:.*?%\})?/.exec(line.text);
  if (!match) return undefined;
  const start = line.start + match.index;
  return { ...templateWords, start, end: start + match[0].length };
}

function tabFinding(line: TextLine): Finding {
  const indent = /^[\t ]*/.exec(line.text)![0];
  return {
    code: 'yaml-tab',
    message: 'a tab is no indentation in YAML',
    help: 'indent with spaces, two for each level; editors can replace all tabs at once',
    start: line.start + Math.max(indent.indexOf('\t'), 0),
    end: line.start + Math.max(indent.length, 1),
  };
}

function quoteWords(text: string, { code, message, start }: YamlFault, line: TextLine): Words | undefined {
  if (code === 'BAD_DQ_ESCAPE') {
    return {
      message: `\`${/\\.*$/.exec(message)?.[0] ?? '\\'}\` is no escape in double quotes`,
      help: 'write `\\\\` for a backslash, or use single quotes, in which it is just itself',
    };
  }
  const never = /^Missing closing (["'])/.exec(message);
  const opened = openQuote(text, line.start + line.text.length);
  if (!never && opened === undefined) return undefined;
  const at = opened ?? start;
  return {
    message: `a quote \`${never?.[1] ?? '"'}\` that opens here is not closed on its line`,
    help: 'close it; a text over several lines is better written as a block, `key: |`',
    start: at,
    end: at + 1,
  };
}

function structureWords(text: string, fault: YamlFault, line: TextLine): Words | undefined {
  const { code, message } = fault;
  if (/^Implicit map keys need|^Implicit keys need/.test(message)) return keyWords(line);
  if (code === 'BLOCK_AS_IMPLICIT_KEY') return nestingWords(text, fault, line);
  if (/^Flow (?:map|sequence)|^Expected flow (?:map|sequence)|end with a [}\]]/.test(message)) {
    const start = openBracket(text, fault.start) ?? fault.start;
    return {
      message: `a \`${text[start]}\` that opens here is not closed`,
      help: 'close it; all lines up to its end are indented further than its key',
      start,
      end: start + 1,
    };
  }
  if (code === 'BAD_INDENT') return indentWords(line);
  if (/^Missing ,/.test(message)) {
    return {
      message: 'a comma is missing between two items',
      help: 'put `, ` between items of `[…]` and `{…}`',
    };
  }
  if (/^Unexpected block-seq-ind|^Block collections are not allowed/.test(message)) {
    return {
      message: 'a list with `- ` cannot begin here',
      help: 'begin each `- ` on a line of its own, or write `[one, two]`',
    };
  }
  return undefined;
}

function keyWords(line: TextLine): Words {
  const glued = /^\s*(?:- )?([\w-]+):(\S.*)$/.exec(line.text);
  if (glued) {
    return {
      message: `a space is missing after the colon of \`${clip(glued[1]!)}:\``,
      help: `write \`${clip(`${glued[1]}: ${glued[2]}`)}\``,
    };
  }
  return {
    message: 'this line is no `key: value`',
    help: 'add a colon and a space after the key, or indent the line if it goes on with the text above',
  };
}

/** A mapping where a value has begun already: by a second colon, or by a line that is indented too far. */
function nestingWords(text: string, { start }: YamlFault, line: TextLine): Words {
  const second = /^(\s*(?:- )?["']?[\w-]+["']?:\s+\S.*?):(?:\s|$)/.exec(line.text);
  if (second) {
    const at = line.start + second[1]!.length;
    return {
      message: 'a second `: ` on one line',
      help: 'put the value in quotes if its colon is text; otherwise begin a new line',
      start: at,
      end: at + 1,
    };
  }
  const next = /\n[ \t\r\n]*/g;
  next.lastIndex = start;
  return indentWords(next.test(text) ? lineAt(text, next.lastIndex) : line);
}

function indentWords(line: TextLine): Words {
  const start = line.start + line.text.search(/\S|$/);
  return {
    message: 'this line is indented otherwise than its neighbours',
    help: 'keys of one mapping, and items of one list, stand in one column',
    start,
    end: Math.max(start + 1, line.start + line.text.length),
  };
}

function inOurStyle(message: string): string {
  const plain = message.replace(/\.$/, '').replace(/\s+/g, ' ').slice(0, 160);
  return plain.charAt(0).toLowerCase() + plain.slice(1);
}

/**
 * Offset in its line of the unquoted `*`, `@`, `` ` `` or `%` behind a fault: of a value that begins with one and goes
 * on as no alias could, such as a cron expression or a nickname.
 */
function signOf(line: TextLine, at: number): number | undefined {
  for (const match of line.text.matchAll(/(?:^|: |- |[[{,] ?)\s*(?=[*@`%])/g)) {
    const start = match.index + match[0].length;
    if (start <= at && /^(?:\*(?:[\s/,\]}]|$)|[@`%])/.test(line.text.slice(start, start + 2))) return start;
  }
  return undefined;
}

/** A fault's stretch, drawn back from the end of the text to where there is something to see. */
function extentOf(text: string, fault: YamlFault): { start: number; end: number } {
  const line = lineAt(text, fault.start);
  const last = line.start + line.text.length;
  if (fault.start >= last) {
    return { start: Math.max(line.start, last - 1), end: Math.max(last, line.start + 1) };
  }
  return { start: fault.start, end: Math.max(fault.start + 1, Math.min(fault.end, last)) };
}

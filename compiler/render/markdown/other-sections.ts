import type { Diagnostic } from '../../../schema/diagnostic.ts';
import type { DeclarationChange, Plan } from '../../../schema/plan.ts';
import { alikeFindings } from '../alike-findings.ts';
import { byteLength } from '../byte-length.ts';
import { clip } from '../clip.ts';
import { countText, plural } from '../columns.ts';
import { declarationName, driftText, governedText } from '../declaration-text.ts';
import { headRows } from '../head-rows.ts';
import { placeText } from '../job-block.ts';
import type { Played } from '../played.ts';
import { actionSymbol } from '../symbols.ts';
import { findingsVerdict } from '../verdict.ts';
import { code, inert } from './inert.ts';
import { fieldTable, told } from './job-parts.ts';
import { table } from './table.ts';

const nameMost = 140;

/** Renders what the rules say, the worst first, in at most `bytes`. */
export function findingsSection(findings: readonly Diagnostic[], bytes: number): string {
  if (findings.length === 0) return '';
  const lines = alikeFindings(findings).map(([finding, ...others]) => {
    const { code: rule, severity, message, help, span, subject } = finding!;
    const where = span ? ` · ${code(clip(`${span.file}:${span.line}`, nameMost))}` : '';
    const whose = subject === undefined ? '' : `, ${code(clip(subject, nameMost))}`;
    const hint = help === undefined ? '' : `<br>${told(help)}`;
    const more = others.length === 0 ? '' : ` (and ${countText(others.length)} more like it)`;
    return `- **${severity}** ${code(rule)}${whose}: ${told(message)}${more}${hint}${where}\n`;
  });
  return `\n#### Findings: ${findingsVerdict(findings)}\n\n${fitted(lines, bytes, (more) => `\nand ${plural(more, 'more finding')}\n`)}`;
}

/** Renders what differs apart from jobs, in at most `bytes`. */
export function declarationsSection(declarations: readonly DeclarationChange[], bytes: number): string {
  if (declarations.length === 0) return '';
  const blocks = declarations.map((change) => {
    const place = placeText(change.place);
    const governs = change.governs ? `; governs ${told(governedText(change.governs))}` : '';
    return `\n${code(actionSymbol[change.action])} ${told(declarationName(change))}${governs}${
      place === undefined ? '' : ` · ${code(clip(place, nameMost))}`
    }\n\n${fieldTable(change.changes).join('\n\n')}\n`;
  });
  const body = fitted(blocks, bytes, (more) => `\nand ${plural(more, 'more declaration')}\n`);
  return `\n<details><summary>Declarations that change beside jobs: ${declarations.length}</summary>\n${body}\n</details>\n`;
}

/** Renders what was decided under both sides, in at most `bytes`. */
export function playedSection(title: string, played: readonly Played[], bytes: number): string {
  if (played.length === 0) return '';
  const blocks = played.map(playedBlock);
  return `\n#### ${title}\n${fitted(blocks, bytes, (more) => `\nand ${countText(more)} more\n`)}`;
}

/** Fires of a scenario that are listed. */
const playedFiresMost = 12;

function playedBlock({ name, what, verdict, differ, fires }: Played): string {
  const shown = fires.slice(0, playedFiresMost);
  const rows = shown.map((fire) => [
    told(fire.wall),
    code(clip(fire.job, nameMost)),
    told(fire.before),
    told(fire.after),
  ]);
  const more = differ - shown.length;
  return [
    `\n**${code(clip(name, nameMost))}**: ${told(what)}. **${verdict}**.\n`,
    ...(rows.length > 0 ? [`\n${table(['fire', 'job', 'before', 'after'], rows)}\n`] : []),
    ...(more > 0 ? [`\nand ${plural(more, 'more fire')}\n`] : []),
  ].join('');
}

/** Renders zones whose offsets differ between the sides, in at most `bytes`. */
export function driftSection({ drift }: Plan, bytes: number): string {
  if (drift.zones.length === 0) return '';
  const lines = drift.zones.map((zone) => `- ${told(driftText(zone))}\n`);
  return `\n#### Time-zone data differ\n\n${fitted(lines, bytes, (more) => `\nand ${plural(more, 'more zone')}\n`)}`;
}

/** Renders what was compared, and the plan's digest. */
export function comparedSection(plan: Plan): string {
  const rows = [...headRows(plan), ['plan', plan.digest] as const].map(([name, text]) => [
    name,
    inert(clip(text.replace(/ +/g, ' '), nameMost)),
  ]);
  return `\n<details><summary>What was compared</summary>\n\n${table(['what', 'is'], rows)}\n\n</details>\n`;
}

/** Joins blocks as far as `bytes` reach, and says how many are left. */
function fitted(blocks: readonly string[], bytes: number, leftOut: (more: number) => string): string {
  // Room for the line that says what is left.
  let room = bytes - 100;
  const shown: string[] = [];
  for (const block of blocks) {
    room -= byteLength(block);
    if (room < 0) break;
    shown.push(block);
  }
  const more = blocks.length - shown.length;
  return shown.join('') + (more > 0 ? leftOut(more) : '');
}

import type { Diagnostic } from '../../../schema/diagnostic.ts';
import type { DeclarationChange, Plan } from '../../../schema/plan.ts';
import { alikeFindings } from '../alike-findings.ts';
import { countText } from '../columns.ts';
import { declarationName, driftText, governedText } from '../declaration-text.ts';
import type { Played } from '../played.ts';
import { outcomeTable, outcomeText } from './effect-section.ts';
import { escaped, told } from './escaped.ts';
import { fieldTable } from './job-section.ts';
import { inlineMark } from './marks.ts';
import { placeHtml } from './place-html.ts';

/** Things of one kind that are told; more are counted. */
const most = { findings: 200, declarations: 200, played: 50, zones: 50 } as const;

/** Renders what the rules say, the worst first. */
export function findingsSection(findings: readonly Diagnostic[]): string {
  if (findings.length === 0) return '';
  const groups = alikeFindings(findings);
  const items = groups.slice(0, most.findings).map(([finding, ...others]) => {
    const { code, severity, message, help, span, subject } = finding!;
    const where = span ? ` ${placeHtml(span)}` : '';
    const whose = subject === undefined ? '' : ` <span class="soft">${escaped(subject)}</span>`;
    const more =
      others.length === 0 ? '' : ` <span class="soft">and ${countText(others.length)} more like it</span>`;
    const hint = help === undefined ? '' : `<br><span class="soft">${told(help)}</span>`;
    return `<li class="${severity}"><b class="severity">${severity}</b> <code>${escaped(code)}</code>${whose} ${told(message)}${more}${hint}${where}</li>`;
  });
  return `<section id="findings"><h2>What the rules say</h2><ul class="findings">${items.join('')}</ul>${moreLine(groups.length - items.length, 'findings')}</section>`;
}

/** Renders what differs apart from jobs. */
export function declarationsSection(declarations: readonly DeclarationChange[]): string {
  if (declarations.length === 0) return '';
  const blocks = declarations.slice(0, most.declarations).map((change) => {
    const kind = change.action === 'change' ? 'alter' : change.action;
    const governs = change.governs
      ? `<p class="soft">Governs ${escaped(governedText(change.governs))}.</p>`
      : '';
    return `<div class="declaration"><h3>${inlineMark(kind)} ${escaped(declarationName(change))} ${placeHtml(change.place)}</h3>${fieldTable(change.changes, change.place)}${governs}</div>`;
  });
  return `<section id="declarations"><h2>Other declarations</h2>${blocks.join('')}${moreLine(declarations.length - blocks.length, 'declarations')}</section>`;
}

/** Renders what was decided under both sides. */
export function playedSection(title: string, played: readonly Played[]): string {
  if (played.length === 0) return '';
  const blocks = played.slice(0, most.played).map(playedBlock);
  return `<section class="played"><h2>${title}</h2>${blocks.join('')}${moreLine(played.length - blocks.length, 'of them')}</section>`;
}

function playedBlock({ name, what, verdict, differ, fires }: Played): string {
  const rows = fires.map(
    (fire) =>
      `<tr><th scope="row">${escaped(fire.job)} <span class="soft">${escaped(fire.wall)}</span></th><td>${outcomeText(fire.before)}</td><td>${outcomeText(fire.after)}</td></tr>`,
  );
  const table = rows.length === 0 ? '' : outcomeTable(['fire', 'before', 'after'], rows);
  return `<h3>${escaped(name)}</h3><p>${told(what)}. <b>${verdict}</b>.</p>${table}${moreLine(differ - rows.length, 'fires')}`;
}

/** Renders zones whose offsets differ between the sides. */
export function driftSection({ drift }: Plan): string {
  if (drift.zones.length === 0) return '';
  const items = drift.zones.slice(0, most.zones).map((zone) => `<li>${escaped(driftText(zone))}</li>`);
  return `<section id="drift"><h2>Time-zone data differ</h2><ul>${items.join('')}</ul>${moreLine(drift.zones.length - items.length, 'zones')}</section>`;
}

function moreLine(more: number, noun: string): string {
  return more > 0 ? `<p class="soft">and ${countText(more)} more ${noun}</p>` : '';
}

import type { JobChange } from '../../../schema/plan.ts';
import { countText, plural } from '../columns.ts';
import { type ToldWindow, toldWindows, type WindowLine, windowLines } from '../told-windows.ts';
import { told } from './escaped.ts';

/** Renders a job's DST windows as a table; on a narrow screen each becomes a block. */
export function windowTable(job: JobChange): string {
  return `<table class="windows"><thead><tr><th scope="col">DST window</th><th scope="col">change</th><th scope="col">which</th></tr></thead>${toldWindows(
    job,
  )
    .map(windowBody)
    .join('')}</table>`;
}

function windowBody({ window, name, fires, cells }: ToldWindow): string {
  const lines = windowLines(cells);
  const head = `<th scope="rowgroup" rowspan="${lines.length}" class="${window.kind}">${told(name.replace(/ +/g, ' '))} <span class="soft">${plural(fires, 'fire')}</span></th>`;
  const rows = lines.map((cell, index) => {
    const [first = '', ...ends] = cell.texts;
    const more = ends.map((end) => `<span class="soft end">${told(end)}</span>`).join('');
    return `<tr>${index === 0 ? head : ''}<td class="change">${changeText(cell)}</td><td>${told(first)}${more}</td></tr>`;
  });
  return `<tbody>${rows.join('')}</tbody>`;
}

function changeText({ sign, action, count }: WindowLine): string {
  const kind = sign === 'o' ? 'omit' : action;
  const text =
    `${sign === 'o' ? '○' : sign === '-' ? '−' : sign} ${count === undefined ? '' : countText(count)}`.trim();
  return text === '' ? '' : `<b class="count ${kind}">${text}</b>`;
}

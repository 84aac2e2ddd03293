import type { Manifest } from '../../../schema/manifest.ts';
import type { Plan } from '../../../schema/plan.ts';
import { timelineOf } from '../../plan/index.ts';
import { loadHtml, loadMarkdown, renderPlanText } from '../../render/index.ts';
import type { Call } from '../call.ts';
import type { OptionSpec } from '../command.ts';
import { paintFor } from '../paint-for.ts';
import { type FormatRequest, readFormat } from '../plan-formats.ts';
import { writeOutput } from '../write-output.ts';

/** How a command that shows a plan is told in which forms. */
export const formatOption: OptionSpec = {
  flags: '--format <format>',
  about:
    'text, json, markdown (for a pull request) or html (with the fires drawn); format=file writes it there (default: text)',
  read: readFormat,
  many: true,
};

export const outOption: OptionSpec = {
  flags: '--out <file>',
  about: 'the same as --format json=<file>, beside the text',
};

interface Sides {
  readonly before?: Manifest;
  readonly after: Manifest;
}

/** Writes a plan in every form that was asked for, each to its place. */
export async function writePlan(
  call: Call,
  plan: Plan,
  sides: Sides,
  formats: readonly FormatRequest[],
): Promise<void> {
  const { stdout } = call.io;
  for (const { format, file } of formats) {
    if (file !== undefined) writeOutput(call.io.cwd(), file, await textOf(plan, sides, format));
    else if (format === 'text') stdout.write(renderPlanText(plan, paintFor(call, stdout)));
    else stdout.write(await textOf(plan, sides, format));
  }
}

async function textOf(plan: Plan, sides: Sides, format: FormatRequest['format']): Promise<string> {
  switch (format) {
    case 'text':
      return renderPlanText(plan);
    case 'json':
      return `${JSON.stringify(plan, undefined, 2)}\n`;
    case 'markdown':
      return (await loadMarkdown()).renderPlanMarkdown(plan);
    case 'html': {
      const { drawnJobs, renderPlanHtml } = await loadHtml();
      return renderPlanHtml(plan, timelineOf(sides, plan, drawnJobs(plan)));
    }
  }
}

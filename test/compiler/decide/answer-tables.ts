import type { OverlapAnswer } from '../../../schema/manifest.ts';
import { acceptedAnswers } from './any-script.ts';
import { type Played, play } from './play.ts';
import { instantOf, type Story, scriptOfStory } from './stories/read-story.ts';

/** What goes wrong on one night, for every pair of answers alike. */
export interface Situation {
  readonly title: string;
  /** The fires whose fate is shown. */
  readonly fires: readonly string[];
  readonly lasts: Readonly<Record<string, string>>;
  readonly events?: readonly string[];
}

const everyFive = ['02:00', '02:05', '02:10', '02:15', '02:20'];

/** One thing goes wrong at a time, then two. */
export const situations: readonly Situation[] = [
  {
    title: 'A run lasts 17 minutes and meets three fires',
    fires: everyFive,
    lasts: { '02:00': '17m', others: '1m' },
  },
  {
    title: 'An outage of the platform from 01:58 to 02:21; three fires are missed, two are still on time',
    fires: everyFive,
    lasts: { others: '1m' },
    events: ['01:58 to 02:21 platform down'],
  },
  {
    title: 'An outage from 01:58 to 02:40; all fires are missed',
    fires: everyFive,
    lasts: { others: '1m' },
    events: ['01:58 to 02:40 platform down'],
  },
  {
    title: 'The outage from 01:58 to 02:21 while a run that began at 01:55 goes on until 02:30',
    fires: everyFive,
    lasts: { '01:55': '35m', others: '1m' },
    events: ['01:58 to 02:21 platform down'],
  },
];

/**
 * Makes a table of what becomes of the fires of a situation under every accepted pair of answers: one row a pair, one
 * column a fire.
 */
export function answerTable({ fires, lasts, events }: Situation, horizon: string): string[][] {
  const earlier = Object.keys(lasts).filter((at) => at !== 'others' && !fires.includes(at));
  const rows = acceptedAnswers.map(([overlap, catchUp]) => {
    const job = {
      overlap,
      catchUp,
      lateAfter: '10m',
      horizon,
      lasts,
      fires: [...earlier, ...fires].join(' '),
    };
    const story: Story = { story: '', jobs: { report: job }, ...(events && { events }), until: '04:00' };
    const { played } = play(scriptOfStory(story));
    const cells = fires.map((at) => outcomeOf(played.find(({ fire }) => fire.scheduled === instantOf(at))!));
    return [answerText(overlap), catchUp, ...cells];
  });
  return [['overlap', 'catchUp', ...fires], ...rows];
}

/** Writes a table as Markdown, columns aligned. */
export function markdownTable(rows: readonly (readonly string[])[]): string {
  const widths = rows[0]!.map((_, column) => Math.max(3, ...rows.map((row) => row[column]!.length)));
  const line = (cells: readonly string[]) =>
    `| ${cells.map((cell, column) => cell.padEnd(widths[column]!)).join(' | ')} |`;
  const [head, ...body] = rows.map(line);
  return [head, `| ${widths.map((width) => '-'.repeat(width)).join(' | ')} |`, ...body].join('\n');
}

function answerText(answer: OverlapAnswer): string {
  if (typeof answer === 'string') return answer;
  return answer.queue.max === 1 ? 'queue-one' : `queue ${answer.queue.max}`;
}

function outcomeOf({ fire, dispatched, run, fate, ended }: Played): string {
  if (dispatched === undefined) return fate?.cause ?? 'open';
  const clock = new Date(dispatched * 1000).toISOString().slice(11, dispatched % 60 === 0 ? 16 : 19);
  const isWider = run!.window.from !== fire.window.from;
  return `runs ${clock}${isWider ? ', all windows' : ''}${ended?.outcome === 'cancelled' ? ', cancelled' : ''}`;
}

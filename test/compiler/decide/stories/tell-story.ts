import type { FateCause } from '../../../../compiler/decide/index.ts';
import { sentenceOf } from '../../../../compiler/decide/index.ts';
import type { Instant } from '../../../../schema/time.ts';
import type { Played } from '../play.ts';
import { play } from '../play.ts';
import { instantOf, midnight, type Story, type StoryJob, scriptOfStory } from './read-story.ts';

/** Plays a story and tells it: the situation, then what becomes of each fire, with the sentence of its cause. */
export function tellStory(story: Story): string {
  const { played, decisions } = play(scriptOfStory(story));
  const lines = [story.story, '='.repeat(story.story.length), ''];
  if (story.caps) lines.push(`caps: ${Object.entries(story.caps).map(wordOf).join(', ')}`);
  for (const event of story.events ?? []) lines.push(`${event}`);
  if (story.caps || story.events) lines.push('');
  for (const [name, job] of Object.entries(story.jobs)) {
    lines.push(`${name}: ${policyOf(job)}`);
    const own = played
      .filter(({ fire }) => fire.job === name)
      .sort((a, b) => a.fire.scheduled - b.fire.scheduled || orderOf(a).localeCompare(orderOf(b)));
    for (const one of own) {
      lines.push(...tellFire(one, story));
      const attempts = decisions.filter(
        ({ decision }) => decision.kind === 'attempt' && decision.run === one.run?.id,
      );
      for (const { at, decision } of attempts) {
        if (decision.kind === 'attempt') lines.push(`         attempt ${decision.number} at ${clock(at)}`);
      }
    }
    lines.push('');
  }
  return `${lines.join('\n').trimEnd()}\n`;
}

function tellFire(one: Played, story: Story): string[] {
  const { fire, dispatched, run, fate, waits, ended } = one;
  const order = orderOf(one);
  const name = `  ${clock(fire.scheduled)}${order && `#${order}`}`;
  const due = 'due' in fire && fire.due !== fire.scheduled ? `, due ${clock(fire.due)}` : '';
  const waited = waits.map(({ at, cause }) => `${cause} from ${clock(at)}, `).join('');
  if (run) {
    const end = ended ? `, ${ended.outcome} ${clock(ended.at)}` : ', still going on';
    const { from, to } = run.window;
    const isWider = from !== fire.window.from || to !== fire.window.to;
    const window = isWider ? `, its window widened to ${clock(from)}-${clock(to)}` : '';
    return [`${name}${due}  ${waited}dispatched ${clock(dispatched!)}${end}${window}`];
  }
  if (fate) {
    const line = `${name}${due}  ${waited}${fate.cause} ${clock(fate.at)}`;
    return fate.because ? [line, `         ${sentenceOf(fate.cause as FateCause, fate.because)}`] : [line];
  }
  const last = waits.at(-1);
  const line = `${name}${due}  ${waited}open at ${clock(instantOf(story.until ?? '12:00'))}`;
  return last ? [line, `         ${sentenceOf(last.cause, last.because)}`] : [line];
}

function policyOf(job: StoryJob): string {
  const { lateAfter = '10m', horizon = '6h', overlap = 'skip', catchUp = 'latest', lasts = '1m' } = job;
  const others: readonly (keyof StoryJob)[] = [
    'spread',
    'group',
    'lostAfter',
    'attempts',
    'failing',
    'cancelTakes',
    'endsKnown',
    'pause',
    'rejected',
  ];
  const answers = `lateAfter ${lateAfter}, horizon ${horizon}, overlap ${word(overlap)}, catchUp ${catchUp}`;
  const rest = others.flatMap((key) => (job[key] === undefined ? [] : [wordOf([key, job[key]])]));
  return [answers, `runs last ${word(lasts)}`, ...rest].join('; ');
}

function wordOf([key, value]: readonly [string, unknown]): string {
  return `${key} ${word(value)}`;
}

function word(value: unknown): string {
  return typeof value === 'string' ? value : JSON.stringify(value).replaceAll('"', '');
}

function orderOf({ fire }: Played): string {
  return 'order' in fire ? fire.order : '';
}

function clock(at: Instant): string {
  const seconds = at - midnight;
  const [hours, minutes, rest] = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60, seconds % 60];
  return [hours, minutes, ...(rest > 0 ? [rest] : [])].map((part) => String(part).padStart(2, '0')).join(':');
}

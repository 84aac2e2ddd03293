import type { OutcomeChange, Plan } from '../../schema/plan.ts';
import { countText, plural } from './columns.ts';
import { differText, replayName, replayVerdict } from './render-plan-text.ts';

/** Something that was decided under both sides, as it is told: a declared scenario, or the fires that wait now. */
export interface Played {
  /** `benefits/region-outage`, or of what waits the tenant. */
  readonly name: string;
  readonly what: string;
  /** How many fires come out otherwise, as a sentence without its end. */
  readonly verdict: string;
  readonly differ: number;
  readonly fires: readonly OutcomeChange[];
}

/** Returns the scenarios of a plan, those that come out otherwise first. */
export function playedScenarios({ scenarios }: Plan): readonly Played[] {
  return scenarios
    .toSorted((a, b) => b.differ - a.differ)
    .map((scenario) => ({
      name: `${scenario.tenant}/${scenario.name}`,
      what: `${scenario.what}; runs: ${scenario.durations}`,
      verdict: differText(scenario),
      differ: scenario.differ,
      fires: scenario.fires,
    }));
}

/** Returns what waits now, by tenant, those with other outcomes first. */
export function playedBacklog({ backlog }: Plan): readonly Played[] {
  return backlog
    .toSorted((a, b) => b.differ - a.differ)
    .map(({ tenant, waiting, running, differ, fires }) => ({
      name: tenant,
      what: `${plural(waiting, 'fire')} waiting, beside ${plural(running, 'run')} going on`,
      verdict: `${differ === 0 ? 'none' : countText(differ)} would have another outcome`,
      differ,
      fires,
    }));
}

/** Returns what was recorded and decided again, by tenant, those with other outcomes first. */
export function playedReplays({ replays = [] }: Plan): readonly Played[] {
  return replays
    .toSorted((a, b) => b.differ - a.differ)
    .map((replay) => ({
      name: replayName(replay),
      what: `${replay.what}; runs: ${replay.durations}`,
      verdict: [replayVerdict(replay), ...replay.kinds.map(({ message }) => message)].join('; '),
      differ: replay.differ,
      fires: replay.fires,
    }));
}

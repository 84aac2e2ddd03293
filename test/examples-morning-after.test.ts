import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { formatDuration, parseDuration } from '../compiler/manifest/index.ts';
import type { SimulatedFire } from '../compiler/simulate/index.ts';
import type { Manifest } from '../schema/manifest.ts';
import type { Snapshot } from '../schema/snapshot.ts';
import {
  factsOf,
  fateOf,
  firesOf,
  jobOf,
  manifestOf,
  type Night,
  play,
  windowOf,
  wrong,
} from './examples-nights.ts';
import {
  conditionOf,
  countOf,
  type Family,
  flat,
  instantOf,
  isoOf,
  parsed,
  plain,
  type Seen,
  sentencesOf,
} from './examples-sentences.ts';

/*
 * Every sentence of the plan of examples/morning-after, read from its text as a person reads it, is held against
 * nights that are played on both sides. A sentence that nothing here takes up fails the test.
 */

const folder = 'examples/morning-after';
const clock = '2026-11-30T08:40:00Z';
const now = Date.parse(clock) / 1000;
const tenant = 'benefits';
const [hour, day] = [3600, 86_400];
const text = readFileSync(`${folder}/plan.txt`, 'utf8');
const before = await manifestOf(`${folder}/before`, clock);
const after = await manifestOf(`${folder}/after`, clock);

/** What begins at the edge of the page. */
const blocks = text.trimEnd().split(/\n\n(?=\S)/);
const [, rangeFrom = '', rangeUntil = ''] = /range +(\S+Z) to (\S+Z)/.exec(text) ?? [];
const range = { from: Date.parse(rangeFrom) / 1000, until: Date.parse(rangeUntil) / 1000 };

const jobBlocks = blocks
  .filter((block) => block.startsWith('~ job'))
  .map((block) => ({ job: /^~ job benefits\/(\S+)/.exec(block)![1]!, block }));

describe.each(jobBlocks)('what is said of $job', ({ job, block }) => {
  const said = sentencesOf(block);
  const [, field = '', was = '', is = ''] = said.take(
    /^~ job \S+ \S+:\d+ policy\.(\w+) (\S+) -> (\S+) \S+:\d+/,
  );
  const [, stay = ''] = said.take(/([\d,]+) fires stay where they are/);
  const [, altered = '', reason = ''] = said.take(/~ ([\d,]+) fires: (.*?)(?= next fire)/);
  const [, next = '', nextIn = ''] = said.take(/next fire: \w{3} (\S+ \S+) \+00:00, in (\S+)/);
  const [, governed = ''] = said.take(new RegExp(`${field} ${was} -> ${is} governs ([\\d,]+) fires`));
  const [, matters = ''] = said.take(/It matters only if (.*?)\.(?= e\.g\.)/);
  const [, noun = '', start = '', end = ''] = said.take(/e\.g\. an? (\w+) \w{3} (\S+ \S+) to (\S+):/);
  const due = said.takeAll(new RegExp(`due \\w{3} (\\S+ \\S+) ${was}: (.*?) ${is}: (.*?)(?= due |$)`, 'g'));
  const conditions = matters.split(', or if ').map(conditionOf);
  const from = instantOf(start);

  test('nothing is said that is not looked at here', () => {
    expect(said.left()).toBe('');
  });

  test('the answer was and is so', () => {
    expect(answerOf(before, job, field)).toBe(was);
    expect(answerOf(after, job, field)).toBe(is);
    expect(withoutAnswer(before, job, field)).toEqual(withoutAnswer(after, job, field));
  });

  test('so many fires stay where they are, and the next one comes then', () => {
    const fires = firesOf(before, tenant, job, range.from + 1, range.until);
    expect(firesOf(after, tenant, job, range.from + 1, range.until)).toEqual(fires);
    expect([stay, altered, governed].map(countOf)).toEqual([fires.length, fires.length, fires.length]);
    expect(instantOf(next)).toBe(fires[0]);
    expect(now + parseDuration(nextIn)!).toBe(fires[0]);
  });

  test('each of them is altered as is said', () => {
    const [, sooner] = /each expires (\S+) earlier$/.exec(reason) ?? [];
    expect(reason.startsWith(`${field} ${was} -> ${is}`)).toBe(true);
    for (const fire of sooner === undefined ? [] : someFires(job)) {
      // In a lane that is never free each waits as long as it may.
      const full = { from: fire - hour, until: fire + 8 * hour };
      const ends = (side: Manifest) =>
        fateOf(play(side, tenant, { ...full, fullLanes: [full] }), job, fire).at;
      expect(ends(before) - ends(after)).toBe(parseDuration(sooner!));
    }
  });

  test.each(conditions)('it matters if $text', ({ family, least }) => {
    expect(outcomes(after, job, wrong(family, job, from, least))).not.toEqual(
      outcomes(before, job, wrong(family, job, from, least)),
    );
  });

  test.each(conditions)('the clock that runs out is so long: $clock.name', ({ clock: { name, seconds } }) => {
    const fires = firesOf(after, tenant, job, range.from + 1, range.until);
    const clocks = {
      'the new horizon': jobOf(after, tenant, job).policy.horizon,
      'the smallest spacing': Math.min(...fires.slice(1).map((fire, index) => fire - fires[index]!)),
    };
    expect(clocks).toMatchObject({ [name]: seconds });
  });

  test('it matters only then: not a second below, at none of its fires', () => {
    const families = ['outage', 'run', 'lane'] as const;
    for (const family of families) {
      const least = conditions.find((condition) => condition.family === family)?.least;
      // What is not said to matter does not, however long it is.
      const lengths = least === undefined ? [hour, 5 * hour, 30 * hour] : [least - 1, least - 1000];
      for (const fire of [from, ...someFires(job)]) {
        for (const length of lengths) {
          const night = wrong(family, job, fire, length);
          expect(outcomes(after, job, night), `${family} of ${length} s`).toEqual(
            outcomes(before, job, night),
          );
        }
      }
    }
  });

  test('the example is the least of these, and its fires have these outcomes and no others', () => {
    const until = instantOf(`${start.slice(0, 10)} ${end}`);
    const family = noun as Family;
    expect(until - from).toBe(Math.min(...conditions.map(({ least }) => least)));
    expect(conditions.find((condition) => condition.family === family)?.least).toBe(until - from);
    const night = wrong(family, job, from, until - from);
    const [were, are] = [play(before, tenant, night), play(after, tenant, night)];
    const told = due.map(([, wall = '', beforeText = '', afterText = '']) => {
      const fire = instantOf(wall);
      expect(seen(before, fateOf(were, job, fire).fire)).toEqual(parsed(beforeText, fire));
      expect(seen(after, fateOf(are, job, fire).fire)).toEqual(parsed(afterText, fire));
      return fire;
    });
    expect(told).toEqual(differing(were, are, job));
  });
});

test('both sides and the range are the ones that were planned', () => {
  const said = sentencesOf(blocks[0]!);
  said.take(/^Almanac plan: what becomes of the fires to come/);
  for (const [name, side] of [
    ['before', before],
    ['after', after],
  ] as const) {
    const [, path, digest = ''] = said.take(new RegExp(`${name} (\\S+) \\(sha256:(\\w+)\\)`));
    expect(path).toBe(`${folder}/${name}`);
    expect(side.digest.startsWith(`sha256:${digest}`)).toBe(true);
  }
  const [, from, , days] = said.take(/range (\S+) to (\S+), (\d+) days, as if applied at its start/);
  expect(from).toBe(clock);
  expect(Number(days)).toBe(Math.round((range.until - range.from) / day));
  said.take(/tzdata \S+ on both sides; whether it is what is in force was not looked at \(.*\.json\)/);
  expect(said.left()).toBe('');
});

test('the policies that are said to change do, and govern these jobs', () => {
  for (const block of blocks.filter((one) => one.startsWith('~ policy'))) {
    const said = sentencesOf(block);
    const [, policy = '', field = '', was = '', is = ''] = said.take(
      /^~ policy benefits\/(\S+) \S+:\d+ (\w+) (\S+) -> (\S+) \S+:\d+/,
    );
    const [, count, names = ''] = said.take(/governs (\d+) jobs?: (.*)$/);
    expect(said.left()).toBe('');
    const governed = Object.keys(after.tenants[tenant]!.jobs).filter(
      (job) => after.sources[`Job ${tenant}/${job}`]!.policy === policy,
    );
    expect(names.split(', ')).toEqual(governed);
    expect(Number(count)).toBe(governed.length);
    for (const job of governed)
      expect([answerOf(before, job, field), answerOf(after, job, field)]).toEqual([was, is]);
  }
});

describe('last night', () => {
  const [block = ''] = blocks.filter((one) => one.startsWith('scenario'));
  const [head = '', verdict = '', ...lines] = block.split('\n');
  const [, downFrom = '', downUntil = ''] =
    /^scenario benefits\/last-night: platform down (\S+Z) to (\S+Z)$/.exec(head) ?? [];
  const [from, until] = [Date.parse(downFrom) / 1000, Date.parse(downUntil) / 1000];
  const outage = { from, until, of: 'platform' } as const;
  const night = { from: from - hour, until: until + 6 * hour, outages: [outage] };
  const rows = lines.map((line) => /^ {5}\w{3} (\S+ \S+) {2}(\S+) +(.+?) +-> (.+)$/.exec(line) ?? []);

  test('is played as it was declared', () => {
    const { outages } = after.tenants[tenant]!.scenarios['last-night'] as { outages: unknown };
    expect(outages).toEqual([outage]);
    const jobs = Object.values(after.tenants[tenant]!.jobs);
    expect(verdict).toMatch(/; runs: 6 by expectedDuration$/);
    expect(jobs.filter(({ expectedDuration }) => expectedDuration !== undefined)).toHaveLength(6);
  });

  test('so many fires of so many would have had another outcome, and these', () => {
    const [, differ, compared] = /^ +(\d+) of (\d+) fires would have another outcome/.exec(verdict) ?? [];
    const longer = { ...night, until: night.until + day };
    const within = ({ scheduled }: SimulatedFire) => scheduled < night.until;
    const [were = [], are = []] = [before, after].map((side) => play(side, tenant, longer).filter(within));
    expect(were).toHaveLength(Number(compared));
    const told = rows.map(([, wall = '', job = '', beforeText = '', afterText = '']) => {
      const fire = instantOf(wall);
      expect(seen(before, fateOf(were, job, fire).fire)).toEqual(parsed(beforeText, fire));
      expect(seen(after, fateOf(are, job, fire).fire)).toEqual(parsed(afterText, fire));
      return `${job}@${fire}`;
    });
    const others = Object.keys(after.tenants[tenant]!.jobs).flatMap((job) =>
      differing(were, are, job).map((fire) => `${job}@${fire}`),
    );
    expect(told).toHaveLength(Number(differ));
    expect(told.toSorted()).toEqual(others.toSorted());
  });

  test('leaves at 08:40 what the snapshot says, and it ends as is said of it', () => {
    const { fires, runs } = (JSON.parse(readFileSync(`${folder}/snapshot.json`, 'utf8')) as Snapshot).tenants[
      tenant
    ]!;
    const early = play(before, tenant, { ...night, until: now });
    const waiting = early.flatMap(({ job, scheduled, fate }) =>
      fate.kind === 'waiting' ? [{ job, scheduled: isoOf(scheduled), waiting: fate.cause }] : [],
    );
    const going = early.flatMap(({ job, scheduled, fate }) =>
      fate.kind === 'dispatched' && !fate.ended
        ? [{ job, scheduled: isoOf(scheduled), dispatched: isoOf(fate.at) }]
        : [],
    );
    expect({ fires, runs }).toEqual({ fires: waiting, runs: going });

    const [block = ''] = blocks.filter((one) => one.startsWith('waiting now'));
    const [, count, running, differ, wall = '', job = '', beforeText = '', afterText = ''] =
      /^waiting now in benefits: (\d) fire, beside (\d) run going on\n {4}(\d) would have another outcome\n {5}\w{3} (\S+ \S+) {2}(\S+) +(.+?) +-> (\S+)$/.exec(
        block,
      ) ?? [];
    expect([count, running, differ].map(Number)).toEqual([fires.length, runs.length, 1]);
    // The whole night again: the morning goes on under the old policies, or the new ones take force at 08:40.
    const whole = { ...night, until: night.until + day };
    const onward = fateOf(play(before, tenant, whole), job, instantOf(wall));
    const applied = fateOf(
      play(before, tenant, { ...whole, apply: { at: now, side: after } }),
      job,
      instantOf(wall),
    );
    const dueThen = instantOf(wall);
    expect(seen(before, onward.fire)).toMatchObject({ at: parsed(beforeText, dueThen).at });
    expect(seen(after, applied.fire)).toEqual(parsed(afterText, dueThen));
  });
});

describe('what the rules and the last lines say', () => {
  const findings = blocks.flatMap((block) =>
    block.startsWith('!') ? block.split(/\n(?=!)/).map(sentencesOf) : [],
  );

  test('each finding holds', () => {
    expect(findings).toHaveLength(3);
    for (const said of findings) {
      const [, rule, job = ''] = said.take(/^! warning (\S+) \S+:\d+ benefits\/(\S+)/);
      if (rule === 'horizon-shortened') {
        const [, was = '', is = '', count = '', after1 = '', sooner = ''] = said.take(
          /horizon (\S+) -> (\S+): ([\d,]+) fires will expire (\S+) after due, (\S+) sooner;/,
        );
        const [, matters = ''] = said.take(/it matters only if (.*?);/);
        const [, more] = said.take(/and (\d) more like it/);
        const shortened = jobBlocks.filter(({ block }) => /policy\.horizon +6h -> 1h/.test(block));
        const { block = '' } = shortened.find((one) => one.job === job) ?? {};
        expect(Number(more)).toBe(shortened.length - 1);
        // What was held against nights above is said here again.
        expect(flat(block)).toContain(`It matters only if ${matters}.`);
        expect([was, is, after1].map(parseDuration)).toEqual([6 * hour, hour, hour]);
        expect(parseDuration(sooner)).toBe(5 * hour);
        expect(countOf(count)).toBe(firesOf(after, tenant, job, range.from + 1, range.until).length);
      } else {
        const [, count, soon = '', first = ''] = said.take(
          /(\d) fires? changes? within (\S+) of the apply, (?:the first )?in (\S+): (?:.*)$/,
        );
        const fires = firesOf(after, tenant, job, now + 1, now + parseDuration(soon)! + 1);
        expect(rule).toBe('changes-soon');
        expect(fires).toHaveLength(Number(count));
        expect(fires[0]).toBe(now + parseDuration(first)!);
      }
      expect(said.left()).toBe('');
    }
  });

  test('the sums are right', () => {
    const said = sentencesOf(blocks.at(-1)!);
    const [, changed, same] = said.take(
      /^Jobs: 0 to add, (\d) to change, 0 to remove; (\d) stay as they are\./,
    );
    const [, altered = '', kept = ''] = said.take(
      /Fires of the jobs that change: \+ 0 added, - 0 removed, ± 0 moved, ~ ([\d,]+) altered; ([\d,]+) at the same instant\./,
    );
    const [, count, minute = ''] = said.take(/Peak: (\d) fires in the minute (\S+Z) \([^)]*\)/);
    said.take(/-> 3 fires in the minute \S+Z \([^)]*\)|; as before/);
    said.take(/Plan sha256:[0-9a-f]{64} \+ added - removed ± moved ~ altered: .* o no fire$/);
    expect(said.left()).toBe('');
    const jobs = Object.keys(after.tenants[tenant]!.jobs);
    const counts = jobBlocks.map(
      ({ job }) => firesOf(after, tenant, job, range.from + 1, range.until).length,
    );
    expect([Number(changed), Number(same)]).toEqual([jobBlocks.length, jobs.length - jobBlocks.length]);
    expect([altered, kept].map(countOf)).toEqual(Array(2).fill(counts.reduce((a, b) => a + b)));
    const minutes = new Map<number, number>();
    for (const fire of jobs.flatMap((job) => firesOf(after, tenant, job, range.from + 1, range.until)))
      minutes.set(fire, (minutes.get(fire) ?? 0) + 1);
    expect(Math.max(...minutes.values())).toBe(Number(count));
    expect(minutes.get(Date.parse(minute) / 1000)).toBe(Number(count));
  });

  test('the plan has no other parts', () => {
    const known = /^(Almanac plan|~ policy|~ job|scenario|waiting now|! warning|Jobs:)/;
    expect(blocks.filter((block) => !known.test(block))).toEqual([]);
  });
});

describe.each(['md', 'html'])('as %s', (format) => {
  const page = plain(readFileSync(`${folder}/plan.${format}`, 'utf8'));

  test('the plan says when it matters, and shows the same nights', () => {
    for (const { block } of jobBlocks) {
      const [, matters = ''] = /It matters only if (.*?)\. e\.g\./.exec(flat(block)) ?? [];
      const [, night = ''] = /e\.g\. (.*? to \S+):/.exec(flat(block)) ?? [];
      expect(page).toContain(`It matters only if ${matters}`);
      expect(page).toContain(night);
    }
    const rows = text.matchAll(/^ {5}(\w{3} \S+ \S+) {2}(\S+) +(.+?) +-> (.+)$/gm);
    for (const [, wall = '', job = '', beforeText = '', afterText = ''] of rows) {
      for (const part of [wall, job, beforeText, afterText]) expect(page).toContain(part);
    }
  });
});

test('`coalesce`, which the README advises, fetches every hour of last night with one run', () => {
  const { policy, ...rest } = jobOf(before, tenant, 'claim-intake');
  const benefits = before.tenants[tenant]!;
  const jobs = { ...benefits.jobs, 'claim-intake': { ...rest, policy: { ...policy, catchUp: 'coalesce' } } };
  const advised = { ...before, tenants: { [tenant]: { ...benefits, jobs } } } as Manifest;
  const from = Date.parse('2026-11-30T00:00:00Z') / 1000;
  const outage = { from: from + hour, until: from + 7 * hour + 300, of: 'platform' } as const;
  const played = play(advised, tenant, { from, until: from + day, outages: [outage] });
  const fates = played.filter(({ job }) => job === 'claim-intake').map(({ fate }) => fate);
  const windows = fates.flatMap((fate) => (fate.kind === 'dispatched' ? [fate.window] : []));
  // 00:00 and then seven hours at once, and nothing between two windows is left out.
  expect(windows.slice(1, 3)).toEqual([
    { from, to: from + 7 * hour },
    { from: from + 7 * hour, to: from + 8 * hour },
  ]);
});

/** Fires of a job over the whole range. */
function someFires(job: string): readonly number[] {
  const all = firesOf(after, tenant, job, range.from + 1, range.until);
  return [0, 0.2, 0.4, 0.6, 0.8, 0.99].map((share) => all[Math.floor(share * all.length)]!);
}

/** What a tenant sees of the fires of a job. */
function outcomes(side: Manifest, job: string, night: Night): unknown {
  return play(side, tenant, night)
    .filter((fire) => fire.job === job)
    .map((fire) => [fire.scheduled, look(side, fire)]);
}

/** The fires of a job that come to something else. */
function differing(
  were: readonly SimulatedFire[],
  are: readonly SimulatedFire[],
  job: string,
): readonly number[] {
  return are
    .filter((fire) => fire.job === job)
    .filter((fire) => look(after, fire) !== look(before, fateOf(were, job, fire.scheduled).fire))
    .map(({ scheduled }) => scheduled);
}

function look(side: Manifest, fire: SimulatedFire): string {
  return JSON.stringify([seen(side, fire), windowOf(fire)]);
}

function seen(side: Manifest, fire: SimulatedFire): Seen {
  return factsOf(fire, jobOf(side, tenant, fire.job).policy.lateAfter);
}

function answerOf(side: Manifest, job: string, field: string): string {
  const answer = jobOf(side, tenant, job).policy[field as 'horizon' | 'catchUp'];
  return typeof answer === 'number' ? formatDuration(answer) : answer;
}

/** All that a job means but one answer. */
function withoutAnswer(side: Manifest, job: string, field: string): unknown {
  const { digest: _, policy, ...rest } = jobOf(side, tenant, job);
  return { ...rest, policy: { ...policy, [field]: undefined } };
}

import { readdirSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { scheduleOf } from '../../../compiler/manifest/index.ts';
import { drawnJobsMost, timelineOf } from '../../../compiler/plan/index.ts';
import { fires } from '../../../compiler/time/index.ts';
import { storyFolder, storyPage } from '../render/story-page.ts';

const stories = readdirSync(storyFolder).sort();

describe.each(stories)('the time line of %s', (story) => {
  const { plan, sides, timeline } = storyPage(story);
  const frames = timeline.jobs.flatMap(({ tenant, job, frames }) => {
    const change = plan.jobs.find((one) => one.tenant === tenant && one.job === job)!;
    return frames.map((frame) => ({ change, frame }));
  });

  test('has every fire of either side in its frames, at its instant', () => {
    for (const { change, frame } of frames) {
      for (const side of ['before', 'after'] as const) {
        const lane = frame[side];
        const name = side === 'before' ? (change.renamedFrom ?? change.job) : change.job;
        const meaning = sides[side].tenants[change.tenant]?.jobs[name];
        if (!lane || !meaning) continue;
        // Up to the apply the old schedule rules.
        const from = side === 'after' ? Math.max(frame.from, plan.range.from + 1) : frame.from;
        const all =
          from < frame.until
            ? fires(scheduleOf(sides[side], change.tenant, meaning), from, frame.until)
            : undefined;
        expect(lane.count).toBe(all?.count ?? 0);
        expect(lane.fires.map(({ scheduled }) => scheduled)).toEqual(
          [...(all?.scheduled ?? [])].slice(0, lane.fires.length),
        );
      }
    }
  });

  test('says of each fire what the plan says of it', () => {
    for (const { change, frame } of frames) {
      const inFrame = (at: number | undefined) => at !== undefined && frame.from <= at && at < frame.until;
      for (const exact of change.windows.flatMap((window) => window.exact)) {
        const drawn = { before: frame.before?.fires ?? [], after: frame.after?.fires ?? [] };
        for (const side of ['before', 'after'] as const) {
          if (!inFrame(exact[side]) || (frame[side]?.count ?? 0) > drawn[side].length) continue;
          const fire = drawn[side].find(({ scheduled }) => scheduled === exact[side]);
          expect(fire).toMatchObject({
            action: exact.action,
            ...(exact.action === 'move' && { other: exact[side === 'before' ? 'after' : 'before'] }),
          });
        }
      }
    }
  });

  test('draws the first change of every job whose fires change', () => {
    for (const { change } of frames) {
      const first = Math.min(
        ...change.soon.flatMap(({ before, after }) => [before, after].filter((at) => at !== undefined)),
      );
      if (!Number.isFinite(first)) continue;
      const own = frames.filter((one) => one.change === change).map(({ frame }) => frame);
      expect(own.some(({ from, until }) => from <= first && first < until)).toBe(true);
    }
  });

  test('has a frame around each transition, or names it as quiet', () => {
    for (const { job, frames: drawn, quiet } of timeline.jobs) {
      const zones = plan.jobs.find((one) => one.job === job)!.zone;
      const names = [...new Set([zones.before, zones.after])].filter((zone) => zone !== undefined);
      const wanted = new Set(
        names.flatMap((zone) =>
          (sides.after.zones[zone] ?? sides.before.zones[zone])!.transitions.filter(
            (at) => at > plan.range.from && at < plan.range.until,
          ),
        ),
      );
      const told = new Set([
        ...drawn.flatMap(({ transition }) => transition?.at ?? []),
        ...quiet.map(({ at }) => at),
      ]);
      expect(told).toEqual(wanted);
    }
  });
});

describe('A time line', () => {
  test('is bounded: so many jobs, frames and fires', () => {
    const { plan, sides } = storyPage('008-rhythm-changed');
    const many = Array.from({ length: 200 }, () => plan.jobs[0]!);
    const timeline = timelineOf(sides, plan, many);
    expect(timeline.jobs.length).toBe(drawnJobsMost);
    for (const { frames } of timeline.jobs) {
      expect(frames.length).toBeLessThanOrEqual(7);
      for (const { before, after } of frames) {
        expect(before!.fires.length).toBeLessThanOrEqual(40);
        expect(after!.fires.length).toBeLessThanOrEqual(40);
      }
    }
  });

  test('has on the new lane what the apply comes too late for', () => {
    const { timeline } = storyPage('007-around-the-apply');
    const [frame] = timeline.jobs.find(({ job }) => job === 'report')!.frames;
    expect(frame!.after!.early.map(({ text }) => text)).toEqual(['Sun 2026-11-29 08:00 +00:00']);
    expect(frame!.before!.fires.map(({ action }) => action)).toEqual(['remove']);
  });
});

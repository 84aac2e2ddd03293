import { describe, expect, test } from 'vitest';
import { plainPaint } from '../../../compiler/index.ts';
import { historyText } from '../../../runtime/cli/history-text.ts';
import type { FireRecord, HistoryPage } from '../../../schema/history.ts';

const at = (second: string) => `2026-11-30T07:35:${second}Z` as const;

/** A fire of 07:35 whose run began at once and ended then. */
function ran(finished: string): FireRecord {
  return {
    kind: 'fire',
    fire: 'acme/tell@2026-11-30T07:35:00Z',
    job: 'acme/tell',
    scheduled: at('00'),
    wall: '2026-11-30T07:35:00+00:00',
    due: at('00'),
    state: 'over',
    word: 'succeeded',
    sentence: '',
    run: { dispatched: at('00'), started: at('00'), finished, outcome: 'succeeded', attempts: [] },
  } as unknown as FireRecord;
}

function textOf(page: Partial<HistoryPage>): string {
  return historyText({ now: at('59'), rows: [], ...page } as HistoryPage, 'acme', plainPaint);
}

describe('the text of a page of history', () => {
  test('says how long a run took, and nothing of one that took less than a second', () => {
    expect(textOf({ rows: [ran(at('02'))] })).toMatch(/ succeeded, took 2 s$/m);
    expect(textOf({ rows: [ran(at('00'))] })).toMatch(/ succeeded$/m);
  });

  test('tells of what a run reported after its end', () => {
    const row = ran(at('02'));
    const lateReports = [{ at: at('40'), outcome: 'failed' }];
    const told = { ...row, run: { ...row.run, lateReports } } as FireRecord;
    expect(textOf({ rows: [told] })).toMatch(/ succeeded, took 2 s, 1 report after its end$/m);
  });

  test('has what asks for the next page on a line of its own, however long', () => {
    const next = 'x'.repeat(300);
    expect(textOf({ next }).split('\n')).toContain(`--cursor ${next}`);
    expect(textOf({})).not.toContain('--cursor');
  });
});

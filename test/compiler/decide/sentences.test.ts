import { describe, expect, test } from 'vitest';
import { sentenceOf } from '../../../compiler/decide/index.ts';
import { sampleSentences } from './sample-causes.ts';

describe('The sentence of a cause', () => {
  test('is one for each, with the values that decided, the place and the revision filled in', async () => {
    const table = sampleSentences().map(({ cause, sentence }) => `${cause}\n    ${sentence}\n`);
    await expect(table.join('\n')).toMatchFileSnapshot('sentences.txt');
  });

  test('leaves out place and revision where they are not known', () => {
    const because = { due: 5400, decided: 31_200, horizon: 21_600 };
    expect(sentenceOf('expired.outage', because)).toBe(
      'expired: past horizon, during an outage of the platform. Due 01:30Z, decided 08:40Z, that is 7 h 10 min late; the horizon is 6 h.',
    );
  });

  test('reads instants in the zone of who is told, with dates where they are of several days', () => {
    const because = { due: 82_800, decided: 90_000, horizon: 3600 };
    const berlin = { wallOf: (instant: number) => instant + 3600, suffix: ' Europe/Berlin' };
    expect(sentenceOf('expired.lane', because)).toContain('Due 1970-01-01 23:00Z, decided 1970-01-02 01:00Z');
    expect(sentenceOf('expired.lane', because, {}, berlin)).toContain(
      'Due 00:00 Europe/Berlin, decided 02:00 Europe/Berlin',
    );
  });

  test('can be said of a fire of which little is known any more', () => {
    expect(sentenceOf('overlap', { decided: 3600 })).toBe(
      'skipped: another run of the job was in the way. Due at a time not known, decided 01:00Z; overlap is skip.',
    );
  });
});

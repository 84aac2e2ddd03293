import { type Call, CallError, type OptionSpec, readDuration, readMoment } from '../../compiler/cli/index.ts';

/** The options by which a command is told which stretch of time is meant. */
export const spanOptions: readonly OptionSpec[] = [
  {
    flags: '--since <duration>',
    about: 'fires of the last so long, for instance `12h` (default: 24h)',
    read: readDuration,
  },
  { flags: '--from <instant>', about: 'the same, from an instant on', read: readMoment },
  { flags: '--until <instant>', about: 'the end, exclusive (default: now)', read: readMoment },
];

const day = 86_400;

/**
 * Reads which scheduled instants are meant, `[from, until)`.
 *
 * @throws {CallError} where the beginning is said twice, or the end comes first.
 */
export function spanOf({ options, now }: Call): { readonly from: number; readonly until?: number } {
  const { since, from, until } = options as { since?: number; from?: number; until?: number };
  if (since !== undefined && from !== undefined) {
    throw new CallError('`--since` and `--from` say the same thing twice', 'keep one of them');
  }
  const start = from === undefined ? Math.floor((until ?? now) - (since ?? day)) : Math.ceil(from);
  const end = until === undefined ? undefined : Math.ceil(until);
  if (end !== undefined && end <= start)
    throw new CallError('the range ends before it begins', 'its start is `--from` or `--since`');
  return { from: start, ...(end !== undefined && { until: end }) };
}

import { CallError, type OptionSpec, readDuration } from '../../compiler/cli/index.ts';

export const leaseOption: OptionSpec = {
  flags: '--lease <duration>',
  about: 'how long a replica must show no sign of life before others take its shards (default: 10s)',
  read(text) {
    const seconds = readDuration(text);
    if (seconds >= 2 && seconds <= 600) return seconds;
    throw new CallError(
      `\`${text}\` is too ${seconds < 2 ? 'short' : 'long'} for a lease`,
      'write 2s to 10m',
    );
  },
};

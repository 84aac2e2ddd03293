import type { Rule } from './rule.ts';

/**
 * An expression with six fields is meant to begin with seconds.
 *
 * Systems differ: some read the sixth field as seconds first, some as a year last. Almanac reads seconds
 * first, and marks it so that nobody has to guess.
 */
export const secondsField: Rule = {
  name: 'seconds-field',
  severity: 'info',
  title: 'an expression has a seconds field',
  *check({ jobs }) {
    for (const { document, expressions } of jobs) {
      for (const { text, cron, pointer } of expressions) {
        if (!cron.hasSeconds) continue;
        const [first = '', ...rest] = text.trim().split(/\s+/);
        const isWhole = cron.seconds.length === 1 && cron.seconds[0] === 0;
        yield {
          document,
          pointer,
          message: `\`${text}\` has six fields: the first, \`${first}\`, is read as seconds`,
          help: isWhole
            ? `\`${rest.join(' ')}\` means the same`
            : 'most jobs need no finer time than the minute; Almanac decides within one second',
        };
      }
    }
  },
};

import { rewriteDate, rewriteInstant } from './rewrite-date.ts';
import { rewriteDuration } from './rewrite-duration.ts';

/** How a tenant speaks of what the schemas define. */
export interface Word {
  /** With its article, to follow "must be" and "is not". */
  readonly noun: string;
  /** How it is written, in a sentence for `help`. */
  readonly form: string;
  /** Says what to write instead of a text that does not have that form. */
  readonly mend?: (text: string) => string | undefined;
}

const durationForm = 'write days, hours, minutes and seconds in that order, such as `90s`, `1h30m` or `2d`';
const labelForm = 'use 1 to 63 lower-case letters, digits and hyphens, with a letter or digit at both ends';

function mendDuration(text: string): string | undefined {
  const rewritten = rewriteDuration(text);
  if (rewritten !== undefined) return `write \`${rewritten}\``;
  return /^\d+$/.test(text) ? `write the unit too: \`${text}s\`, \`${text}m\` or \`${text}h\`` : undefined;
}

function mendLabel(text: string): string | undefined {
  const label = text
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .replace(/([a-z0-9])([A-Z])/g, '$1-$2')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .slice(0, 63)
    .replace(/^-+|-+$/g, '');
  return label ? `write \`${label}\`: lower-case letters, digits and hyphens` : undefined;
}

function mendInstant(text: string): string | undefined {
  const rewritten = rewriteInstant(text);
  if (rewritten === undefined) return undefined;
  if (/^\d{4}-\d{2}-\d{2}$/.test(text)) return `an instant has a time and an offset too: \`${rewritten}\``;
  return /[Zz]$|UTC$|[+-]\d{1,2}:?\d{2}$|[+-]\d{2}$/.test(text.replace(/^\d{4}-\d{2}-\d{2}/, ''))
    ? `write \`${rewritten}\``
    : `say which offset is meant: \`${rewritten}\` for UTC, or for instance \`${rewritten.replace('Z', '+01:00')}\``;
}

function mendDate(text: string): string | undefined {
  const date = rewriteDate(text);
  return date && `write \`${date}\``;
}

function mendUrl(text: string): string | undefined {
  if (/^https?:\/\/[^/?#]*@/.test(text))
    return 'leave user and password out; `auth` or a secret in `headers` says who asks';
  return /^[\w-]+(?:\.[\w-]+)+(?:[:/].*)?$/.test(text) ? `write \`https://${text}\`` : undefined;
}

/** A name by which declarations are known and refer to each other (RFC 1123, section 2.1, in lower case). */
export const label = { noun: 'a name', form: labelForm, mend: mendLabel } as const satisfies Word;

/** By the name of the definition in the schemas. */
export const vocabulary: Readonly<Record<string, Word>> = {
  dnsLabel: label,
  jobName: { noun: 'the name of a job', form: `${labelForm}; or \`*\` for all jobs`, mend: mendLabel },
  text: { noun: 'text', form: 'write what a person should read' },
  duration: { noun: 'a duration', form: durationForm, mend: mendDuration },
  durationOrUnlimited: {
    noun: 'a duration or `unlimited`',
    form: `${durationForm}; or \`unlimited\``,
    mend: (text) =>
      /^(?:none|never|infinite|inf|forever|no limit)$/i.test(text) ? 'write `unlimited`' : mendDuration(text),
  },
  instant: {
    noun: 'an instant',
    form: 'write date, time to the second, and `Z` or an offset: `2027-03-28T01:30:00Z`',
    mend: mendInstant,
  },
  instantOrWallTime: {
    noun: 'an instant or a wall time',
    form: 'write an instant with its offset, `2027-03-28T01:30:00Z`, or a wall time without, `2027-03-28T02:30`',
    mend: (text) => (/^\d{4}-\d{2}-\d{2}$/.test(text) ? `add the time: \`${text}T09:00\`` : undefined),
  },
  date: {
    noun: 'a date',
    form: 'write the year first, then month and day: `2027-12-25`',
    mend: mendDate,
  },
  dateOrNamedDate: {
    noun: 'a date',
    form: 'write the date, `2027-12-25`, or with its name, `{ date: 2027-12-25, name: Christmas }`',
    mend: mendDate,
  },
  httpUrl: {
    noun: 'an http or https URL',
    form: 'write it whole: `https://host.example/path`',
    mend: mendUrl,
  },
  topicName: { noun: 'the name of a topic', form: 'write it in full: `projects/PROJECT/topics/TOPIC`' },
  secretName: {
    noun: 'the name of a secret',
    form: 'write it in full: `projects/PROJECT/secrets/SECRET/versions/VERSION`; never the secret itself',
  },
  cron: { noun: 'a cron expression or a list of them', form: 'write it in quotes: `"30 1 * * *"`' },
  policyOrName: {
    noun: 'the name of a policy or a policy written in place',
    form: labelForm,
    mend: mendLabel,
  },
  overlap: {
    noun: 'an answer',
    form: 'write `allow`, `skip`, `queue-one`, `replace` or `{ queue: { max: 3 } }`',
  },
  textOrSecret: { noun: 'text or a secret', form: 'write text, or `{ secret: projects/…/versions/latest }`' },
};

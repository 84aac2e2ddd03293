import { spanAt } from '../../schema/declared.ts';
import type { Instant } from '../../schema/time.ts';
import { parseDate, parseInstant } from '../manifest/index.ts';
import type { Waiver } from './config.ts';
import { type ConfigReader, checkKeys, isFields, isRule, textsOf } from './config-reader.ts';

/** Reads `waivers`. One that is not whole is remarked on and left out. */
export function waiversOf(reader: ConfigReader, value: unknown): readonly Waiver[] {
  if (value === undefined || value === null) return [];
  if (!Array.isArray(value)) {
    reader.add(
      'config-invalid',
      '/waivers',
      '`waivers` is a list',
      'each with `rule`, `scope`, `reason` and `expires`',
    );
    return [];
  }
  return value.flatMap((entry, index) => waiverOf(reader, `/waivers/${index}`, entry) ?? []);
}

function waiverOf(reader: ConfigReader, pointer: string, entry: unknown): Waiver | undefined {
  if (!isFields(entry)) {
    reader.add('config-invalid', pointer, 'a waiver has `rule`, `scope`, `reason` and `expires`');
    return undefined;
  }
  const keys = ['rule', 'scope', 'reason', 'expires'] as const;
  checkKeys(reader, pointer, entry, keys);
  const missing = keys.filter((key) => entry[key] === undefined || entry[key] === null);
  if (missing.length > 0) {
    const named = missing.map((key) => `\`${key}\``).join(' and ');
    reader.add(
      'config-invalid',
      pointer,
      `the waiver has no ${named}`,
      'all four are required, so that it can be judged later',
    );
    return undefined;
  }
  const { rule, reason } = entry;
  if (typeof rule !== 'string' || !isRule(reader, `${pointer}/rule`, rule)) return undefined;
  const scope = scopeOf(reader, `${pointer}/scope`, entry['scope']);
  const expires = expiryOf(reader, `${pointer}/expires`, entry['expires']);
  if (typeof reason !== 'string' || reason.trim() === '') {
    reader.add('config-invalid', `${pointer}/reason`, 'a waiver needs a reason in words');
    return undefined;
  }
  if (!scope || expires === undefined) return undefined;
  return { rule, scope, reason, expires, span: spanAt(reader.source, pointer) };
}

function scopeOf(reader: ConfigReader, pointer: string, value: unknown): readonly string[] | undefined {
  const scope = textsOf(reader, pointer, typeof value === 'string' ? [value] : value);
  const odd = scope?.find((one) => !/^[a-z0-9*-]+\/[a-z0-9*-]+$/.test(one));
  if (odd === undefined) return scope;
  reader.add(
    'config-invalid',
    pointer,
    `\`${odd}\` is not a scope`,
    'write `tenant/name`, with `*` for any letters: `benefits/*`',
  );
  return undefined;
}

/** A date means its beginning in UTC: a waiver that expires on a day waives nothing on it. */
function expiryOf(reader: ConfigReader, pointer: string, value: unknown): Instant | undefined {
  const text = String(value);
  const day = parseDate(text);
  const instant = day === undefined ? parseInstant(text) : day * 86_400;
  if (instant === undefined) {
    reader.add(
      'config-invalid',
      pointer,
      `\`${text}\` is not a date or instant`,
      'write it like `2027-06-01`',
    );
  }
  return instant;
}

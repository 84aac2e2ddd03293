import {
  canonicalCron,
  canonicalJson,
  parseCron,
  parseDuration,
  parseInstant,
  resolveZone,
} from '../../compiler/index.ts';
import type { Kind } from '../../schema/declared.ts';
import { schemaAt } from './schema-at.ts';

/** What a text stands for, where several texts stand for the same. */
type TextKind = 'duration' | 'instant' | 'cron' | 'zone' | 'json';

const kindsByDefinition: Readonly<Record<string, TextKind>> = {
  duration: 'duration',
  durationOrUnlimited: 'duration',
  instant: 'instant',
  instantOrWallTime: 'instant',
  cron: 'cron',
};

const known = new Map<string, TextKind | undefined>();

/**
 * Whether two texts at a place of a declaration mean the same: `0 2 * * *` and `00 02 * * *`, `90m` and `1h30m`,
 * `Asia/Calcutta` and `Asia/Kolkata`. `pointer` has `*` for indexes and free keys.
 */
export function meanTheSame(kind: Kind, pointer: string, form: string, a: string, b: string): boolean {
  if (a === b) return true;
  const key = `${kind} ${pointer} ${form}`;
  if (!known.has(key)) known.set(key, form === 'json' ? 'json' : textKindAt(kind, pointer));
  const textKind = known.get(key);
  if (textKind === undefined) return false;
  const meaning = meaningOf(textKind, a);
  return meaning !== undefined && meaning === meaningOf(textKind, b);
}

function meaningOf(kind: TextKind, text: string): string | number | undefined {
  switch (kind) {
    case 'duration':
      return parseDuration(text);
    case 'instant':
      return parseInstant(text);
    case 'cron': {
      const parsed = parseCron(text);
      return parsed.kind === 'cron' ? canonicalCron(parsed.cron) : undefined;
    }
    case 'zone': {
      const resolved = resolveZone(text);
      return resolved.kind === 'zone' ? resolved.zone : undefined;
    }
    case 'json':
      try {
        return canonicalJson(JSON.parse(text));
      } catch {
        return undefined;
      }
  }
}

function textKindAt(kind: Kind, pointer: string): TextKind | undefined {
  if (pointer.endsWith('/zone')) return 'zone';
  const definition = schemaAt(kind, pointer)?.definition;
  return definition === undefined ? undefined : kindsByDefinition[definition];
}

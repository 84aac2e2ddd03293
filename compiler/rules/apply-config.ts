import type { Diagnostic } from '../../schema/diagnostic.ts';
import type { Instant } from '../../schema/time.ts';
import { formatInstant } from '../manifest/index.ts';
import { type ConfigCode, configCodes } from './codes.ts';
import type { AlmanacConfig, Waiver } from './config.ts';
import { count } from './list-words.ts';
import { matchesGlob } from './matches-glob.ts';

/** What rules are judged by. */
export type RuleConfig = Pick<AlmanacConfig, 'rules' | 'options' | 'waivers'>;

/** Which rules the findings are of, and whether these had something to look at where a waiver holds. */
export interface RulesRan {
  readonly rules: readonly string[];
  readonly saw: (waiver: Waiver) => boolean;
}

/**
 * Judges the findings of rules: gives them their configured severities and takes away those that are waived
 * at `now`. What was waived is always counted; waivers that have expired or that waive nothing are told too.
 *
 * `ran` says which rules' findings these are: a waiver of another rule is not unused, only not asked. Nor is one
 * unused where its rule saw nothing of what it is about, or not all: what would have been waived may be there.
 */
export function applyConfig(
  findings: readonly Diagnostic[],
  ran: RulesRan,
  config: RuleConfig,
  now: Instant,
): Diagnostic[] {
  const asked = config.waivers.filter(({ rule }) => ran.rules.includes(rule));
  const inForce = asked.filter(({ expires }) => expires > now);
  const waivedCounts = new Map<Waiver, number>();
  const standing: Diagnostic[] = [];
  for (const finding of findings) {
    const severity = config.rules[finding.code] ?? finding.severity;
    if (severity === 'off') continue;
    const waiver = inForce.find((one) => waives(one, finding));
    if (waiver) waivedCounts.set(waiver, (waivedCounts.get(waiver) ?? 0) + 1);
    else standing.push({ ...finding, severity });
  }
  const accounts = asked.flatMap((waiver) => {
    const account = accountOf(waiver, waivedCounts.get(waiver) ?? 0, now);
    return account.code === 'waiver-unused' && !ran.saw(waiver) ? [] : [account];
  });
  return [...standing, ...accounts];
}

function waives({ rule, scope }: Waiver, { code, subject }: Diagnostic): boolean {
  return rule === code && subject !== undefined && scope.some((pattern) => matchesGlob(pattern, subject));
}

function accountOf(waiver: Waiver, waivedCount: number, now: Instant): Diagnostic {
  const { rule, scope, reason, expires, span } = waiver;
  const what = `\`${rule}\` for ${scope.map((one) => `\`${one}\``).join(', ')}`;
  const say = (code: ConfigCode, message: string, help?: string): Diagnostic => ({
    code,
    severity: configCodes[code],
    message,
    ...(help && { help }),
    span,
  });
  if (expires <= now) {
    return say(
      'waiver-expired',
      `the waiver of ${what} expired at ${formatInstant(expires)} and waives nothing any more`,
      'mend what it stood for, or give it a new date with a new reason',
    );
  }
  if (waivedCount === 0) {
    return say('waiver-unused', `the waiver of ${what} waives nothing`, 'take it away, or mend its scope');
  }
  return say(
    'waived',
    `${count(waivedCount, 'finding')} of ${what} waived until ${formatInstant(expires)}: ${reason}`,
  );
}

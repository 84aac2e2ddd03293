import type { TargetLetter } from '../ledger/index.ts';
import type { Target } from '../shard/index.ts';

/** A target of a tenant's job in force, and whether the shard knows it as refused. */
export interface TargetInForce {
  readonly tenant: string;
  readonly target: Pick<Target, 'key' | 'kind'>;
  readonly isRefused?: boolean;
}

/**
 * Returns the letters that say which targets can't be sent to from here, and which can again: a command where commands
 * are not allowed. Their fires end `target-rejected`.
 */
export function refusalsFor(targets: Iterable<TargetInForce>, kinds: ReadonlySet<string>): TargetLetter[] {
  const letters = new Map<string, TargetLetter>();
  for (const { tenant, target, isRefused = false } of targets) {
    const { key, kind } = target;
    const isAllowed = kinds.has(kind);
    if (isAllowed === !isRefused) continue;
    letters.set(`${tenant}\n${key}`, {
      kind: 'refusal',
      tenant,
      target: key,
      ...(!isAllowed && { reason: reasonOf(kind) }),
    });
  }
  return [...letters.values()];
}

function reasonOf(kind: string): string {
  return kind === 'command'
    ? 'commands run only where the runtime was started with `--allow-commands`'
    : `this runtime sends nothing to targets of the kind ${kind}`;
}

import { existsSync } from 'node:fs';
import { basename, join } from 'node:path';
import type { Scope, ScopeEntry } from './scope.ts';

/** The name of the file that sets severities and waivers. It declares nothing. */
export const configName = 'almanac.config.yaml';

/** The folder into which CDKTF synthesizes, and the name of a stack in it. Git usually ignores the folder. */
const synthesized = 'cdktf.out';
const stackName = 'cdk.tf.json';

/**
 * Whether a file found in a folder is read: `*.yaml` and `*.yml`, the configuration excepted; stacks only where the
 * path that was given leads into `cdktf.out`, or is a glob that says so.
 */
export function declares(path: string, entry: ScopeEntry): boolean {
  if (/\.ya?ml$/.test(path)) return basename(path) !== configName;
  return isStackGlob(entry)
    ? path.endsWith('.tf.json')
    : leadsIntoStacks(entry) && basename(path) === stackName;
}

/** Whether stacks are looked for under a path, those too that git ignores: what is synthesized is not committed. */
export function looksForStacks(entry: ScopeEntry): boolean {
  return isStackGlob(entry) || leadsIntoStacks(entry);
}

/**
 * Where stacks lie that a scope without declarations may have meant: a folder that it names and that holds none
 * (`empty`), or one below a folder that it names.
 */
export function synthesizedIn({
  entries,
}: Scope): { readonly path: string; readonly empty: boolean } | undefined {
  const named = entries.find(looksForStacks);
  if (named) return { path: named.given, empty: true };
  const around = entries.find(
    ({ kind, real }) => kind === 'directory' && existsSync(join(real, synthesized)),
  );
  return around && { path: join(around.shown, synthesized), empty: false };
}

function isStackGlob({ kind, given }: ScopeEntry): boolean {
  return kind === 'glob' && given.endsWith('.tf.json');
}

function leadsIntoStacks({ real }: ScopeEntry): boolean {
  return real.split(/[\\/]/).includes(synthesized);
}

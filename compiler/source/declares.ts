import { basename } from 'node:path';
import type { ScopeEntry } from './scope.ts';

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

function isStackGlob({ kind, given }: ScopeEntry): boolean {
  return kind === 'glob' && given.endsWith('.tf.json');
}

function leadsIntoStacks({ real }: ScopeEntry): boolean {
  return real.split(/[\\/]/).includes(synthesized);
}

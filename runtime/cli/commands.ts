import type { CommandEntry } from '../../compiler/cli/index.ts';

/**
 * The commands that need a runtime, in the order of the overview. One with the name of a compiler's command takes its
 * place and does that one's work too.
 */
export const commands: readonly CommandEntry[] = [];

import type { CommandEntry } from '../../compiler/cli/index.ts';

/**
 * The commands that need a runtime, in the order of the overview. One with the name of a compiler's command takes its
 * place and does that one's work too.
 */
export const commands: readonly CommandEntry[] = [
  {
    name: 'work',
    summary: 'decide and dispatch fires: one replica of many',
    group: 'Operate',
    load: async () => (await import('./commands/work.ts')).work,
  },
  {
    name: 'watch',
    summary: 'see from outside whether every shard goes on',
    group: 'Operate',
    load: async () => (await import('./commands/watch.ts')).watch,
  },
];

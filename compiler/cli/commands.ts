import type { CommandEntry } from './command-entry.ts';

/** The commands that need no runtime, in the order of the overview. */
export const commands: readonly CommandEntry[] = [
  {
    name: 'init',
    summary: 'write a commented starter repository',
    group: 'Start here',
    load: async () => (await import('./commands/init.ts')).init,
  },
  {
    name: 'check',
    summary: 'say what is wrong in declarations, at line and column',
    group: 'Start here',
    load: async () => (await import('./commands/check.ts')).check,
  },
  {
    name: 'schema',
    summary: 'write the JSON Schemas by which an editor completes and checks',
    group: 'Start here',
    load: async () => (await import('./commands/schema.ts')).schema,
  },
  {
    name: 'fires',
    summary: 'list the coming fires of jobs, or of an expression',
    group: 'Look ahead',
    load: async () => (await import('./commands/fires.ts')).fires,
  },
  {
    name: 'explain',
    summary: 'say why a job fires at an instant, or why it does not',
    group: 'Look ahead',
    load: async () => (await import('./commands/explain.ts')).explain,
  },
  {
    name: 'plan',
    summary: 'show which future fires a change adds, removes, moves or alters',
    group: 'Before a merge',
    load: async () => (await import('./commands/plan.ts')).plan,
  },
  {
    name: 'compile',
    summary: 'write the manifest: what declarations mean, canonical and digested',
    group: 'Before a merge',
    load: async () => (await import('./commands/compile.ts')).compile,
  },
];

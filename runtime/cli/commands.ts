import type { CommandEntry } from '../../compiler/cli/index.ts';

/**
 * The commands that need a runtime, in the order of the overview. One with the name of a compiler's command takes its
 * place and does that one's work too.
 */
export const commands: readonly CommandEntry[] = [
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
    name: 'approve',
    summary: 'record that you have reviewed a plan and its findings',
    group: 'Put in force',
    load: async () => (await import('./commands/approve.ts')).approve,
  },
  {
    name: 'apply',
    summary: 'put a reviewed plan in force',
    group: 'Put in force',
    load: async () => (await import('./commands/apply.ts')).apply,
  },
  {
    name: 'revisions',
    summary: 'list what was in force, since when, and who reviewed it',
    group: 'Put in force',
    load: async () => (await import('./commands/revisions.ts')).revisions,
  },
  {
    name: 'diff',
    summary: 'show which fires differ between two revisions',
    group: 'Put in force',
    load: async () => (await import('./commands/diff.ts')).diff,
  },
  {
    name: 'revert',
    summary: 'make a plan back to an earlier revision',
    group: 'Put in force',
    load: async () => (await import('./commands/revert.ts')).revert,
  },
  {
    name: 'up',
    summary: 'run the declarations of a folder on this machine',
    group: 'Run',
    load: async () => (await import('./commands/up.ts')).up,
  },
  {
    name: 'reload',
    summary: 'make a running `almanac up` read its declarations again',
    group: 'Run',
    load: async () => (await import('./commands/reload.ts')).reload,
  },
  {
    name: 'exec',
    summary: 'run a command and report its start, that it goes on, and its end',
    group: 'Run',
    load: async () => (await import('./commands/exec.ts')).exec,
  },
  {
    name: 'history',
    summary: 'list what became of fires, and why',
    group: 'The morning after',
    load: async () => (await import('./commands/history.ts')).history,
  },
  {
    name: 'missing',
    summary: 'list the windows that no successful run has covered',
    group: 'The morning after',
    load: async () => (await import('./commands/missing.ts')).missing,
  },
  {
    name: 'upcoming',
    summary: 'list what waits, for what and until when, and what fires next',
    group: 'The morning after',
    load: async () => (await import('./commands/upcoming.ts')).upcoming,
  },
  {
    name: 'backlog',
    summary: 'say whether the platform keeps up, or until when it will have caught up',
    group: 'Operate',
    load: async () => (await import('./commands/backlog.ts')).backlog,
  },
  {
    name: 'hold',
    summary: 'let nothing of a job, or of a tenant, be dispatched for a while',
    group: 'Operate',
    load: async () => (await import('./commands/hold.ts')).hold,
  },
  {
    name: 'release',
    summary: 'end a hold before its time',
    group: 'Operate',
    load: async () => (await import('./commands/release.ts')).release,
  },
  {
    name: 'work',
    summary: 'decide and dispatch fires: one replica of many',
    group: 'Operate',
    load: async () => (await import('./commands/work.ts')).work,
  },
  {
    name: 'serve',
    summary: 'answer questions and take orders over HTTP',
    group: 'Operate',
    load: async () => (await import('./commands/serve.ts')).serve,
  },
  {
    name: 'watch',
    summary: 'see from outside whether every shard goes on',
    group: 'Operate',
    load: async () => (await import('./commands/watch.ts')).watch,
  },
  {
    name: 'ledger',
    summary: 'make the tables of a ledger, or bring them up to date',
    group: 'Operate',
    load: async () => (await import('./commands/ledger.ts')).ledger,
  },
  {
    name: 'verify',
    summary: 'prove that nobody has edited the record',
    group: 'Operate',
    load: async () => (await import('./commands/verify.ts')).verify,
  },
];

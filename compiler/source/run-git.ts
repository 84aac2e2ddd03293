import { spawnSync } from 'node:child_process';
import { CallError } from './call-error.ts';
import { errnoOf, errnoText } from './errno-text.ts';

export interface GitAnswer {
  readonly ok: boolean;
  readonly stdout: Buffer;
  /** What git said beside, trimmed, for a message. */
  readonly said: string;
}

/** Says that there is no git on this machine, which a walk can do without and a base cannot. */
export class GitMissingError extends CallError {}

/**
 * Runs git in a folder and waits for it. Never asks anybody, never writes (not even the index, which `git`
 * likes to refresh) and never calls the file-system monitor that a repository's configuration may name.
 *
 * The variables by which a hook tells git which repository it is in are taken away: the repository is the
 * one that holds the folder.
 *
 * @throws {GitMissingError} where there is no git.
 */
export function runGit(folder: string, args: readonly string[], input?: string): GitAnswer {
  const child = spawnSync('git', ['--literal-pathspecs', '-c', 'core.fsmonitor=false', ...args], {
    cwd: folder,
    env: quietEnvironment(process.env),
    maxBuffer: Number.POSITIVE_INFINITY,
    stdio: ['pipe', 'pipe', 'pipe'],
    ...(input === undefined ? {} : { input }),
  });
  if (child.error) {
    if (errnoOf(child.error) === 'ENOENT') {
      throw new GitMissingError('git is not installed, or not on the PATH', 'install git');
    }
    throw new CallError(`git could not be run: ${errnoText(child.error)}`, undefined, child.error);
  }
  return { ok: child.status === 0, stdout: child.stdout, said: child.stderr.toString('utf8').trim() };
}

/** As `git rev-parse --local-env-vars` lists them, without the two that carry `-c` options. */
const local = [
  'GIT_ALTERNATE_OBJECT_DIRECTORIES',
  'GIT_COMMON_DIR',
  'GIT_DIR',
  'GIT_GRAFT_FILE',
  'GIT_IMPLICIT_WORK_TREE',
  'GIT_INDEX_FILE',
  'GIT_INTERNAL_SUPER_PREFIX',
  'GIT_NO_REPLACE_OBJECTS',
  'GIT_OBJECT_DIRECTORY',
  'GIT_PREFIX',
  'GIT_REPLACE_REF_BASE',
  'GIT_SHALLOW_FILE',
  'GIT_WORK_TREE',
];

function quietEnvironment(environment: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  const rest = { ...environment, GIT_OPTIONAL_LOCKS: '0', GIT_TERMINAL_PROMPT: '0', LC_ALL: 'C' };
  for (const name of local) delete (rest as NodeJS.ProcessEnv)[name];
  return rest;
}

import { hasHead, resolveCommit } from './resolve-commit.ts';
import { GitMissingError, runGit } from './run-git.ts';

/** What declarations are read from; other files may be changed, and a plan that was written is one. */
const declares = /\.(ya?ml|ics|tf\.json)"?$/;

/**
 * Returns the commit that a repository's work tree is at, followed by `+changes` where something that may be a
 * declaration is not committed; undefined before the first commit, and where there is no git to ask.
 */
export function headCommit(repository: string): string | undefined {
  try {
    if (!hasHead(repository)) return undefined;
    const commit = resolveCommit(repository, 'HEAD');
    const { ok, stdout } = runGit(repository, ['status', '--porcelain', '--untracked-files=all']);
    const changes = stdout.toString('utf8').split('\n');
    return ok && !changes.some((line) => declares.test(line)) ? commit : `${commit}+changes`;
  } catch (error) {
    if (error instanceof GitMissingError) return undefined;
    throw error;
  }
}

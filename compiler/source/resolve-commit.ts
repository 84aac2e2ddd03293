import { CallError } from './call-error.ts';
import { gitComplaint } from './git-complaint.ts';
import { runGit } from './run-git.ts';

/**
 * Returns the id of the commit that a user's words for it name (`HEAD`, `origin/main`, `HEAD@{2 days ago}`).
 *
 * @throws {CallError} where git knows none, with the remedy: in a shallow clone the history must be fetched.
 */
export function resolveCommit(repository: string, ref: string): string {
  refuseDash(ref);
  if (ref === '' || ref.includes('\0'))
    throw new CallError('the base is empty', 'name a git ref, a directory, a manifest, or `none`');
  const id = parseRevision(repository, `${ref}^{commit}`);
  if (id !== undefined) return id;
  // A search in messages (`:/words`) would take the suffix for some of its words.
  const found = parseRevision(repository, ref);
  const commit = found && parseRevision(repository, `${found}^{commit}`);
  if (commit) return commit;
  throw new CallError(
    `this repository has no commit \`${ref}\`${shallowNote(repository)}`,
    remedy(repository, ref),
  );
}

/**
 * Refuses words that git would take for an option: some of them write files or run programs.
 *
 * @throws {CallError} where they begin with a dash.
 */
export function refuseDash(ref: string): void {
  if (!ref.startsWith('-')) return;
  throw new CallError(
    `\`${ref}\` is not a git ref: it starts with a dash`,
    'to read a folder of that name, write `./` before it',
  );
}

/** Returns whether a repository has a commit at all. */
export function hasHead(repository: string): boolean {
  return parseRevision(repository, 'HEAD^{commit}') !== undefined;
}

/** Returns the object that words name. Only a repository that git will not open at all throws. */
function parseRevision(repository: string, words: string): string | undefined {
  const { ok, stdout, said } = runGit(repository, ['rev-parse', '--verify', '--quiet', words]);
  if (/dubious ownership/.test(said)) throw gitComplaint('read the repository', said);
  const id = stdout.toString('utf8').trim();
  return ok && /^[0-9a-f]{40,64}$/.test(id) ? id : undefined;
}

function shallowNote(repository: string): string {
  return isShallow(repository) ? ': it is a shallow clone, which leaves history out' : '';
}

function isShallow(repository: string): boolean {
  return (
    runGit(repository, ['rev-parse', '--is-shallow-repository']).stdout.toString('utf8').trim() === 'true'
  );
}

function remedy(repository: string, ref: string): string {
  if (isShallow(repository)) {
    return 'fetch the rest: `git fetch --unshallow`; on GitHub, give actions/checkout `fetch-depth: 0`';
  }
  const [remote, ...branch] = ref.split('/');
  const remotes = runGit(repository, ['remote']).stdout.toString('utf8').split('\n');
  if (branch.length > 0 && remote && remotes.includes(remote)) {
    return `fetch it: \`git fetch ${remote} ${branch.join('/')}:refs/remotes/${ref}\``;
  }
  if (remotes.includes('origin') && parseRevision(repository, `origin/${ref}^{commit}`)) {
    return `did you mean \`origin/${ref}\`?`;
  }
  return 'name a branch, a tag or a commit; `git branch --all` lists the branches';
}

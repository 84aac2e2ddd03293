import { gitComplaint } from './git-complaint.ts';
import { runGit } from './run-git.ts';

/**
 * Reads many blobs by one `git cat-file --batch`, in the order of their names (object ids, `:path` in the
 * index, `commit:path`). One that git does not have is undefined.
 *
 * A name with a line break in it would be two: it is not asked for, and so is undefined too.
 *
 * @throws {CallError} where git fails.
 */
export function readBlobs(folder: string, names: readonly string[]): (Uint8Array | undefined)[] {
  if (names.length === 0) return [];
  const asked = names.map((name) => (/[\n\r\0]/.test(name) ? undefined : name));
  const input = asked.map((name) => (name === undefined ? '' : `${name}\n`)).join('');
  const answer = runGit(folder, ['cat-file', '--batch'], input);
  if (!answer.ok) throw gitComplaint('read its objects', answer.said);
  let at = 0;
  return asked.map((name) => {
    if (name === undefined) return undefined;
    const end = answer.stdout.indexOf(10, at);
    // `<id> <type> <size>`, or `<name> missing` and the like.
    const head = /^[0-9a-f]{40,64} (\w+) (\d+)$/.exec(answer.stdout.toString('utf8', at, end));
    at = end + 1;
    if (!head) return undefined;
    const size = Number(head[2]);
    const bytes = answer.stdout.subarray(at, at + size);
    at += size + 1;
    return head[1] === 'blob' ? bytes : undefined;
  });
}

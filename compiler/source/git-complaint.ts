import { CallError } from './call-error.ts';

/** Returns what to tell a user whose git refused, with the remedy where there is a usual one. */
export function gitComplaint(doing: string, said: string): CallError {
  const line = said.replace(/^fatal: /, '').split('\n')[0] ?? '';
  if (/dubious ownership/.test(said)) {
    const folder = /repository at '([^']*)'/.exec(said)?.[1];
    return new CallError(
      `git will not read ${folder ? `\`${folder}\`` : 'this repository'}: it belongs to another user`,
      `if you trust it: git config --global --add safe.directory ${folder ?? '<folder>'}`,
    );
  }
  return new CallError(`git could not ${doing}: ${line || 'it gave no reason'}`);
}

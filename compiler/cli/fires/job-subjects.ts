import type { Manifest } from '../../../schema/manifest.ts';
import type { FoundJob } from '../../explain/index.ts';
import { closest } from '../../manifest/index.ts';
import { CallError } from '../../source/index.ts';

/** Returns all jobs of a manifest, by id. */
export function allJobs({ tenants }: Manifest): FoundJob[] {
  return Object.entries(tenants).flatMap(([tenant, { jobs }]) =>
    Object.entries(jobs).map(([name, meaning]) => ({ id: `${tenant}/${name}`, tenant, name, meaning })),
  );
}

/**
 * Returns the job that a user means by `tenant/name`, or by its name alone where one tenant has it.
 *
 * @throws {CallError} where there is none, or more than one.
 */
export function findJob(manifest: Manifest, word: string): FoundJob {
  const jobs = allJobs(manifest);
  const found = jobs.filter(({ id, name }) => id === word || name === word);
  if (found.length === 1) return found[0]!;
  if (found.length > 1) {
    throw new CallError(
      `\`${word}\` is a job of several tenants`,
      `write ${found.map(({ id }) => `\`${id}\``).join(' or ')}`,
    );
  }
  const meant = closest(
    word,
    jobs.flatMap(({ id, name }) => [id, name]),
  );
  throw new CallError(
    `\`${word}\` is no job that was declared here, and no path`,
    meant
      ? `did you mean \`${meant}\`?`
      : jobs.length > 0
        ? '`almanac fires` lists all jobs that fire'
        : 'no job was declared in what was read',
  );
}

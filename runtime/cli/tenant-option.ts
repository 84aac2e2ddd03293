import { type Call, CallError, type OptionSpec } from '../../compiler/cli/index.ts';
import type { Questions } from '../history/index.ts';

export const tenantOption: OptionSpec = {
  flags: '--tenant <name>',
  about: 'whose (default: of the job that is named, else the only tenant that there is)',
};

/** A tenant, and one of its jobs where a word names it. */
export interface TenantAndJob {
  readonly tenant: string;
  readonly job?: string;
}

/**
 * Reads `tenant/job`, or a job's name alone, beside `--tenant`.
 *
 * @throws {CallError} where the tenant is not said and there is not exactly one.
 */
export async function tenantAndJob(
  { options }: Call,
  questions: Questions,
  word: string | undefined,
): Promise<TenantAndJob> {
  const [first = '', second, ...rest] = (word ?? '').split('/');
  const job = second ?? (first === '' ? undefined : first);
  const named = second === undefined ? undefined : first;
  const said = options['tenant'] as string | undefined;
  if (rest.length > 0 || (named !== undefined && said !== undefined && named !== said)) {
    throw new CallError(`\`${word}\` is not a job of ${said ?? 'any tenant'}`, 'write `tenant/job`');
  }
  const tenant = said ?? named ?? (await onlyTenant(questions));
  for (const name of [tenant, ...(job === undefined ? [] : [job])]) refuseName(name);
  return { tenant, ...(job !== undefined && { job }) };
}

/** How many tenants a person is shown. */
const shownMost = 5;

async function onlyTenant(questions: Questions): Promise<string> {
  const tenants = await questions.tenants();
  const [only, second] = tenants;
  if (only !== undefined && second === undefined) return only;
  if (only === undefined)
    throw new CallError('nothing was ever in force here', '`almanac apply` puts a plan in force');
  const shown = tenants.slice(0, shownMost).join(', ');
  const more = tenants.length > shownMost ? `, and ${tenants.length - shownMost} more` : '';
  throw new CallError('which tenant?', `\`--tenant\` is one of ${shown}${more}`);
}

function refuseName(name: string): void {
  if (/^[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?$/.test(name)) return;
  throw new CallError(
    `\`${name}\` is not the name of a tenant or job`,
    'names are lower case letters, digits and dashes',
  );
}

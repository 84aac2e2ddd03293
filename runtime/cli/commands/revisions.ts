import {
  type Call,
  CallError,
  type Command,
  type ExitCode,
  printJson,
  readCount,
} from '../../../compiler/cli/index.ts';
import { formatInstant } from '../../../compiler/index.ts';
import type { RevisionRecord } from '../../../schema/revision.ts';
import { runtimeOptions } from '../runtime-place.ts';
import { textTable } from '../text-table.ts';
import { withApplyPort } from '../with-apply-port.ts';

export const revisions: Command = {
  name: 'revisions',
  summary: 'list what was in force, since when, and who reviewed it',
  usage: '[tenant]',
  about:
    'Lists the revisions of a tenant, newest first: from when each was in force, who applied it, who had approved its plan, and the source and commit that its declarations came from. Without a tenant, lists the tenants with what is in force.',
  arguments: [{ name: '[tenant]', about: 'whose revisions (default: what is in force for every tenant)' }],
  options: [
    { flags: '--limit <n>', about: 'at most so many, the newest (default: 20)', read: readCount },
    ...runtimeOptions,
  ],
  examples: [
    { about: 'what is in force', run: 'almanac revisions' },
    { about: 'who changed what when', run: 'almanac revisions benefits' },
    { about: 'and what the last change was', run: 'almanac diff benefits@3 benefits@4' },
  ],
  exitCodes: [0, 1],
  run: listThem,
};

const byDefault = 20;
/** Revisions of one request. */
const pageMost = 200;

async function listThem(call: Call): Promise<ExitCode> {
  const [tenant] = call.words;
  return await withApplyPort(call, async (port): Promise<ExitCode> => {
    if (tenant === undefined) {
      const tenants = await port.tenants();
      if (call.options.json) printJson(call, { tenants });
      else if (tenants.length === 0) call.io.stdout.write('Nothing is in force.\n');
      else
        call.io.stdout.write(
          textTable(
            ['tenant', 'revision', 'in force from', 'jobs'],
            tenants.map((one) => [one.tenant, one.revision, formatInstant(one.inForceFrom), one.jobs]),
          ),
        );
      return 0;
    }
    const wanted = (call.options['limit'] as number | undefined) ?? byDefault;
    const found: RevisionRecord[] = [];
    let after: string | undefined;
    do {
      const limit = Math.min(wanted - found.length, pageMost);
      const page = await port.revisions(tenant, { limit, ...(after !== undefined && { after }) });
      found.push(...page.revisions);
      after = page.next;
    } while (after !== undefined && found.length < wanted);
    if (found.length === 0)
      throw new CallError(`\`${tenant}\` has no revision`, '`almanac revisions` lists the tenants');
    if (call.options.json) printJson(call, { tenant, revisions: found });
    else
      call.io.stdout.write(
        textTable(
          ['revision', 'in force from', 'applied by', 'approved by', 'source', 'plan'],
          found.map(rowOf),
        ),
      );
    if (after !== undefined && !call.options.quiet && !call.options.json)
      call.io.stderr.write(`almanac revisions: there are older ones; \`--limit ${wanted * 2}\` shows more\n`);
    return 0;
  });
}

function rowOf({ revision, inForceFrom, principal, approvedBy, source, planDigest }: RevisionRecord) {
  return [
    revision,
    inForceFrom,
    principal,
    approvedBy.length === 0 ? '-' : approvedBy.join(', '),
    source ? `${source.name}${source.commit === undefined ? '' : ` ${shortCommit(source.commit)}`}` : '-',
    planDigest.slice(0, 'sha256:'.length + 12),
  ];
}

function shortCommit(commit: string): string {
  return commit.endsWith('+changes') ? `${commit.slice(0, 12)}+changes` : commit.slice(0, 12);
}

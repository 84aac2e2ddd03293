import {
  type Asked,
  explainAt,
  explainTime,
  fact,
  formatDuration,
  formatInstant,
  isoWall,
  offsetText,
} from '../../compiler/index.ts';
import type { Answer, Explanations, Fact } from '../../schema/explanation.ts';
import type { Instant } from '../../schema/time.ts';
import type { FireRow, JournalEntry, TenantRow } from '../ledger/index.ts';
import { shardOf } from '../ledger/index.ts';
import type { Archive } from './archive.ts';
import type { ExplainAsk } from './asks.ts';
import { NotFound } from './asks.ts';
import { eachFire } from './each-fire.ts';
import { fireRecord } from './fire-record.ts';
import { fireWindow } from './fire-window.ts';
import { contextOf, type JobContext, windowText } from './job-context.ts';
import { knownTenant } from './list-history.ts';
import { recordFacts } from './record-facts.ts';
import { tenantNotes } from './tenant-notes.ts';

/**
 * Explains a job at a time, past or to come, also where nothing ever was: what the ledger has of it, and by which words
 * of the revision in force then.
 *
 * @throws {NotFound} for a tenant that the ledger does not know, for a job that never was, and for a wall time of a job
 * without a zone.
 */
export async function explainFire(archive: Archive, ask: ExplainAsk, now: Instant): Promise<Explanations> {
  const tenant = await knownTenant(archive, ask.tenant);
  const instants =
    ask.time.kind === 'instant' ? [ask.time.instant] : await instantsOf(archive, tenant, ask, now);
  return {
    answers: await Promise.all(instants.map((instant) => explainOne(archive, tenant, ask.job, instant, now))),
  };
}

async function explainOne(
  archive: Archive,
  tenant: TenantRow,
  asked: string,
  instant: Instant,
  now: Instant,
): Promise<Answer> {
  const name = await archive.nameAt(tenant, asked, instant);
  const rows = await rowsAt(archive, tenant.tenant, name, instant);
  const row = rows.find(({ order }) => order === '');
  const then = await archive.revisionAt(tenant, instant);
  const context = await contextOf(archive, tenant.tenant, name, row?.body.createdBy ?? then?.revision);
  if (!context) return undeclared(archive, tenant, name, instant, then?.revision, now);

  const answer = explainAt(askedOf(context, instant, now));
  const record = row && (await fireRecord(archive, row));
  const others = await Promise.all(
    rows.filter(({ order }) => order !== '').map((other) => fireRecord(archive, other)),
  );
  const became = record
    ? recordFacts(record)
    : answer.kind === 'fire'
      ? await unrecorded(archive, tenant, context, instant, now)
      : [];
  const window =
    record?.window ?? (answer.kind === 'fire' ? comingWindow(tenant, context, instant) : undefined);
  const named = name === asked ? [] : [fact('name', `the job was called ${name} then`)];
  return {
    ...answer,
    revision: context.revision,
    ...(record && { record, due: record.due }),
    ...(window && { window }),
    ...(others.length > 0 && { others }),
    facts: [
      ...named,
      ...became,
      ...others.flatMap((other) => recordFacts(other)),
      ...answer.facts.filter(({ label }) => label !== 'past').map((one) => withWindow(one, window)),
      await revisionFact(archive, tenant, context.revision),
    ],
  };
}

/** The window of a fire without a row, which can only be of the revision in force. */
function comingWindow(tenant: TenantRow, context: JobContext, instant: Instant): Answer['window'] {
  return context.revision === tenant.revision
    ? windowText(fireWindow(context, tenantNotes(tenant), instant))
    : undefined;
}

/** The schedule alone does not know of catch-up, nor of the revision before. */
function withWindow(one: Fact, window: Answer['window']): Fact {
  if (one.label !== 'window' || !window) return one;
  const length = (Date.parse(window.to) - Date.parse(window.from)) / 1000;
  return { ...one, text: `${window.from} to ${window.to}, ${formatDuration(length)}` };
}

function askedOf({ job, subject, places }: JobContext, instant: Instant, now: Instant): Asked {
  return { job, subject, places, instant, now };
}

/** The row of a fire, also out of a stretch, and those of its other runs. */
async function rowsAt(
  archive: Archive,
  tenant: string,
  job: string,
  instant: Instant,
): Promise<readonly FireRow[]> {
  const rows = await archive.ledger.fire(tenant, job, instant);
  const listed = await Promise.all(
    rows.map(async (row) => {
      if (row.count === 1) return [row];
      return eachFire(row, await contextOf(archive, tenant, job, row.body.createdBy), instant, instant + 1);
    }),
  );
  return listed.flat().filter(({ scheduled, count }) => count > 1 || scheduled === instant);
}

/** Of a fire that has no row: it is to come, the platform is behind, or nothing is kept of it. */
async function unrecorded(
  archive: Archive,
  tenant: TenantRow,
  { subject }: JobContext,
  instant: Instant,
  now: Instant,
): Promise<readonly Fact[]> {
  if (instant < tenant.floor) {
    return [
      fact(
        'record',
        `not kept before ${formatInstant(tenant.floor)}: what became of it is not known any more`,
      ),
    ];
  }
  const due = instant + subject.spread;
  if (due > now) return [fact('record', 'to come: what follows holds as long as nothing else is applied')];
  const head = await headOf(archive, tenant.tenant);
  const through = head?.watermark.through ?? 0;
  if (due > through) {
    return [
      fact(
        'record',
        `undecided: the platform is behind, its decisions have come to ${formatInstant(through)}; nothing the tenant declared holds it up`,
      ),
    ];
  }
  return [
    fact('record', 'none, though it was due and everything due is decided: `almanac verify` says more'),
  ];
}

async function headOf({ ledger }: Archive, tenant: string): Promise<JournalEntry | undefined> {
  const { shardCount } = await ledger.meta();
  const [head] = await ledger.heads([shardOf(tenant, shardCount)]);
  return head;
}

/** Of an instant at which the job was not declared. */
async function undeclared(
  archive: Archive,
  tenant: TenantRow,
  name: string,
  instant: Instant,
  revision: number | undefined,
  now: Instant,
): Promise<Answer> {
  const present = await contextOf(archive, tenant.tenant, name, tenant.revision);
  const first = present ? await firstOf(archive, tenant, name) : undefined;
  if (!present && !(await wasEver(archive, tenant, name))) {
    throw new NotFound('unknown-job', `no job \`${tenant.tenant}/${name}\` was ever declared`);
  }
  const why =
    revision === undefined
      ? `nothing of the tenant was in force yet: its first revision took force at ${formatInstant((await archive.revision(tenant.tenant, 1))?.inForceFrom ?? now)}`
      : `the job was not declared in revision ${revision}, which was in force then`;
  return {
    job: `${tenant.tenant}/${name}`,
    kind: 'none',
    instant: formatInstant(instant),
    wall: isoWall(instant) + offsetText(0),
    ...(revision !== undefined && { revision }),
    facts: [
      fact('why', why),
      ...(first === undefined
        ? []
        : [fact('declared', `since revision ${first.revision}, ${formatInstant(first.inForceFrom)}`)]),
    ],
  };
}

/** How many revisions are looked through for one that declares a job. */
const lookedThrough = 200;

async function firstOf(archive: Archive, tenant: TenantRow, name: string) {
  let first = tenant.revision;
  const least = Math.max(1, tenant.revision - lookedThrough);
  while (first > least && (await contextOf(archive, tenant.tenant, name, first - 1))) first--;
  return archive.revision(tenant.tenant, first);
}

async function wasEver(archive: Archive, tenant: TenantRow, name: string): Promise<boolean> {
  const least = Math.max(1, tenant.revision - lookedThrough);
  for (let revision = tenant.revision; revision >= least; revision--) {
    if (await contextOf(archive, tenant.tenant, name, revision)) return true;
  }
  const { rows } = await archive.ledger.fires({ tenant: tenant.tenant, job: name, limit: 1 });
  return rows.length > 0;
}

async function revisionFact(archive: Archive, tenant: TenantRow, revision: number): Promise<Fact> {
  const row = await archive.revision(tenant.tenant, revision);
  if (!row) return fact('revision', `${revision}`);
  const reviewed = row.approvedBy.length > 0 ? `, reviewed by ${row.approvedBy.join(', ')}` : '';
  const commit = row.source?.commit === undefined ? '' : `, commit ${row.source.commit}`;
  return fact(
    'revision',
    `${revision}, in force from ${formatInstant(row.inForceFrom)}, applied by ${row.principal}${reviewed}${commit}`,
  );
}

/** Reads a wall time in the zone that the job had around then. */
async function instantsOf(
  archive: Archive,
  tenant: TenantRow,
  { job, time }: ExplainAsk,
  now: Instant,
): Promise<readonly Instant[]> {
  const near = time.kind === 'wall' ? time.wall : 0;
  const name = await archive.nameAt(tenant, job, near);
  const then = await archive.revisionAt(tenant, near);
  const context =
    (await contextOf(archive, tenant.tenant, name, then?.revision)) ??
    (await contextOf(archive, tenant.tenant, job, tenant.revision));
  if (!context) throw new NotFound('unknown-job', `no job \`${tenant.tenant}/${job}\` is in force`);
  const answers = explainTime(
    { job: context.job, subject: context.subject, places: context.places, now },
    time,
  );
  if (!answers) {
    throw new NotFound(
      'no-zone',
      `\`${tenant.tenant}/${job}\` has no zone, so that a wall time is no instant`,
    );
  }
  return answers.map(({ instant }) => Date.parse(instant) / 1000);
}

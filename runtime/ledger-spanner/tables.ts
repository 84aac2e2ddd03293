/** Of the tables below. A change that an older program can't live with counts it up. */
export const tablesVersion = 1;

/**
 * The tables, as `almanac ledger migrate` makes them (the README has the reasons):
 * - no key and no index begins with anything that only grows: a shard or a tenant stands before every instant;
 * - a row is written once, and tables whose rows come and go have no index, since the emulator takes the square of
 *   a batch for updates and deletes in a table that has one. Tables of keys stand in for them;
 * - the newest comes first wherever people read, since reads go along a key only forwards;
 * - nothing expires by itself: retention is the runtime's, so that a restored backup keeps what it had.
 */
const tables = `
-- One row: what was made with the ledger.
CREATE TABLE Meta (
  One INT64 NOT NULL,
  Id STRING(36) NOT NULL,
  ShardCount INT64 NOT NULL,
  Version INT64 NOT NULL,
  Secret STRING(64) NOT NULL,
) PRIMARY KEY (One);

-- The last entry of each shard, so that the heads of all shards are one read.
CREATE TABLE Heads (
  Shard INT64 NOT NULL,
  Seq INT64 NOT NULL,
) PRIMARY KEY (Shard);

-- The key is the fence. Followed is set by the next entry, which fails where this one is not there.
CREATE TABLE Journal (
  Shard INT64 NOT NULL,
  Seq INT64 NOT NULL,
  Now INT64 NOT NULL,
  Nonce STRING(MAX) NOT NULL,
  Parts INT64 NOT NULL,
  Entry STRING(MAX) NOT NULL,
  Followed BOOL,
) PRIMARY KEY (Shard, Seq);
CREATE INDEX JournalByTime ON Journal (Shard, Now DESC, Seq DESC);

-- What of an entry (a checkpoint) is too long for one value.
CREATE TABLE JournalParts (
  Shard INT64 NOT NULL,
  Seq INT64 NOT NULL,
  Part INT64 NOT NULL,
  Entry STRING(MAX) NOT NULL,
) PRIMARY KEY (Shard, Seq, Part);

-- A post that is sent twice, since its answer got lost, meets its own key.
CREATE TABLE Inbox (
  Shard INT64 NOT NULL,
  Post STRING(36) NOT NULL,
  Ordinal INT64 NOT NULL,
  Posted TIMESTAMP NOT NULL OPTIONS (allow_commit_timestamp=true),
  Letter STRING(MAX) NOT NULL,
) PRIMARY KEY (Shard, Post, Ordinal);
CREATE INDEX InboxInOrder ON Inbox (Shard, Posted, Post, Ordinal) STORING (Letter);

-- Fires without an end. Moves to Fires when it is over.
CREATE TABLE Live (
  Shard INT64 NOT NULL,
  Tenant STRING(MAX) NOT NULL,
  Scheduled INT64 NOT NULL,
  Job STRING(MAX) NOT NULL,
  Ord STRING(MAX) NOT NULL,
  Line STRING(MAX) NOT NULL,
) PRIMARY KEY (Shard, Tenant, Scheduled DESC, Job DESC, Ord DESC);

-- Keys of the open ones of Live, the oldest due first, of a shard and of a tenant.
CREATE TABLE WaitingOfShard (
  Shard INT64 NOT NULL,
  Due INT64 NOT NULL,
  Tenant STRING(MAX) NOT NULL,
  Scheduled INT64 NOT NULL,
  Job STRING(MAX) NOT NULL,
  Ord STRING(MAX) NOT NULL,
) PRIMARY KEY (Shard, Due, Tenant, Scheduled, Job, Ord);
CREATE TABLE WaitingOfTenant (
  Tenant STRING(MAX) NOT NULL,
  Due INT64 NOT NULL,
  Scheduled INT64 NOT NULL,
  Job STRING(MAX) NOT NULL,
  Ord STRING(MAX) NOT NULL,
) PRIMARY KEY (Tenant, Due, Scheduled, Job, Ord);

-- Fires that are over. HoleAt is Scheduled of a hole, StretchLast is the last instant of a stretch; else null.
CREATE TABLE Fires (
  Tenant STRING(MAX) NOT NULL,
  Job STRING(MAX) NOT NULL,
  Scheduled INT64 NOT NULL,
  Ord STRING(MAX) NOT NULL,
  HoleAt INT64,
  StretchLast INT64,
  Line STRING(MAX) NOT NULL,
) PRIMARY KEY (Tenant, Job, Scheduled DESC, Ord DESC);
CREATE INDEX FiresByTime ON Fires (Tenant, Scheduled DESC, Job DESC, Ord DESC) STORING (StretchLast);
CREATE NULL_FILTERED INDEX HolesByTime ON Fires (Tenant, HoleAt DESC, Job DESC, Ord DESC);
CREATE NULL_FILTERED INDEX HolesOfJob ON Fires (Tenant, Job, HoleAt DESC, Ord DESC);
CREATE NULL_FILTERED INDEX StretchesOfTenant ON Fires (Tenant, StretchLast);
CREATE NULL_FILTERED INDEX StretchesOfJob ON Fires (Tenant, Job, StretchLast);

CREATE TABLE Tenants (
  Shard INT64 NOT NULL,
  Tenant STRING(MAX) NOT NULL,
  Line STRING(MAX) NOT NULL,
) PRIMARY KEY (Shard, Tenant);

CREATE TABLE Revisions (
  Tenant STRING(MAX) NOT NULL,
  Revision INT64 NOT NULL,
  Line STRING(MAX) NOT NULL,
) PRIMARY KEY (Tenant, Revision DESC);

CREATE TABLE Answers (
  Tenant STRING(MAX) NOT NULL,
  Request STRING(MAX) NOT NULL,
  Moment INT64 NOT NULL,
  Line STRING(MAX) NOT NULL,
) PRIMARY KEY (Tenant, Request);
CREATE INDEX AnswersByTime ON Answers (Tenant, Moment);

CREATE TABLE Approvals (
  Plan STRING(80) NOT NULL,
  Principal STRING(MAX) NOT NULL,
  Line STRING(MAX) NOT NULL,
) PRIMARY KEY (Plan, Principal);

-- Bytes in parts; the part with number 0 is written last and says how many others there are.
CREATE TABLE Blobs (
  Digest STRING(80) NOT NULL,
  Part INT64 NOT NULL,
  Parts INT64,
  Bytes BYTES(1048576) NOT NULL,
) PRIMARY KEY (Digest, Part);

-- The holder stands in the key, so that who drops its lease can't drop another's, and reads nothing first.
CREATE TABLE Leases (
  Shard INT64 NOT NULL,
  Holder STRING(MAX) NOT NULL,
  Beat INT64 NOT NULL,
) PRIMARY KEY (Shard, Holder);

CREATE TABLE Replicas (
  Id STRING(MAX) NOT NULL,
  Beat INT64 NOT NULL,
  About STRING(MAX) NOT NULL,
) PRIMARY KEY (Id);
`;

/** One statement of the tables and the name of what it makes. */
export interface TableStatement {
  readonly name: string;
  readonly text: string;
}

export function tableStatements(): readonly TableStatement[] {
  return tables
    .replace(/^--.*$/gm, '')
    .split(';')
    .map((text) => text.trim())
    .filter((text) => text !== '')
    .map((text) => ({
      name: /^CREATE (?:TABLE|(?:NULL_FILTERED )?INDEX) (\w+)/.exec(text)?.[1] ?? '',
      text,
    }));
}

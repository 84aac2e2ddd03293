import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtempSync, rmSync, statSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { build } from 'esbuild';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { inTransaction } from '../../../runtime/ledger-sqlite/in-transaction.js';
import { openSqliteLedger } from '../../../runtime/ledger-sqlite/index.ts';
import { openDatabase } from '../../../runtime/ledger-sqlite/open-database.ts';
import { ledgerFrom } from '../../../runtime/open-ledger/index.ts';
import { commitOf, entryAfter, fireRow, heartbeat, start } from './sample-rows.ts';

describe('The ledger in one file', () => {
  let folder = '';
  let files = 0;
  const newFile = () => join(folder, `ledger-${++files}.db`);
  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'almanac-ledger-'));
  });
  afterAll(() => rmSync(folder, { recursive: true }));

  test('what was committed is there when it is opened again, with the same id and secret', async () => {
    const file = newFile();
    const first = openSqliteLedger({ file, shardCount: 6 });
    const meta = await first.meta();
    const row = fireRow({ scheduled: start });
    const entry = entryAfter(undefined, { shard: 5 });
    await first.commit(commitOf(entry, { fires: [{ row }] }));
    await first.close();
    await first.close();
    await expect(first.heads([5])).rejects.toThrow('closed');

    const again = await ledgerFrom(`sqlite:${file}`);
    expect(await again.meta()).toEqual(meta);
    expect(await again.heads([5])).toEqual([entry]);
    expect(await again.fire('benefits', 'statement-run', start)).toEqual([row]);
    await again.close();
  });

  test('two open it at once: letters and entries of one are seen by the other, and one fences the other', async () => {
    const file = newFile();
    const [a, b] = [openSqliteLedger({ file }), openSqliteLedger({ file })];
    expect(await a.meta()).toEqual(await b.meta());
    const entry = entryAfter(undefined, { shard: 0 });
    expect(await a.commit(commitOf(entry))).toBe('won');
    expect(await b.commit(commitOf(entryAfter(undefined, { shard: 0 })))).toBe('lost');
    expect(await b.commit(commitOf(entry))).toBe('won');
    expect(await b.commit(commitOf(entryAfter(entry, { shard: 0 })))).toBe('won');
    expect((await a.heads([0]))[0]?.seq).toBe(2);
    await b.post([{ shard: 1, letter: heartbeat(1) }]);
    expect((await a.inbox([{ shard: 1, after: '' }], 9))[0]).toHaveLength(1);
    await a.close();
    await b.close();
  });

  test('of writes that are asked at once by a thread each has its own answer, and a refused one takes nothing along', async () => {
    const file = newFile();
    const ledger = openSqliteLedger({ file, writes: 'thread' });
    const first = entryAfter(undefined, { shard: 0 });
    const row = fireRow({ scheduled: start });
    const notThere = { row: fireRow({ scheduled: start + 60, state: 'over' }), was: 'going' } as const;
    const answers = await Promise.allSettled([
      ledger.commit(commitOf(first, { fires: [{ row }] })),
      ledger.commit(commitOf(entryAfter(undefined, { shard: 0 }))),
      ledger.commit(commitOf(entryAfter(undefined, { shard: 1 }), { fires: [notThere] })),
      ledger.commit(commitOf(entryAfter(undefined, { shard: 2 }))),
      ledger.post([{ shard: 1, letter: heartbeat(1) }]),
    ]);
    expect(answers.map((one) => (one.status === 'fulfilled' ? one.value : String(one.reason)))).toEqual([
      'won',
      'lost',
      'Error: of 1 fires that end, some are not open or going',
      'won',
      undefined,
    ]);
    expect((await ledger.heads([0, 1, 2])).map((head) => head?.seq)).toEqual([1, undefined, 1]);
    expect(await ledger.fire('benefits', 'statement-run', start)).toEqual([row]);
    expect((await ledger.inbox([{ shard: 1, after: '' }], 9))[0]).toHaveLength(1);
    // What is under way when it is closed is written before.
    const last = ledger.post([{ shard: 1, letter: heartbeat(2) }]);
    await ledger.close();
    await last;
    await expect(ledger.post([{ shard: 1, letter: heartbeat(3) }])).rejects.toThrow('closed');
    const again = openSqliteLedger({ file });
    expect((await again.inbox([{ shard: 1, after: '' }], 9))[0]).toHaveLength(2);
    await again.close();
  });

  test('another number of shards is refused, and tables of a newer version', async () => {
    const file = newFile();
    await openSqliteLedger({ file, shardCount: 2 }).close();
    expect(() => openSqliteLedger({ file, shardCount: 3 })).toThrow('2 shards');
    const db = openDatabase(file);
    db.exec('PRAGMA user_version = 99');
    db.close();
    expect(() => openSqliteLedger({ file })).toThrow('version 99');
  });

  test('is nobody else’s to read, since it holds the secret of the runs’ tokens', async () => {
    const file = newFile();
    const ledger = openSqliteLedger({ file });
    expect([file, `${file}-wal`].map((path) => statSync(path).mode & 0o077)).toEqual([0, 0]);
    await ledger.close();
  });

  test('a database of something else is refused, and left as it was', () => {
    const file = newFile();
    const db = openDatabase(file);
    db.exec('CREATE TABLE bookmarks (url TEXT)');
    expect(() => openSqliteLedger({ file })).toThrow('a database of something else');
    expect(db.prepare('SELECT name FROM sqlite_schema').all([])).toEqual([['bookmarks']]);
    db.close();
  });

  test('a write that finds no room says so, changes nothing, and is made when there is some', async () => {
    const db = openDatabase(newFile());
    db.exec('CREATE TABLE pages (bytes BLOB) STRICT');
    const [[pages]] = db.prepare('SELECT page_count FROM pragma_page_count').all([]) as [[number]];
    db.exec(`PRAGMA max_page_count = ${pages}`);
    const fill = () => inTransaction(db, () => db.exec('INSERT INTO pages VALUES (zeroblob(1000000))'));
    expect(fill).toThrow('full');
    expect(db.prepare('SELECT count(*) FROM pages').all([])).toEqual([[0]]);
    db.exec(`PRAGMA max_page_count = ${pages + 1000}`);
    fill();
    expect(db.prepare('SELECT count(*) FROM pages').all([])).toEqual([[1]]);
    db.close();
  });

  test('three processes on one file, killed while they write: each entry is whole, each number is one owner’s', {
    timeout: 60_000,
  }, async () => {
    const file = newFile();
    const program = join(folder, 'commit-until-killed.mjs');
    await build({
      entryPoints: [join(import.meta.dirname, 'commit-until-killed.ts')],
      outfile: program,
      bundle: true,
      format: 'esm',
      platform: 'node',
      banner: { js: "import{createRequire}from'node:module';const require=createRequire(import.meta.url);" },
      external: ['libsql'],
    });
    // Where it looks for the driver.
    symlinkSync(join(process.cwd(), 'node_modules'), join(folder, 'node_modules'));
    await openSqliteLedger({ file }).close();
    const said: number[][] = [];
    for (let round = 0; round < 2; round++) {
      const children = ['a', 'b', 'c'].map((owner) =>
        spawn(process.execPath, [program, file, `${owner}${round}`], {
          stdio: ['ignore', 'pipe', 'inherit'],
        }),
      );
      said.push(...(await Promise.all(children.map((child) => untilKilled(child, 15)))));
    }
    const ledger = openSqliteLedger({ file });
    const journal = await ledger.journal(0, 0, 100_000);
    expect(journal.map(({ seq }) => seq)).toEqual(journal.map((_, at) => at + 1));
    expect(journal.every((entry, at) => entry.previous === (journal[at - 1]?.hash ?? ''))).toBe(true);
    const won = said.flat().sort((x, y) => x - y);
    expect(won.length).toBeGreaterThanOrEqual(90);
    expect(new Set(won).size).toBe(won.length);
    expect(won.every((seq) => seq <= journal.length)).toBe(true);
    const { rows } = await ledger.fires({ tenant: 'benefits', limit: 1_000_000 });
    expect(rows).toHaveLength(journal.length * 10);
    await ledger.close();
  });
});

/** Hears what it says until it has said so many lines, and kills it in the middle of its work. */
function untilKilled(child: ChildProcess, lines: number): Promise<number[]> {
  return new Promise((resolve) => {
    const said: number[] = [];
    createInterface({ input: child.stdout! }).on('line', (line) => {
      said.push(Number(line));
      if (said.length === lines) child.kill('SIGKILL');
    });
    child.once('close', () => resolve(said));
  });
}

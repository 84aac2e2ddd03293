import { chmodSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { openLedger } from '../../../runtime/cli/open-ledger.ts';
import { makeFolder } from '../../compiler/source/make-folder.ts';

test.each([
  ['644', '600'],
  ['666', '600'],
  ['600', '600'],
  // Somebody lets a group read it.
  ['640', '640'],
  ['660', '660'],
])('a ledger that has the mode %s when it is opened has %s then', async (before, after) => {
  const file = join(makeFolder({}).path, 'ledger.db');
  const made = await openLedger(`sqlite:${file}`);
  const all = [file, `${file}-wal`, `${file}-shm`];
  for (const one of all) chmodSync(one, before);
  const ledger = await openLedger(`sqlite:${file}`);
  expect(all.map((one) => (statSync(one).mode & 0o777).toString(8))).toEqual([after, after, after]);
  await ledger.close();
  await made.close();
});

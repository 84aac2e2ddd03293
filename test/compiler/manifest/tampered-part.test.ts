import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { tamperedPart } from '../../../compiler/manifest/tampered-part.ts';
import type { Manifest } from '../../../schema/manifest.ts';
import { repositoryFiles } from '../cli/declarations.ts';
import { runAlmanac } from '../cli/run-almanac.ts';
import { makeFolder } from '../source/make-folder.ts';

const calendar = `apiVersion: almanac/v1
kind: Calendar
metadata: { tenant: benefits, name: days }
spec: { dates: [2027-01-01], validUntil: 2030-01-01 }
`;

/** Reads a manifest as `almanac compile` wrote it. */
async function compiled(): Promise<{ path: string; text: string }> {
  const { path } = makeFolder({ ...repositoryFiles, 'days.yaml': calendar });
  await runAlmanac(['compile', '--out', 'manifest.json'], { cwd: path });
  return { path, text: readFileSync(join(path, 'manifest.json'), 'utf8') };
}

type Tree = Record<string, unknown>;

/** Lists every place of a JSON value, as keys from the root. */
function placesIn(value: unknown, keys: readonly string[] = []): (readonly string[])[] {
  if (typeof value !== 'object' || value === null) return [keys];
  return [
    ...(keys.length > 0 ? [keys] : []),
    ...Object.entries(value).flatMap(([key, member]) => placesIn(member, [...keys, key])),
  ];
}

test('whatever is changed or taken away under tenants and zones is found', async () => {
  const { text } = await compiled();
  const whole = JSON.parse(text) as Manifest;
  expect(tamperedPart(whole)).toBeUndefined();
  // A table is long, and one place of it is as good as the others.
  const places = placesIn({ tenants: whole.tenants, zones: whole.zones, digest: whole.digest }).filter(
    (keys) => !/^(tenants|zones)$/.test(keys.at(-1)!) && !/[3-9]|\d\d/.test(keys.at(-1)!),
  );
  expect(places.length).toBeGreaterThan(60);
  for (const keys of places) {
    for (const value of [undefined, null, 'x', -1, [], {}]) {
      const changed = JSON.parse(text);
      const holder = keys.slice(0, -1).reduce<Tree>((at, key) => at[key] as Tree, changed);
      if (JSON.stringify(holder[keys.at(-1)!]) === JSON.stringify(value)) continue;
      // A list without a member is shorter, but no shorter list is told here from one with a hole.
      holder[keys.at(-1)!] = value === undefined && Array.isArray(holder) ? 0.5 : value;
      expect(
        tamperedPart(JSON.parse(JSON.stringify(changed))),
        `${keys.join('.')} = ${JSON.stringify(value)}`,
      ).toBeDefined();
    }
  }
});

test('a base that was changed by hand is refused, and is no bug of ours', async () => {
  const { path, text } = await compiled();
  const changed = JSON.parse(text);
  delete changed.tenants.benefits.jobs['statement-run'].schedule.timing.expressions;
  writeFileSync(join(path, 'manifest.json'), JSON.stringify(changed));
  const { code, stdout, stderr } = await runAlmanac(['plan', '--base', 'manifest.json'], { cwd: path });
  expect({ code, stdout }).toEqual({ code: 1, stdout: '' });
  expect(stderr).toContain('`manifest.json` was changed after it was compiled: job benefits/statement-run');
});

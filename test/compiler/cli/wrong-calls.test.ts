import { expect, test } from 'vitest';
import { makeFolder } from '../source/make-folder.ts';
import { runAlmanac } from './run-almanac.ts';

/** Each call is wrong in one way. What is said of it, and how it should be, stands in the golden file. */
const calls: readonly string[][] = [
  ['plna'],
  ['deploy'],
  ['plan', '--bse', 'main'],
  ['plan', '--base'],
  ['plan', '--detailed-exit-code'],
  ['plan', '--format', 'pdf'],
  ['plan', '--format', 'json='],
  ['plan', '--format', 'json', '--json'],
  ['plan', '--out', 'p.json', '--format', 'json=p.json'],
  ['plan', '--from', '2027-01-02T00:00:00Z', '--until', '2027-01-01T00:00:00Z'],
  ['plan', '--until', '2027-01-01'],
  ['plan', '--until', '2099-01-01T00:00:00Z'],
  ['plan', '--base', 'nowhere.json'],
  ['plan', '--base', 'main'],
  ['plan', '--base', '-x'],
  ['plan', '--fail-on', 'never'],
  ['check', 'nowhere.yaml'],
  ['check', 'empty'],
  ['check', 'other'],
  ['check', '--config', 'nowhere.yaml'],
  ['init', 'a', 'b'],
  ['init', '--tenant', 'My Team'],
  ['compile', '--out', 'other/list.yaml/x'],
  ['fires', '--now', 'yesterday'],
  ['fires', '--now', '2027-02-30T00:00:00Z'],
  ['fires', '--count', '0'],
  ['fires', '--cron', '0 0 * * *'],
  ['fires', '--cron', '0 0 * * *', '--zone', 'EST'],
  ['fires', '--cron', '0 0 * * *', '--zone', 'Europe/Brelin'],
  ['fires', '--cron', '0 0 * * *', '--zone', '+01:00'],
  ['fires', '--cron', '0 0 * * *', '--zone', 'UTC', '--every', '1h'],
  ['fires', '--cron', '0 0 * * *', '--zone', 'UTC', 'statement-run'],
  ['fires', '--cron', '0 0 * * *', '--zone', 'UTC', '--gap', 'skipp'],
  ['fires', '--every', '90m'],
  ['fires', '--every', '0s', '--anchor', '2027-01-01T00:00:00Z'],
  ['fires', '--every', '90', '--anchor', '2027-01-01T00:00:00Z'],
  ['fires', '--every', '90m', '--anchor', '2027-01-01T00:00:00.5Z'],
  ['fires', '--at', 'noon'],
  ['fires', '--at', '2027-01-01T12:00'],
  ['fires', '--gap', 'skip'],
  [
    'fires',
    '--cron',
    '* * * * *',
    '--zone',
    'UTC',
    '--after',
    '2027-01-01T00:00:00Z',
    '--from',
    '2027-01-01T00:00:00Z',
  ],
  ['fires', '--cron', '* * * * *', '--zone', 'UTC', '--before', '2026-01-01T00:00:00Z'],
  ['fires', 'good', 'statment-run'],
  ['fires', 'good', 'quarterly'],
  ['explain'],
  ['explain', 'statement-run'],
  ['explain', 'statement-run@tomorrow'],
  ['explain', 'good', 'statement-run@2027-02-29T01:30:00Z'],
  ['explain', 'good', 'statement-run@2027-02-28T01:30:00.5Z'],
  ['explain', 'good', 'statment-run@2027-02-28T01:30:00Z'],
];

test('a wrong call ends with 1, says kindly what is wrong, and prints nothing else', async () => {
  const { repositoryFiles } = await import('./declarations.ts');
  const folder = makeFolder({
    'empty/readme.md': '',
    'other/list.yaml': 'apiVersion: v1\nkind: ConfigMap\n',
    ...Object.fromEntries(Object.entries(repositoryFiles).map(([path, text]) => [`good/${path}`, text])),
  });
  const told: string[] = [];
  for (const args of calls) {
    const { code, stdout, stderr } = await runAlmanac(args, { cwd: folder.path });
    expect({ args, code, stdout }).toEqual({ args, code: 1, stdout: '' });
    told.push(
      `$ almanac ${args.map((arg) => (/[^\w@:.=/-]/.test(arg) ? `"${arg}"` : arg)).join(' ')}\n${stderr}`,
    );
  }
  await expect(told.join('\n')).toMatchFileSnapshot('./golden/wrong-calls.txt');
});

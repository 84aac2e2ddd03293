import { expect, test } from 'vitest';
import { createAdapters, refusalsFor } from '../../../runtime/dispatch/index.ts';

const command = { key: 'command', kind: 'command' };
const http = { key: 'http https://statements.example', kind: 'http' };

test('where commands are not allowed, each tenant that has some is told once', () => {
  const kinds = new Set(Object.keys(createAdapters()));
  const targets = [
    { tenant: 'benefits', target: command },
    { tenant: 'benefits', target: command },
    { tenant: 'benefits', target: http },
    { tenant: 'taxes', target: command },
    { tenant: 'letters', target: command, isRefused: true },
  ];
  const reason = 'commands run only where the runtime was started with `--allow-commands`';
  expect(refusalsFor(targets, kinds)).toEqual([
    { kind: 'refusal', tenant: 'benefits', target: 'command', reason },
    { kind: 'refusal', tenant: 'taxes', target: 'command', reason },
  ]);
});

test('where they are allowed again, that is told', () => {
  const kinds = new Set(Object.keys(createAdapters({ commands: { folder: '.' } })));
  const targets = [
    { tenant: 'benefits', target: command, isRefused: true },
    { tenant: 'taxes', target: command },
  ];
  expect(refusalsFor(targets, kinds)).toEqual([{ kind: 'refusal', tenant: 'benefits', target: 'command' }]);
});

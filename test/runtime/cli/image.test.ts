import { existsSync, readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { allCommands } from '../../compiler/cli/run-almanac.ts';

/** No image can be built where these tests run; so the Dockerfile is read, and held to what matters. */
const stages = readStages(readFileSync('Dockerfile', 'utf8'));
const image = stages.at(-1)!;
const found = (name: string, stage = image) =>
  stage.flatMap(({ instruction, rest }) => (instruction === name ? [rest] : []));

describe('the image', () => {
  test('is built on bases of an exact version', () => {
    const bases = stages.flatMap((stage) => found('FROM', stage)).map((rest) => rest.split(' ')[0]!);
    expect(bases.length).toBeGreaterThan(1);
    expect(
      bases.filter((base) => !/^[a-z/]+:\d+\.\d+\.\d+-[a-z-]+(@sha256:[0-9a-f]{64})?$/.test(base)),
    ).toEqual([]);
  });

  test('has a Node that the package takes, and the one that CI runs', () => {
    const [, major] = /^node:(\d+)\./.exec(found('FROM')[0]!)!;
    const { engines } = JSON.parse(readFileSync('package.json', 'utf8'));
    expect(engines.node).toBe(`>=${major}.11`);
  });

  test('runs as nobody, by number, from before it is started', () => {
    expect(found('USER')).toEqual(['65532:65532']);
    const order = image.map(({ instruction }) => instruction);
    expect(order.indexOf('USER')).toBeGreaterThan(order.lastIndexOf('COPY'));
    expect(order.indexOf('USER')).toBeLessThan(order.indexOf('ENTRYPOINT'));
  });

  test('starts Almanac itself, without a shell, so that signals reach it', () => {
    const [entry] = found('ENTRYPOINT');
    expect(JSON.parse(entry!)).toEqual(['node', '/app/dist/almanac.js']);
    for (const rest of [...found('CMD'), ...stages.flatMap((stage) => found('RUN', stage))]) {
      expect(Array.isArray(JSON.parse(rest))).toBe(true);
    }
  });

  test('takes roles as arguments that are commands', () => {
    const names = allCommands.map(({ name }) => name);
    expect(['work', 'serve', 'watch', 'ledger'].filter((role) => !names.includes(role))).toEqual([]);
  });

  test('says whether it lives', () => {
    const [check] = found('HEALTHCHECK');
    expect(check).toContain('/healthz');
    const [, exec] = /CMD (\[.*\])$/.exec(check!)!;
    expect(JSON.parse(exec!)[0]).toBe('node');
  });

  test('leaves the tools of the workshop out, and takes nothing from outside', () => {
    expect(found('RUN')).toEqual([]);
    expect(stages.flatMap((stage) => found('ADD', stage))).toEqual([]);
    expect(found('COPY').every((rest) => rest.startsWith('--from=build '))).toBe(true);
    expect(found('RUN', stages[0]).map((rest) => JSON.parse(rest).join(' '))).toEqual([
      'npm ci --workspaces=false --ignore-scripts',
      'node build.js',
      'npm prune --workspaces=false --omit=dev --ignore-scripts',
    ]);
  });

  test('copies what is there', () => {
    const copied = found('COPY', stages[0]).flatMap((rest) => rest.split(' ').slice(0, -1));
    expect(copied.filter((path) => !existsSync(path))).toEqual([]);
  });
});

interface Instruction {
  readonly instruction: string;
  readonly rest: string;
}

/** Reads a Dockerfile: its stages, each a list of instructions. Comments and continued lines as Docker reads them. */
function readStages(text: string): Instruction[][] {
  const lines = text
    .split('\n')
    .filter((line) => !line.trimStart().startsWith('#'))
    .join('\n')
    .replaceAll(/\\\n/g, ' ')
    .split('\n')
    .filter((line) => line.trim() !== '');
  const stages: Instruction[][] = [];
  for (const line of lines) {
    const [, instruction = '', rest = ''] = /^\s*([A-Za-z]+)\s+(.*)$/.exec(line) ?? [];
    if (instruction.toUpperCase() === 'FROM') stages.push([]);
    stages.at(-1)?.push({ instruction: instruction.toUpperCase(), rest });
  }
  return stages;
}

import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { basename, dirname, posix } from 'node:path';
import { describe, expect, test } from 'vitest';

/** The laws of the house. The tables stand in ARCHITECTURE.md, where people read them; here they are enforced. */

const architecture = readFileSync('ARCHITECTURE.md', 'utf8');
const houses = ['schema', 'compiler', 'runtime', 'provider'];

describe('The laws of imports', () => {
  const order = tableUnder('Who may import whom', 'folder');
  const mayImport = new Map(order.map(([folder, allowed]) => [code(folder)[0] ?? '', code(allowed)]));

  test('a folder imports only folders above it in the table', () => {
    const rows = [...mayImport.keys()];
    const upward = [...mayImport].flatMap(([folder, allowed]) =>
      allowed
        .filter((other) => rows.indexOf(other) >= rows.indexOf(folder))
        .map((other) => `${folder} -> ${other}`),
    );
    expect(upward).toEqual([]);
  });

  test('every folder has a row in the table', () => {
    const folders = new Set(sources(houses).map(({ path }) => folderOf(path)));
    expect([...folders].filter((folder) => !mayImport.has(folder))).toEqual([]);
  });

  test('a folder imports only what its row names', () => {
    const broken = ourImports().filter(({ from, to }) => {
      const [here, there] = [folderOf(from), folderOf(to)];
      return here !== there && !mayImport.get(here)?.includes(there);
    });
    expect(broken.map(arrow)).toEqual([]);
  });

  test('a folder is entered by its door', () => {
    const broken = ourImports().filter(({ from, to }) => {
      const there = folderOf(to);
      if (folderOf(from) === there) return false;
      // Every noun of the schema is a door of its own.
      return there === 'schema' ? dirname(to) !== 'schema' : to !== `${there}/index.ts`;
    });
    expect(broken.map(arrow)).toEqual([]);
  });

  test('every import of ours leads to a file, by its full name', () => {
    const broken = ourImports([...houses, 'test']).filter(({ to }) => !existsSync(to));
    expect(broken.map(arrow)).toEqual([]);
  });

  test('each third-party package is imported in the one place that the table names', () => {
    const places = new Map(
      tableUnder('One package, one place', 'package').map(([name, place]) => [code(name)[0], code(place)[0]]),
    );
    const found = imports(sources([...houses, 'almanac.ts'])).filter(
      ({ to }) => !to.startsWith('.') && !to.startsWith('node:'),
    );
    const astray = found.filter(({ from, to }) => !isUnder(from, places.get(packageOf(to))));
    expect(astray.map(arrow)).toEqual([]);

    const used = new Set(found.map(({ to }) => packageOf(to)));
    expect([...places.keys()].filter((name) => !used.has(name ?? ''))).toEqual([]);
  });
});

describe('The laws of the pure core', () => {
  const pure = tableUnder('Who may import whom', 'folder')
    .filter((row) => row[2] === 'yes')
    .map((row) => code(row[0])[0] ?? '');
  const exceptions = tableUnder('Who may import whom', 'file').map(([file, allowed]) => ({
    file: code(file)[0] ?? '',
    allowed: code(allowed),
  }));
  const core = sources(pure).filter(({ path }) => pure.includes(folderOf(path)) && !isGenerator(path));

  /** What a pure function can't do and still give the same answer next year. */
  const impure: Record<string, RegExp> = {
    'Date.now': /\bDate\.now\b/,
    'new Date()': /\bnew Date\(\s*\)/,
    'Math.random': /\bMath\.random\b/,
    performance: /\bperformance\./,
    process: /\bprocess\./,
    crypto: /\bcrypto\.(random|get)/,
    'DateTime.now': /\bDateTime\.(now|local|utc)\(\s*\)/,
    timers: /\bset(Timeout|Interval|Immediate)\(/,
    fetch: /\bfetch\(/,
    console: /\bconsole\./,
  };

  test('no file reads a clock, the environment or anything random', () => {
    const found = core.flatMap(({ path, text }) =>
      Object.entries(impure)
        .filter(([, pattern]) => pattern.test(text))
        .map(([name]) => `${path}: ${name}`),
    );
    expect(found.filter((line) => !isExcepted(line))).toEqual([]);
  });

  test('no file imports a module of Node', () => {
    const found = imports(core)
      .filter(({ to }) => to.startsWith('node:'))
      .map(({ from, to }) => `${from}: ${to}`);
    expect(found.filter((line) => !isExcepted(line))).toEqual([]);
  });

  test('the linter knows the same pure folders', () => {
    const { overrides } = JSON.parse(readFileSync('biome.json', 'utf8')) as {
      overrides: { includes: string[] }[];
    };
    const known = overrides.map(({ includes }) => includes.map((glob) => glob.replace(/\/\*.*$/, '')));
    expect(known.some((folders) => pure.every((folder) => folders.includes(folder)))).toBe(true);
  });

  test('every exception is still needed', () => {
    const idle = exceptions.filter(({ file, allowed }) => {
      const source = core.find(({ path }) => path === file);
      return (
        !source ||
        allowed.some((name) => !(impure[name]?.test(source.text) ?? source.text.includes(`'${name}'`)))
      );
    });
    expect(idle).toEqual([]);
  });

  function isExcepted(line: string): boolean {
    return exceptions.some(({ file, allowed }) => allowed.some((name) => line === `${file}: ${name}`));
  }
});

describe('The laws of files', () => {
  const files = sources([...houses, 'test', 'almanac.ts', 'build.js']);

  test('there is no attic', () => {
    const attic = /^(utils?|common|helpers?|types|lib|shared|misc|managers?|stuff|base|core)$/;
    const parts = files.flatMap(({ path }) =>
      path.split('/').map((part) => ({ path, part: part.replace(/\..*$/, '') })),
    );
    expect(parts.filter(({ part }) => attic.test(part)).map(({ path }) => path)).toEqual([]);
  });

  test('names are kebab-case', () => {
    const kebab = /^[a-z0-9]+(-[a-z0-9]+)*(\.[a-z]+)+$/;
    expect(files.map(({ path }) => path).filter((path) => !kebab.test(basename(path)))).toEqual([]);
  });

  test('no file is longer than 400 lines', () => {
    const long = files
      .map(({ path, raw }) => ({ path, lines: raw.split('\n').length - 1 }))
      .filter(({ lines }) => lines > 400);
    expect(long).toEqual([]);
  });

  test('the compiler has no classes but errors', () => {
    const classes = sources(['schema', 'compiler']).filter(({ text }) =>
      /^(export )?(abstract )?class \w+\b(?! extends \w*Error\b)/m.test(text),
    );
    expect(classes.map(({ path }) => path)).toEqual([]);
  });

  test('work left over is an issue and not a comment', () => {
    const left = new RegExp(`\\b(${['TO' + 'DO', 'FIX' + 'ME', 'X' + 'XX', 'HA' + 'CK'].join('|')})\\b`);
    expect(files.filter(({ raw }) => left.test(raw)).map(({ path }) => path)).toEqual([]);
  });

  test('no package comes from an address: the lock file names versions and digests', () => {
    expect(readFileSync('package-lock.json', 'utf8').match(/"resolved": "http.*/g)).toBeNull();
  });
});

describe('The laws of tests', () => {
  test('tests run in an odd zone, so that whoever reads the zone of the process is found out', () => {
    expect(new Date(0).getTimezoneOffset()).toBe(-12.75 * 60);
  });

  test('no test sleeps, reads the real clock or replaces a module of ours', () => {
    const cheats = /\bset(Timeout|Interval)\(|\bDate\.now\(|\bnew Date\(\s*\)|\bvi\.(mock|useFakeTimers)\b/;
    const tests = sources(['test']).filter(({ path }) => path !== 'test/architecture.test.ts');
    expect(tests.filter(({ text }) => cheats.test(text)).map(({ path }) => path)).toEqual([]);
  });
});

describe('The laws of documents', () => {
  test('each folder of weight says why it is there', () => {
    const rooms = [
      ...houses,
      'compiler/time',
      'compiler/plan',
      'test',
      'examples',
      'docs/decisions',
      ...foldersIn('examples'),
    ];
    expect(rooms.filter((room) => !existsSync(`${room}/README.md`))).toEqual([]);
  });

  test('every decision is in the list of decisions, in order and without holes', () => {
    const records = readdirSync('docs/decisions')
      .filter((name) => /^\d{4}-/.test(name))
      .sort();
    const list = [...readFileSync('docs/decisions/README.md', 'utf8').matchAll(/\]\((\d{4}-.*?\.md)\)/g)].map(
      ([, name]) => name,
    );
    expect(list).toEqual(records);
    expect(records.map((name) => Number(name.slice(0, 4)))).toEqual(records.map((_, index) => index + 1));
  });

  test('every link between documents leads somewhere', () => {
    const documents = filesIn('.', /\.md$/).filter((path) => !path.startsWith('test/cases'));
    const broken = documents.flatMap((path) =>
      [...withoutFences(readFileSync(path, 'utf8')).matchAll(/\]\((?!https?:|#|mailto:)([^)#\s]+)/g)]
        .map(([, target]) => posix.join(dirname(path), target ?? ''))
        .filter((target) => !existsSync(target))
        .map((target) => `${path} -> ${target}`),
    );
    expect(broken).toEqual([]);
  });
});

interface SourceFile {
  readonly path: string;
  readonly raw: string;
  /** Without comments, so that a law can be explained where it holds. */
  readonly text: string;
}

interface Import {
  readonly from: string;
  /** As written, or the path from the root where it is one of ours. */
  readonly to: string;
}

/** Source files that people write, under the given folders (or the given files). */
function sources(roots: readonly string[]): SourceFile[] {
  return roots
    .flatMap((root) => (/\.\w+$/.test(root) ? [root] : filesIn(root, /\.(ts|js)$/)))
    .filter((path) => !path.includes('/generated/') && !path.startsWith('test/bench/'))
    .map((path) => {
      const raw = readFileSync(path, 'utf8');
      return { path, raw, text: withoutComments(raw) };
    });
}

function filesIn(root: string, name: RegExp): string[] {
  if (!existsSync(root)) return [];
  return readdirSync(root, { withFileTypes: true }).flatMap((entry) => {
    const path = posix.join(root, entry.name);
    if (entry.isDirectory())
      return /^(node_modules|dist|coverage|\..*)$/.test(entry.name) ? [] : filesIn(path, name);
    return name.test(entry.name) ? [path] : [];
  });
}

function foldersIn(root: string): string[] {
  return readdirSync(root, { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map((entry) => `${root}/${entry.name}`);
}

function imports(files: readonly SourceFile[]): Import[] {
  const pattern =
    /^\s*(?:import|export)\b[^'"`;]*?\bfrom\s+['"]([^'"]+)['"]|^\s*import\s+['"]([^'"]+)['"]|\bimport\(\s*['"]([^'"]+)['"]/gm;
  return files.flatMap(({ path, text }) =>
    [...text.matchAll(pattern)].map(([, a, b, c]) => ({ from: path, to: a ?? b ?? c ?? '' })),
  );
}

/** Imports of our own files, `to` being the path from the root. */
function ourImports(roots: readonly string[] = [...houses, 'almanac.ts']): Import[] {
  return imports(sources(roots))
    .filter(({ to }) => to.startsWith('.'))
    .map(({ from, to }) => ({ from, to: posix.join(dirname(from), to) }));
}

/** The row of the table to which a file belongs: `compiler/time`, `schema`, `almanac.ts`. */
function folderOf(path: string): string {
  const [house = '', room = ''] = path.split('/');
  return ['compiler', 'runtime'].includes(house) && !room.includes('.') ? `${house}/${room}` : house;
}

/** Tools of the workshop: `schema/generate.js`, `schema/generate/…`, `generate-zone-names.js`. */
function isGenerator(path: string): boolean {
  return path.split('/').some((part) => part.startsWith('generate'));
}

function packageOf(specifier: string): string {
  return specifier
    .split('/')
    .slice(0, specifier.startsWith('@') ? 2 : 1)
    .join('/');
}

function isUnder(path: string, place: string | undefined): boolean {
  return place !== undefined && (path === place || path.startsWith(`${place}/`));
}

/** Rows of the table below a heading whose first column has the given title. */
function tableUnder(heading: string, firstColumn: string): string[][] {
  const section = architecture.split(/^## /m).find((part) => part.startsWith(heading)) ?? '';
  const lines = section.split('\n');
  const head = lines.findIndex((line) => line.startsWith(`| ${firstColumn} |`));
  const end = lines.findIndex((line, index) => index > head && !line.startsWith('|'));
  return lines.slice(head + 2, end).map((line) =>
    line
      .split('|')
      .slice(1, -1)
      .map((cell) => cell.trim()),
  );
}

/** The words of a cell that are set as code. */
function code(cell = ''): string[] {
  return [...cell.matchAll(/`([^`]+)`/g)].map(([, word]) => word ?? '');
}

function arrow({ from, to }: Import): string {
  return `${from} -> ${to}`;
}

/** A `//` inside a string (an address) is not a comment: it has a colon or a quote before it. */
function withoutComments(text: string): string {
  return text.replace(/\/\*[\s\S]*?\*\//g, '').replace(/(^|[^:'"`\\])\/\/.*$/gm, '$1');
}

function withoutFences(text: string): string {
  return text.replace(/^```[\s\S]*?^```/gm, '');
}

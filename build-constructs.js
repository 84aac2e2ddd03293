/**
 * Makes the constructs of CDKTF a package that other repositories can install, in dist/constructs (or the folder that is
 * named): one module, its types, a package.json. `npm install FOLDER` or `npm pack FOLDER` takes it from there.
 * Plain JavaScript, because Node 20 runs it without a build.
 */
import { execFileSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, posix } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';

const here = (path) => fileURLToPath(new URL(path, import.meta.url));
const folder = process.argv[2] ?? here('dist/constructs');
const { version, license, dependencies } = JSON.parse(readFileSync(here('provider/package.json'), 'utf8'));

rmSync(folder, { recursive: true, force: true });
mkdirSync(folder, { recursive: true });

// CommonJS, as cdktf itself is: it can be required by old apps and imported by new ones.
await build({
  entryPoints: [here('provider/cdktf/index.ts')],
  outfile: join(folder, 'index.js'),
  bundle: true,
  external: ['cdktf', 'constructs'],
  format: 'cjs',
  platform: 'node',
  target: 'node20',
  // Names of classes are what an error of CDKTF shows.
  minifySyntax: true,
  minifyWhitespace: true,
  legalComments: 'none',
  alias: { yaml: here('node_modules/yaml/browser/index.js') },
  logLevel: 'warning',
});

const scratch = mkdtempSync(join(tmpdir(), 'almanac-constructs-'));
writeFileSync(
  join(scratch, 'tsconfig.json'),
  JSON.stringify({
    extends: here('tsconfig.json'),
    compilerOptions: {
      noEmit: false,
      declaration: true,
      emitDeclarationOnly: true,
      rootDir: here('.'),
      outDir: join(scratch, 'types'),
      typeRoots: [here('node_modules/@types')],
    },
    files: [here('provider/cdktf/index.ts')],
    include: [],
  }),
);
execFileSync(here('node_modules/.bin/tsc'), ['--project', scratch], {
  stdio: ['ignore', 'inherit', 'inherit'],
});

// Only the types that the constructs' own lead to, under names that any compiler of TypeScript resolves.
const taken = new Set();
take('provider/cdktf/index.d.ts');
writeFileSync(join(folder, 'index.d.ts'), "export * from './types/provider/cdktf/index.js';\n");
rmSync(scratch, { recursive: true });

writeFileSync(
  join(folder, 'package.json'),
  `${JSON.stringify(
    {
      name: '@almanac/cdktf',
      version,
      description: 'Almanac jobs, policies and calendars as constructs of CDKTF.',
      license,
      main: 'index.js',
      types: 'index.d.ts',
      engines: { node: '>=20.11' },
      peerDependencies: { cdktf: `^${dependencies.cdktf}`, constructs: '^10.4.2' },
    },
    null,
    2,
  )}\n`,
);
cpSync(here('LICENSE'), join(folder, 'LICENSE'));

function take(path) {
  if (taken.has(path)) return;
  taken.add(path);
  // A module that has its types written beside it has them there.
  const written = existsSync(here(path)) ? here(path) : join(scratch, 'types', path);
  const text = readFileSync(written, 'utf8');
  const file = join(folder, 'types', path);
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, text.replace(/(from ['"]\.[^'"]*)\.ts(['"])/g, '$1.js$2'));
  for (const [, to] of text.matchAll(/from ['"](\.[^'"]*)\.[jt]s['"]/g)) {
    take(`${posix.join(posix.dirname(path), to)}.d.ts`);
  }
}

/**
 * Bundles the command line to dist/almanac.js (or into the folder that is named), each command a chunk of its own,
 * so that `almanac --help` loads nothing that a plan needs.
 * Plain JavaScript, because it runs in `prepare`, before anything is built.
 */
import { createHash } from 'node:crypto';
import { mkdirSync, readdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';

/** Tests build a bundle of their own. */
const folder = process.argv[2] ?? 'dist';

const options = {
  entryPoints: { almanac: 'almanac.ts', 'writer-thread': 'runtime/ledger-sqlite/writer-thread.js' },
  outdir: folder,
  bundle: true,
  splitting: true,
  format: 'esm',
  platform: 'node',
  target: 'node20',
  minify: true,
  sourcemap: false,
  legalComments: 'none',
  // The package's modules for browsers are the same code without a look at the environment for every token, which
  // takes a fifth of the time of reading, and can be cut down to what is used.
  alias: { yaml: fileURLToPath(new URL('node_modules/yaml/browser/index.js', import.meta.url)) },
  // What only a runtime needs stays a package: it is native code, or large, or reads files of its own. The commands that
  // need none of it load none of it.
  external: [
    'libsql',
    'fastify',
    'undici',
    'ipaddr.js',
    'google-auth-library',
    '@google-cloud/*',
    '@opentelemetry/*',
  ],
  // Packages in the older module format ask for Node's own modules by `require`, which a module does not have.
  banner: {
    js: "#!/usr/bin/env node\nimport{createRequire as almanacRequire}from'node:module';const require=almanacRequire(import.meta.url);",
  },
  logLevel: 'warning',
};

// What the tool remembers on disk is kept apart by the digest of its own code, so that no build reads what another
// one thought. So it is bundled twice: to take the digest, and with the digest in it.
const hash = createHash('sha256');
for (const { path, contents } of await bundle({})) hash.update(basename(path)).update(contents);
const files = await bundle({ ALMANAC_BUILD: JSON.stringify(hash.digest('hex').slice(0, 16)) });

// The new files first and the old ones away after, so that the folder can be used all the while.
mkdirSync(folder, { recursive: true });
for (const { path, contents } of files) {
  writeFileSync(`${path}.new`, contents, { mode: 0o755 });
  renameSync(`${path}.new`, path);
}
const names = new Set(files.map(({ path }) => basename(path)));
for (const name of readdirSync(folder)) {
  // Only what an earlier build wrote under a name with a digest in it.
  if (/-[A-Z0-9]{8}\.js$/.test(name) && !names.has(name)) rmSync(join(folder, name), { force: true });
}

async function bundle(define) {
  const { outputFiles } = await build({ ...options, define, write: false });
  return outputFiles.sort((a, b) => (a.path < b.path ? -1 : 1));
}

/**
 * Bundles the Terraform provider to one file, dist/terraform-provider-almanac (or the file that is named).
 *
 * Without an ending, as Terraform looks for it, and therefore CommonJS, as Node takes such a file to be. Terraform starts
 * it three times for one plan: so it is one file, and small.
 * Plain JavaScript, because Node 20 runs it without a build.
 */
import { chmodSync, mkdirSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';

const here = (path) => fileURLToPath(new URL(path, import.meta.url));
const file = process.argv[2] ?? here('dist/terraform-provider-almanac');

/** gRPC asks for a reader of .proto files for a debugging service of its own, which nobody registers here. */
const withoutProtoLoader = {
  name: 'without-proto-loader',
  setup({ onResolve, onLoad }) {
    onResolve({ filter: /^@grpc\/proto-loader$/ }, () => ({ path: 'proto-loader', namespace: 'empty' }));
    onLoad({ filter: /.*/, namespace: 'empty' }, () => ({ contents: 'module.exports = {}', loader: 'js' }));
  },
};

const { outputFiles } = await build({
  entryPoints: [here('provider/main.ts')],
  bundle: true,
  write: false,
  format: 'cjs',
  platform: 'node',
  target: 'node20',
  minify: true,
  sourcemap: false,
  legalComments: 'none',
  banner: { js: '#!/usr/bin/env node' },
  // As in build.js: the same code without a look at the environment for every token.
  alias: { yaml: here('node_modules/yaml/browser/index.js') },
  plugins: [withoutProtoLoader],
  logLevel: 'warning',
});
mkdirSync(dirname(file), { recursive: true });
writeFileSync(file, outputFiles[0].text);
chmodSync(file, 0o755);

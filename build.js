/**
 * Bundles the command line to dist/almanac.js, each command a chunk of its own,
 * so that `almanac --help` loads nothing that a plan needs.
 * Plain JavaScript, because it runs in `prepare`, before anything is built.
 */
import { rmSync } from 'node:fs';
import { build } from 'esbuild';

rmSync('dist', { recursive: true, force: true });
await build({
  entryPoints: { almanac: 'almanac.ts' },
  outdir: 'dist',
  bundle: true,
  splitting: true,
  format: 'esm',
  platform: 'node',
  target: 'node20',
  minify: true,
  sourcemap: false,
  legalComments: 'none',
  banner: { js: '#!/usr/bin/env node' },
  logLevel: 'warning',
});

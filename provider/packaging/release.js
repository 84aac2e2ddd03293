/**
 * Writes what a release of the provider consists of, under the names that Terraform's registries ask for: an archive for
 * each platform, the manifest, which says protocol 6, and the checksums of all. Signing them is left to whoever has
 * the key.
 *
 *     npm run provider:release                    into dist/release
 *     npm run provider:release -- --out FOLDER
 */
import { createHash } from 'node:crypto';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { archive } from './archive.js';
import { buildProvider } from './build-provider.js';
import { platforms } from './platforms.js';
import { readAddress } from './read-address.js';

const { values } = parseArgs({ options: { out: { type: 'string' } } });
const out = values.out
  ? resolve(process.env['INIT_CWD'] ?? process.cwd(), values.out)
  : fileURLToPath(new URL('../../dist/release', import.meta.url));
const { type, version } = readAddress();
const name = `terraform-provider-${type}_${version}`;

mkdirSync(out, { recursive: true });
const strange = readdirSync(out).filter((one) => !one.startsWith(`${name}_`));
if (strange.length > 0) {
  process.stderr.write(
    `provider:release: ${out} holds other files, ${strange[0]} for one; give it an empty folder\n`,
  );
  process.exit(1);
}

const folder = mkdtempSync(join(tmpdir(), 'almanac-release-'));
buildProvider(join(folder, 'program'));
const program = readFileSync(join(folder, 'program'));
rmSync(folder, { recursive: true });
// One archive for all: what is in it is the same script.
const packed = archive(`terraform-provider-${type}_v${version}`, program);
const manifest = `${JSON.stringify({ version: 1, metadata: { protocol_versions: ['6.0'] } }, null, 2)}\n`;
const files = [
  ...platforms.map((platform) => [`${name}_${platform}.zip`, packed]),
  [`${name}_manifest.json`, new TextEncoder().encode(manifest)],
].sort(([a], [b]) => (a < b ? -1 : 1));
for (const [file, bytes] of files) writeFileSync(join(out, file), bytes);
const sums = files
  .map(([file, bytes]) => `${createHash('sha256').update(bytes).digest('hex')}  ${file}\n`)
  .join('');
writeFileSync(join(out, `${name}_SHA256SUMS`), sums);

process.stdout.write(
  `wrote ${files.length + 1} files to ${out}\n` +
    `  to sign: gpg --detach-sign ${name}_SHA256SUMS\n` +
    `  as a mirror: the archives under HOST/NAMESPACE/${type} of a folder\n`,
);

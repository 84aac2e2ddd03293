import { zipSync } from 'fflate';

/** Bits of a plain file that all may read and start, where the zip format keeps those of Unix. */
const executable = (0o100755 << 16) >>> 0;
const unix = 3;

/**
 * Packs one program into a zip archive. The same program gives the same bytes, whenever and wherever it is packed: the
 * archive's clock stands at the first instant that the format knows.
 */
export function archive(name, bytes) {
  // The format has wall times, and fflate reads them from the Date as this machine's zone shows them.
  const mtime = new Date(1980, 0, 1);
  return zipSync({ [name]: [bytes, { level: 9, os: unix, attrs: executable, mtime }] });
}

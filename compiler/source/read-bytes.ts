import { closeSync, fstatSync, openSync, readFileSync, readSync } from 'node:fs';

/** What is read of a pipe or device. More than of any file that is read to its end, so that it is found too large. */
const endlessBytesMax = 16 * 1024 * 1024 + 1;

const pieceBytes = 64 * 1024;

/**
 * Reads a file whole. A pipe or device (`/dev/stdin`, `<(...)`) is read up to 16 MiB and a byte: it may have no end
 * (`/dev/zero`).
 */
export function readBytes(path: string): Buffer {
  const file = openSync(path, 'r');
  try {
    if (fstatSync(file).isFile()) return readFileSync(file);
    const pieces: Buffer[] = [];
    for (let length = 0; length < endlessBytesMax; ) {
      const piece = Buffer.allocUnsafe(Math.min(pieceBytes, endlessBytesMax - length));
      const count = readSync(file, piece);
      if (count === 0) break;
      pieces.push(piece.subarray(0, count));
      length += count;
    }
    return Buffer.concat(pieces);
  } finally {
    closeSync(file);
  }
}

import { createHash } from 'node:crypto';

/*
 * A pack: what was remembered of many chunks of text, in one file.
 *
 *     almanac-memo <build of the tool>\n
 *     <sha-256 of all that follows, hex>\n
 *     <key> <record as JSON>\n        one line each, the most recently used first
 *
 * JSON never holds a line break, so that lines are found without parsing them, and a record that nobody
 * asks for is never parsed.
 */

/** Key to the bytes of its record. */
export type Records = Map<string, Buffer>;

const lineBreak = 10;

/** Returns the records of a pack; none where it is spoilt, cut off, or of another build of the tool. */
export function readPack(bytes: Buffer, build: string): Records {
  const records: Records = new Map();
  const head = Buffer.from(headLine(build));
  const start = head.length + 65;
  if (bytes.length < start || !bytes.subarray(0, head.length).equals(head)) return records;
  const body = bytes.subarray(start);
  if (bytes.toString('latin1', head.length, start) !== `${sumOf([body])}\n`) return records;
  for (let at = 0; at < body.length; ) {
    const end = body.indexOf(lineBreak, at);
    const space = body.indexOf(32, at);
    records.set(body.toString('latin1', at, space), body.subarray(space + 1, end));
    at = end + 1;
  }
  return records;
}

/** Returns the bytes of a pack, in pieces. */
export function writePack(records: Iterable<readonly [string, Buffer]>, build: string): Buffer[] {
  const body: Buffer[] = [];
  for (const [key, record] of records) body.push(Buffer.from(`${key} `), record, Buffer.from('\n'));
  return [Buffer.from(headLine(build)), Buffer.from(`${sumOf(body)}\n`), ...body];
}

function headLine(build: string): string {
  return `almanac-memo ${build}\n`;
}

function sumOf(pieces: readonly Buffer[]): string {
  const hash = createHash('sha256');
  for (const piece of pieces) hash.update(piece);
  return hash.digest('hex');
}

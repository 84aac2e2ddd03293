/** Keeps the end of what comes in pieces. */
export interface Tail {
  add(piece: Uint8Array): void;
  /** What was kept, as text: whole characters, what is not UTF-8 or can't be seen replaced. */
  text(): string;
}

/** Makes a tail of at most so many bytes. */
export function createTail(bytesMost: number): Tail {
  let pieces: Uint8Array[] = [];
  let size = 0;
  let isCut = false;
  return {
    add(piece) {
      pieces.push(piece);
      size += piece.length;
      // Twice as much is kept in between, so that small pieces are not moved each time.
      if (size > bytesMost * 2) {
        pieces = [cut()];
        size = bytesMost;
      }
    },
    text() {
      const bytes = cut();
      // A character whose beginning was cut away is left out.
      let at = 0;
      while (isCut && at < 4 && at < bytes.length && (bytes[at]! & 0xc0) === 0x80) at++;
      return cleanText(new TextDecoder().decode(bytes.subarray(at)));
    },
  };

  function cut(): Uint8Array {
    const all = Buffer.concat(pieces);
    if (all.length <= bytesMost) return all;
    isCut = true;
    return all.subarray(all.length - bytesMost);
  }
}

/** Control characters but for the tab and the end of a line, and what turns the writing round or ends a line unseen. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what it is about.
const obeyed = /[\0-\x08\x0b-\x1f\x7f-\x9f\u2028\u2029\u202a-\u202e\u2066-\u2069]/g;

/** Replaces what a terminal obeys instead of showing it. `\r\n` is an end of a line. */
export function cleanText(text: string): string {
  return text.replaceAll('\r\n', '\n').replace(obeyed, '\ufffd');
}

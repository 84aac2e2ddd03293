import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { createTail } from '../../../runtime/report/index.ts';

function tailOf(bytesMost: number, ...pieces: readonly (string | Uint8Array)[]): string {
  const tail = createTail(bytesMost);
  for (const piece of pieces) tail.add(typeof piece === 'string' ? Buffer.from(piece) : piece);
  return tail.text();
}

describe('The tail of an output', () => {
  test('is the whole of a short one', () => {
    expect(tailOf(100, 'one\n', 'two\n')).toBe('one\ntwo\n');
  });

  test('is the end of a long one, however it comes', () => {
    fc.assert(
      fc.property(
        fc.array(fc.uint8Array({ maxLength: 40 })),
        fc.integer({ min: 4, max: 50 }),
        (pieces, most) => {
          const ascii = pieces.map((piece) => piece.map((byte) => 0x20 + (byte % 0x5f)));
          expect(tailOf(most, ...ascii)).toBe(Buffer.concat(ascii).subarray(-most).toString());
        },
      ),
    );
  });

  test('begins with a whole character', () => {
    expect(tailOf(5, 'aéééé')).toBe('éé');
    expect(tailOf(6, 'a€€€')).toBe('€€');
    expect(tailOf(7, 'a€€€')).toBe('€€');
  });

  test('shows what is no text as what it is', () => {
    expect(tailOf(100, Uint8Array.of(0xff, 0x41, 0x00, 0x1b, 0x0d, 0x0a, 0x09))).toBe(
      '\ufffdA\ufffd\ufffd\n\t',
    );
    // The eight-bit form of what begins an order to the terminal, and what turns the writing round.
    expect(tailOf(100, '\u009b2J \u202eevil\u202c \u2066x\u2069 a\u2028b')).toBe(
      '\ufffd2J \ufffdevil\ufffd \ufffdx\ufffd a\ufffdb',
    );
    // Signs that letters are joined by stay.
    expect(tailOf(100, 'می‌خواهم 👩‍👧')).toBe('می‌خواهم 👩‍👧');
  });
});

/*
 * Lines and columns of a document as one string, a character each: a tenth of what an array of numbers takes,
 * nothing for the garbage collector to walk through, and JSON as it is.
 *
 * A number n is the code point n + 32, so that JSON needs no escapes for small ones, with the surrogates stepped
 * over. Lines and columns of a document stay below its length, 524,288, and code points reach 1,114,111.
 */
const shift = 32;
const surrogatesFrom = 0xd800;
const surrogateCount = 0x800;

/** Arguments of one call, which the stack has to hold. */
const pieceLength = 4096;

/** Packs numbers of at least 0. */
export function packPlaces(numbers: readonly number[]): string {
  let packed = '';
  for (let at = 0; at < numbers.length; at += pieceLength) {
    packed += String.fromCodePoint(...numbers.slice(at, at + pieceLength).map(codeOf));
  }
  return packed;
}

/** Returns the numbers that were packed. */
export function unpackPlaces(packed: string): number[] {
  const numbers: number[] = [];
  for (const character of packed) {
    const code = character.codePointAt(0)!;
    numbers.push((code < surrogatesFrom ? code : code - surrogateCount) - shift);
  }
  return numbers;
}

function codeOf(number: number): number {
  const code = number + shift;
  return code < surrogatesFrom ? code : code + surrogateCount;
}

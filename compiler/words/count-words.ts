/** Returns a number with its noun: `1 job`, `12,345 jobs`. */
export function count(number: number, noun: string, plural: string = `${noun}s`): string {
  return `${number.toLocaleString('en')} ${number === 1 ? noun : plural}`;
}

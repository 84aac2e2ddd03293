/**
 * Prints the README's n-th `sh` block (from 1), so that CI types what the README tells a newcomer to type.
 */
import { readFileSync } from 'node:fs';

const wanted = Number(process.argv[2]);
const blocks = [...readFileSync('README.md', 'utf8').matchAll(/^```sh\n([\s\S]*?)^```$/gm)];
const block = blocks[wanted - 1]?.[1];
if (!block) throw new Error(`README.md has no sh block number ${wanted}`);
console.log(block.trim());

export { checkText, type RefusedDocument } from './check-text.ts';
export type { ReadMemo } from './chunk-record.ts';
export { type ReadCode, readCodes } from './codes.ts';
export { decodeBytes } from './decode-bytes.ts';
export type { ReadInput } from './read-file.ts';
export { type RawDocument, readText } from './read-text.ts';
export { readYaml } from './read-yaml.ts';

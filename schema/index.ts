/** The door of the contract: the nouns that everything shares, the declared types, and the validators. */

export { type DeclaredDocument, type Kind, kinds, type Place, spanAt } from './declared.ts';
export type { Diagnostic, Severity, Span } from './diagnostic.ts';
export type { FireList } from './fires.ts';
export type * from './generated/declarations.gen.ts';
export type * from './manifest.ts';
export type { Plan } from './plan.ts';
export { type SchemaFile, schemaFiles } from './schema-files.ts';
export type { Instant, Seconds, WallTime, ZoneTable } from './time.ts';
export { validators } from './validators.ts';

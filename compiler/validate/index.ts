export { type CheckedDeclaration, checkDeclaration, identify } from './check-declaration.ts';
export { type SchemaCode, schemaCodes } from './codes.ts';
export type { Written } from './written.ts';

export type * from './generated/declarations.gen.ts';

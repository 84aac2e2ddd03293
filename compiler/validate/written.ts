import type { Span } from '../../schema/diagnostic.ts';

/** How a document was written, asked only where something is wrong with it. */
export interface Written {
  /** Where a value stands, by its JSON pointer; with `#key` behind, where its key does. */
  readonly span: (pointer: string) => Span;
  /** The text of a value as it stands there, quotes included. */
  readonly text: (pointer: string) => string;
}

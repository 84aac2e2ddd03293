/*
 * What is read at all. A hostile or mistaken text must cost little: within these limits a document is
 * answered in under a second on a small machine, and past them at once. What people write stays far below:
 * a job has some twenty lines, a calendar of a hundred years a few thousand.
 */

/** Bytes of a file. */
export const fileBytesMax = 16 * 1024 * 1024;

/** Documents in a file. */
export const documentCountMax = 50_000;

/** Length of one document, in UTF-16 code units. */
export const documentLengthMax = 512 * 1024;

/**
 * Lines, list items, keys, quotes, commas and brackets of one document: what the YAML parser spends its time on, some 10
 * microseconds each. Counted before parsing, text inside quotes included.
 */
export const documentMarksMax = 50_000;

/** How deep lists and mappings may be nested. The schemas need eight. */
export const depthMax = 100;

/** Values that aliases may add to a document, all together. */
export const aliasedValuesMax = 10_000;

/** After so many places that are not YAML, a document is given up: what follows is noise. */
export const syntaxFaultsMax = 20;

/** Remarks on one file; of more, only their number is told. */
export const remarksMax = 100;

/** One side's declarations as bytes, and the files that they name beside them. */
export interface Tree {
  readonly kind: 'git' | 'directory' | 'none';
  /** What the user called it, for instance `HEAD (4f1c2ab)`. */
  readonly label: string;
  /** By path, in the order of their UTF-16 code units; no path twice. */
  readonly files: readonly SourceFile[];
  /**
   * Reads files that declarations name (a calendar's `ics`) from the same side. Paths are relative to the
   * folder of the declaring file and stay within its repository, if it is in one.
   */
  readonly readBeside: (
    requests: readonly BesideRequest[],
  ) => (file: string, path: string) => string | undefined;
}

export interface SourceFile {
  /** As it is shown, with `/`; the same on both sides for the same place in a repository. */
  readonly path: string;
  readonly bytes: Uint8Array;
  /** The user named this very file, so it is a declaration or a mistake. */
  readonly named: boolean;
}

export interface BesideRequest {
  readonly file: string;
  readonly path: string;
}

/** Nothing at all: the base of a first plan. */
export const emptyTree: Tree = { kind: 'none', label: 'none', files: [], readBeside: () => () => undefined };

/** Orders paths the same way on every machine, whatever its locale. */
export function byPath(a: { readonly path: string }, b: { readonly path: string }): number {
  return a.path < b.path ? -1 : a.path > b.path ? 1 : 0;
}

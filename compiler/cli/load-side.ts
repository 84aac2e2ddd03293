import { resolve } from 'node:path';
import type { DeclaredDocument } from '../../schema/declared.ts';
import type { Diagnostic } from '../../schema/diagnostic.ts';
import type { Manifest } from '../../schema/manifest.ts';
import type { KeptDeclaration } from '../../schema/runtime-base.ts';
import { compileManifest, type KeptDocuments, keptDocuments } from '../manifest/index.ts';
import { checkText } from '../read/index.ts';
import type { MemoStore, SourceFile, Tree } from '../source/index.ts';
import { inWordsOfStack, isStack, readStacks } from '../stack/index.ts';
import { platformTzdata, zoneTable } from '../time/index.ts';
import type { Progress } from './progress.ts';

/** One side's declarations, read and compiled. */
export interface Side {
  readonly tree: Tree;
  /** Of this side's files, without those of other sources. */
  readonly own: KeptDocuments;
  /** All that `manifest` was compiled from. */
  readonly documents: readonly DeclaredDocument[];
  readonly manifest: Manifest;
  readonly diagnostics: readonly Diagnostic[];
  /** Documents that are, and have an error. */
  readonly refusedCount: number;
  /** Documents that are not Almanac's. */
  readonly passedOver: number;
}

type FileResult = ReturnType<typeof checkText>;

/** What was made of a file on one side, so that the same bytes at the same place are not read on the other. */
export type Readings = Map<string, { readonly file: SourceFile; readonly result: FileResult }>;

export interface Workshop {
  readonly cwd: string;
  readonly memos: Pick<MemoStore, 'memoFor'>;
  readonly readings: Readings;
  readonly progress: Progress;
}

/** What is compiled beside what the files declare. */
export interface Company {
  /** Leaves out the documents of other tenants. */
  readonly isWanted?: (document: Pick<DeclaredDocument, 'tenant'>) => boolean;
  /** Declarations of other sources, once the files have been read. */
  readonly others?: (own: readonly DeclaredDocument[]) => Promise<readonly KeptDeclaration[]>;
}

/** Reads and compiles the declarations of a side. */
export async function loadSide(
  tree: Tree,
  workshop: Workshop,
  { isWanted = () => true, others = async () => [] }: Company = {},
): Promise<Side> {
  const documents: DeclaredDocument[] = [];
  const refused: FileResult['refused'] = [];
  const diagnostics: Diagnostic[] = [];
  let passedOver = 0;
  const stacks = readStacks(tree.files.filter(({ path }) => isStack(path)));
  for (const [index, file] of tree.files.entries()) {
    await workshop.progress.step(`reading ${tree.label}`, index, tree.files.length);
    const result = stacks.get(file.path) ?? readFile(file, workshop);
    documents.push(...result.documents.filter(isWanted));
    diagnostics.push(...result.diagnostics);
    refused.push(...result.refused);
    passedOver += result.passedOver;
  }
  await workshop.progress.step(`compiling ${tree.label}`);
  const own = { documents, calendarFile: tree.readBeside(calendarFiles(documents)) };
  const kept = keptDocuments(await others(documents));
  const all = [...documents, ...kept.documents];
  const compiled = compileManifest(all, {
    tzdata: platformTzdata(),
    zoneTable,
    refused,
    calendarFile: (file, path) => kept.calendarFile(file, path) ?? own.calendarFile(file, path),
  });
  return {
    tree,
    own,
    documents: all,
    manifest: compiled.manifest,
    diagnostics: [...diagnostics, ...compiled.diagnostics.map(inWordsOfStack)],
    refusedCount: refused.length,
    passedOver,
  };
}

function readFile(file: SourceFile, { cwd, memos, readings }: Workshop): FileResult {
  const known = readings.get(file.path);
  // The other side's bytes are these very ones where git says that the blob is the same.
  if (known && known.file.bytes === file.bytes && known.file.named === file.named) return known.result;
  const result = checkText(file, memos.memoFor(resolve(cwd, file.path)));
  readings.set(file.path, { file, result });
  return result;
}

function calendarFiles(documents: readonly DeclaredDocument[]): { file: string; path: string }[] {
  return documents.flatMap(({ kind, file, value }) => {
    const ics = kind === 'Calendar' ? (value as { spec?: { ics?: unknown } }).spec?.ics : undefined;
    return typeof ics === 'string' ? [{ file, path: ics }] : [];
  });
}

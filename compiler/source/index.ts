export { cacheFolder } from './cache-folder.ts';
export { CallError } from './call-error.ts';
export { errnoText } from './errno-text.ts';
export { type ConfigText, findConfig } from './find-config.ts';
export { type MemoStore, openMemoStore } from './memo-store.ts';
export { type Base, readBase } from './read-base.ts';
export { readWorkTree, type WorkTree } from './read-work-tree.ts';
export { readScope, type Scope } from './scope.ts';
export type { Tree } from './tree.ts';

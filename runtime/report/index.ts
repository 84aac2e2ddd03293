export { execCommand } from './exec/exec-command.ts';
export { makeFolders } from './make-folders.ts';
export { cleanText, createTail, type Tail } from './tail.ts';
export { readToken, tokenOf } from './token.ts';

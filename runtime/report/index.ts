export { execCommand } from './exec/exec-command.ts';
export { cleanText, createTail, type Tail } from './tail.ts';
export { readToken, tokenOf } from './token.ts';

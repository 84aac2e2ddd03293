export { count } from './count-words.ts';
export { editDistance } from './edit-distance.ts';
export { wrapText } from './wrap-text.ts';

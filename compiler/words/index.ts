export { editDistance } from './edit-distance.ts';

export type { AskedTime } from './asked-time.ts';
export { placeOfOmission } from './explain-absence.ts';
export { type Asked, fact, offsetOf } from './explain-fire.ts';
export { explainText } from './explain-text.ts';
export { explainAt, explainTime } from './explain-time.ts';
export { gapAround, omissionWords } from './omission-words.ts';
export { type Places, placesOf } from './places.ts';
export { type FoundJob, jobIn, type Subject, subjectOf } from './subject.ts';
export { dayText, distanceText, isoWall, roughly } from './wall-text.ts';

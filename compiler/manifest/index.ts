export { canonicalJson, quotedJson } from './canonical-json.ts';
export { closest, didYouMean } from './closest.ts';
export { manifestCodes } from './codes.ts';
export { compileManifest, type ManifestContext } from './compile-manifest.ts';
export { digestOf } from './digest-of.ts';
export { formatDuration, parseDuration } from './duration.ts';
export {
  formatDate,
  formatInstant,
  formatWall,
  parseDate,
  parseInstant,
  parseMoment,
  parseWall,
  whyNotReal,
} from './instant-text.ts';
export { filesSource, type KeptDocuments, keepDocuments, keptDocuments } from './kept-documents.ts';
export { scheduleOf } from './schedule-of.ts';
export { tamperedPart } from './tampered-part.ts';
export { tableOf, zoneOf } from './zone-of.ts';

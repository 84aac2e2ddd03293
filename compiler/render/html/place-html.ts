import type { Place } from '../../../schema/plan.ts';
import { escaped } from './escaped.ts';

/**
 * Renders a place in a file, as HTML that breaks at slashes; beside `near`, in the same folder, the folder is left out.
 * Empty where there is none.
 */
export function placeHtml(place: Place | undefined, near?: Place): string {
  if (!place) return '';
  const isNear = near !== undefined && folderOf(near.file) === folderOf(place.file);
  const file = isNear ? place.file.slice(folderOf(place.file).length) : place.file;
  return `<span class="place">${escaped(`${file}:${place.line}`).replaceAll('/', '/<wbr>')}</span>`;
}

/** Returns the folder of a path with its slash; empty where it has none. */
function folderOf(file: string): string {
  return file.slice(0, file.lastIndexOf('/') + 1);
}

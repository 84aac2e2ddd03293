import { readFileSync } from 'node:fs';

/**
 * Reads the iCalendar file that a calendar names, from the folder in which Terraform runs (`path.module` in HCL gives a
 * path from there). Undefined where there is none.
 */
export function readCalendarFile(path: string): string | undefined {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return undefined;
  }
}

import { basename } from 'node:path';

/** The name of the file that sets severities and waivers. It declares nothing. */
export const configName = 'almanac.config.yaml';

/** Whether a file found in a folder is read: `*.yaml` and `*.yml`, the configuration excepted. */
export function declares(path: string): boolean {
  return /\.ya?ml$/.test(path) && basename(path) !== configName;
}

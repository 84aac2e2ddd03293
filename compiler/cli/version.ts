import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

/** Written in by build.js: a digest of all that went into the bundle. Not there when the sources run as they are. */
declare const ALMANAC_BUILD: string | undefined;

/** Names the build of the tool, by which what it remembers is kept apart from what another would. */
export const build: string = typeof ALMANAC_BUILD === 'string' ? ALMANAC_BUILD : 'source';

/** Returns the folder of the package, whether this runs from `dist` or from the sources. */
export function packageFolder(): string {
  let at = new URL('.', import.meta.url);
  while (!existsSync(new URL('package.json', at))) {
    const above = new URL('..', at);
    // At the root, where a bundle was taken out of its package: looking further would never end.
    if (above.href === at.href) throw new Error('the package of almanac has no package.json');
    at = above;
  }
  return fileURLToPath(at);
}

/** Returns the version of the package. */
export function version(): string {
  return JSON.parse(readFileSync(`${packageFolder()}package.json`, 'utf8')).version;
}

/** Returns what a report of a bug must say: version, time-zone data, platform. */
export function versionText(): string {
  return `almanac ${version()}, tzdata ${process.versions.tz}, node ${process.versions.node}`;
}

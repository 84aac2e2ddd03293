import { homedir } from 'node:os';
import { isAbsolute, join } from 'node:path';

/**
 * Returns where what was read is remembered: `ALMANAC_CACHE_DIR`, else `almanac` in `XDG_CACHE_HOME`, else in
 * `~/.cache` (XDG Base Directory Specification 0.8, by which a relative path is as good as none).
 */
export function cacheFolder(environment: NodeJS.ProcessEnv): string | undefined {
  const own = environment['ALMANAC_CACHE_DIR'];
  if (own) return own;
  const shared = environment['XDG_CACHE_HOME'];
  if (shared && isAbsolute(shared)) return join(shared, 'almanac');
  const home = environment['HOME'] || homedir();
  return home ? join(home, '.cache', 'almanac') : undefined;
}

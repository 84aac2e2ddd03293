import { existsSync } from 'node:fs';
import { type Browser, chromium } from 'playwright-core';

/** The system's Chromium; `CHROMIUM` names another one. */
const path = process.env['CHROMIUM'] ?? '/usr/bin/chromium';

/** Why a test in a browser can't run, in one line; undefined where it can. */
export const chromiumMissing = existsSync(path)
  ? undefined
  : `no Chromium at ${path}: apt-get install -y --no-install-recommends chromium, or name yours in CHROMIUM`;

/**
 * Starts the system's Chromium without a screen, with a profile of its own that goes away with it, and without the
 * errands that it runs by itself.
 */
export function openChromium(): Promise<Browser> {
  if (chromiumMissing !== undefined) throw new Error(chromiumMissing);
  return chromium.launch({
    executablePath: path,
    args: [
      '--no-sandbox',
      '--disable-gpu',
      '--disable-quic',
      '--no-first-run',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
    ],
  });
}

import { readdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { makeFolders } from '../make-folders.ts';
import { type ReportPlace, type RunReport, sendReport } from './report-client.ts';

/**
 * Reports that could not be sent, as files in a folder. They hold tokens, so nobody else may read them. Whoever calls
 * next on this machine sends them.
 */
export interface Spool {
  /** Returns why it can't be kept, where that is so. */
  keep(place: ReportPlace, report: RunReport): string | undefined;
  /** Sends what is kept, oldest first, until something can't be sent. Whatever lies in the folder, it never throws. */
  drain(signal: AbortSignal): Promise<void>;
}

/** What is older, or beyond so many, is no use to anybody. */
const keptMs = 7 * 86_400_000;
const keptMost = 1_000;
const tryMs = 3_000;

export function openSpool(folder: string): Spool {
  let count = 0;
  return {
    keep(place, report) {
      try {
        makeFolders(folder, 0o700);
        const name = `${String(Date.now()).padStart(15, '0')}-${process.pid}-${count++}.json`;
        // A reader finds a whole file or none.
        const file = join(folder, name);
        writeFileSync(`${file}.new`, JSON.stringify({ place, report }), { mode: 0o600 });
        renameSync(`${file}.new`, file);
        return undefined;
      } catch (error) {
        return (error as Error).message;
      }
    },
    async drain(signal) {
      for (const file of kept(folder)) {
        const one = readKept(file);
        const reception = one && (await sendReport(one.place, one.report, tryMs, signal));
        // Two that drain at once send one twice, which the runtime knows how to take.
        if (reception?.kind === 'unreached') return;
        remove(file);
      }
    },
  };
}

/** Lists the files, oldest first; removes those that are too many or too old. */
function kept(folder: string): string[] {
  let names: string[];
  try {
    names = readdirSync(folder, { withFileTypes: true })
      .filter((entry) => entry.isFile() && entry.name.endsWith('.json'))
      .map(({ name }) => name);
  } catch {
    // There is none.
    return [];
  }
  const files = names.sort().map((name) => join(folder, name));
  const now = Date.now();
  return files.filter((file, at) => {
    if (at >= files.length - keptMost && ageOf(file, now) < keptMs) return true;
    remove(file);
    return false;
  });
}

function ageOf(file: string, now: number): number {
  try {
    return now - statSync(file).mtimeMs;
  } catch {
    // Another one sent it meanwhile.
    return Number.POSITIVE_INFINITY;
  }
}

function readKept(file: string): { readonly place: ReportPlace; readonly report: RunReport } | undefined {
  try {
    const { place, report } = JSON.parse(readFileSync(file, 'utf8'));
    const texts = [place.url, place.token, report.path];
    return texts.every((text) => typeof text === 'string') ? { place, report } : undefined;
  } catch {
    return undefined;
  }
}

/** What can't be removed stays: it is tried again by the next call, and must not end this one. */
function remove(file: string): void {
  try {
    rmSync(file, { force: true });
  } catch {
    // The folder is somebody else's, or can't be written now.
  }
}

import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { type Call, CallError, type Io, type OptionSpec } from '../../compiler/cli/index.ts';
import { readUpMark } from './up-mark.ts';

/** Where a runtime is: behind its API, or its ledger itself. */
export type RuntimePlace =
  | { readonly kind: 'api'; readonly url: string }
  | { readonly kind: 'ledger'; readonly ledger: string };

/** Where `almanac up` keeps a ledger, below the folder of the declarations. */
export const embeddedLedger = join('.almanac', 'ledger.db');

export const ledgerOption: OptionSpec = {
  flags: '--ledger <ledger>',
  about:
    'sqlite:FILE, or spanner:projects/P/instances/I/databases/D (default: ALMANAC_LEDGER, else that of `almanac up` in this folder)',
  read: readLedgerPlace,
};

export const runtimeOption: OptionSpec = {
  flags: '--runtime <url>',
  about: 'address of a runtime, for instance http://127.0.0.1:7788 (default: ALMANAC_RUNTIME)',
  read: readRuntimeUrl,
};

/** The options by which a command finds a runtime. */
export const runtimeOptions: readonly OptionSpec[] = [runtimeOption, ledgerOption];

/** Whether a call names a runtime, by option or environment. */
export function namesRuntime({ options, io }: Call): boolean {
  return [options['runtime'], options['ledger'], io.env['ALMANAC_RUNTIME'], io.env['ALMANAC_LEDGER']].some(
    Boolean,
  );
}

/**
 * Returns the runtime that a call means: what it says, else what the environment says, else the ledger of `almanac up`
 * in the working folder.
 *
 * @throws {CallError} where there is none, or where both options are given.
 */
export function runtimePlace(call: Call): RuntimePlace {
  const { options, io } = call;
  if (options['runtime'] && options['ledger']) {
    throw new CallError(
      '`--runtime` and `--ledger` are both given',
      'one of them says which runtime is meant',
    );
  }
  if (options['runtime']) return { kind: 'api', url: options['runtime'] as string };
  if (!options['ledger'] && io.env['ALMANAC_RUNTIME']) {
    return { kind: 'api', url: readRuntimeUrl(io.env['ALMANAC_RUNTIME']) };
  }
  return { kind: 'ledger', ledger: ledgerPlace(call) };
}

/**
 * Returns the ledger that a call means, as `sqlite:FILE` or `spanner:NAME`.
 *
 * @throws {CallError} where there is none.
 */
export function ledgerPlace({ options, io }: Call): string {
  if (options['ledger']) return options['ledger'] as string;
  if (io.env['ALMANAC_LEDGER']) return readLedgerPlace(io.env['ALMANAC_LEDGER']);
  const own = ledgerHere(io);
  if (own !== undefined) return own;
  throw new CallError(
    'no runtime is named, and there is none in this folder',
    'name one with `--runtime http://...` or `--ledger sqlite:FILE`, or start one: `almanac up`',
  );
}

/** Returns the ledger of the `almanac up` that runs in the working folder, or has run there; undefined where none has. */
export function ledgerHere(io: Io): string | undefined {
  const file = join(io.cwd(), embeddedLedger);
  return readUpMark(io.cwd())?.ledger ?? (existsSync(file) ? `sqlite:${file}` : undefined);
}

/** Returns the address of a ledger as it reads from any folder. */
export function ledgerFromAnywhere(address: string, cwd: string): string {
  const [, file] = /^sqlite:(.+)$/s.exec(address) ?? [];
  return file === undefined || file === ':memory:' ? address : `sqlite:${resolve(cwd, file)}`;
}

/**
 * Reads the words by which a person names a runtime where one stands for itself: an address, or a ledger.
 *
 * @throws {CallError} for any other text.
 */
export function readRuntimePlace(text: string): RuntimePlace {
  return /^https?:/.test(text)
    ? { kind: 'api', url: readRuntimeUrl(text) }
    : { kind: 'ledger', ledger: readLedgerPlace(text) };
}

function readLedgerPlace(text: string): string {
  if (/^sqlite:./.test(text)) return text;
  if (/^spanner:projects\/[^/]+\/instances\/[^/]+\/databases\/[^/]+$/.test(text)) return text;
  throw new CallError(
    `\`${text}\` is not a ledger`,
    'write `sqlite:FILE` or `spanner:projects/P/instances/I/databases/D`',
  );
}

function readRuntimeUrl(text: string): string {
  if (URL.canParse(text) && /^https?:$/.test(new URL(text).protocol)) return text.replace(/\/+$/, '');
  throw new CallError(
    `\`${text}\` is not the address of a runtime`,
    'write for instance `http://127.0.0.1:7788`',
  );
}

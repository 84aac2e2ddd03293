import { resolve } from 'node:path';
import { type Call, CallError, type OptionSpec } from '../../compiler/cli/index.ts';
import type { AdapterOptions } from '../dispatch/index.ts';
import { isRunning, thisProcess } from './process-identity.ts';

/** What a deployment allows those to do who declare jobs. */
export const dispatchOptions: readonly OptionSpec[] = [
  {
    flags: '--allow-commands',
    about: 'run `command` targets on this machine; without it their fires end target-rejected',
  },
  {
    flags: '--allow-private <range>',
    about:
      'let `http` targets reach this host name, address or range (10.0.0.0/8) of the network inside, or `all` of it; without it only public addresses',
    read: readRange,
    many: true,
  },
];

/** Returns what a call allows. Commands run in `folder`, and their marks are kept in `claims`. */
export function adapterOptionsOf(call: Call, folder: string, claims?: string): AdapterOptions {
  const { options, io } = call;
  const ranges = (options['allowPrivate'] as readonly string[] | undefined) ?? [];
  return {
    allowPrivate: ranges.includes('all') ? true : ranges,
    ...(options['allowCommands'] === true && {
      commands: {
        folder: resolve(io.cwd(), folder),
        ...(claims !== undefined && { claims, owner: thisOwner() }),
      },
    }),
  };
}

function thisOwner() {
  return {
    name: JSON.stringify(thisProcess()),
    isRunning(name: string) {
      try {
        return isRunning(JSON.parse(name));
      } catch {
        return false;
      }
    },
  };
}

function readRange(text: string): string {
  if (/^[a-z0-9][a-z0-9._:/-]*$/i.test(text)) return text;
  throw new CallError(
    `\`${text}\` is no range of addresses`,
    'write `10.0.0.0/8`, `127.0.0.1`, `localhost` or `all`',
  );
}

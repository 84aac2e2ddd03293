import type { LookupFunction } from 'node:net';
import { type AllowedPrivate, createAddressGuard } from './address-guard.ts';
import { type Clock, machineClock } from './clock.ts';
import { createCloudRunJobAdapter } from './cloud-run-job-adapter.ts';
import { createCommandAdapter } from './command-adapter.ts';
import type { ClaimOwner } from './command-claims.ts';
import type { TargetAdapter } from './dispatcher.ts';
import { createCallGoogle, createReadSecret } from './google-api.ts';
import { googleIdentity } from './google-auth.ts';
import { createGuardedAgent } from './guarded-agent.ts';
import { createHttpAdapter } from './http-adapter.ts';
import { createPubsubAdapter } from './pubsub-adapter.ts';

/** What a deployment allows and where it finds things. */
export interface AdapterOptions {
  /** What of the network inside may be reached by HTTP. @default nothing */
  readonly allowPrivate?: AllowedPrivate;
  /** Present where commands may be run on this machine. */
  readonly commands?: {
    /** Folder in which commands without a `cwd` run, and to which a relative one is relative. */
    readonly folder: string;
    /** Folder for the marks of commands that were started; it outlives this process. */
    readonly claims?: string;
    /** Names this process among those of this machine that have the folder of marks. */
    readonly owner?: ClaimOwner;
  };
  /** @default the public addresses of Google's services */
  readonly google?: { readonly run?: string; readonly secretManager?: string };
  readonly clock?: Clock;
  /** Instead of the machine's look-up of names. */
  readonly lookup?: LookupFunction;
}

/** Makes the adapters of all kinds of targets that a deployment allows. Each loads its library when it is first used. */
export function createAdapters(options: AdapterOptions = {}): Readonly<Record<string, TargetAdapter>> {
  const { clock = machineClock, commands, google } = options;
  const now = () => Math.floor(clock.now() / 1000);
  const identity = googleIdentity(() => clock.now());
  const call = createCallGoogle(() => identity.accessToken());
  const secretManager = google?.secretManager ?? 'https://secretmanager.googleapis.com';
  const readSecret = createReadSecret(call, secretManager, () => clock.now());
  const agent = createGuardedAgent(createAddressGuard(options.allowPrivate ?? []), options.lookup);
  return {
    http: createHttpAdapter({ ...agent, readSecret, idToken: identity.idToken, now }),
    pubsub: createPubsubAdapter(),
    cloudRunJob: createCloudRunJobAdapter({
      call,
      baseUrl: google?.run ?? 'https://run.googleapis.com',
      clock,
    }),
    ...(commands && { command: createCommandAdapter({ ...commands, readSecret, now, clock }) }),
  };
}

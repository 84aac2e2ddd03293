import { manifestFile } from './backends/manifest-file.ts';
import { runtimeClient } from './backends/runtime-client.ts';
import { openSession, type Session } from './backends/session.ts';
import { firesSource } from './data/fires-source.ts';
import { planSource } from './data/plan-source.ts';
import { functions } from './functions/functions.ts';
import type { Provider } from './plugin/provider.ts';
import { declarationResource } from './resources/declaration-resource.ts';
import {
  checkSettings,
  type ProviderSettings,
  providerBlock,
  readSettings,
} from './resources/provider-settings.ts';
import type { Workshop } from './resources/workshop.ts';

/** All kinds, so that what YAML declares can be declared here too, with the same digest. */
const declared = ['Tenant', 'Policy', 'Job', 'Calendar', 'Grant', 'Channel', 'Silence', 'Scenario'] as const;

/**
 * The provider over plain values: what Terraform asks is answered here, and nothing of its protocol is known.
 * `clock` gives whole seconds since 1970.
 */
export function almanacProvider(
  environment: Readonly<Record<string, string | undefined>>,
  clock: () => number,
): Provider {
  let session: Session | undefined;
  let settings: ProviderSettings | undefined;
  const workshop: Workshop = {
    session: () => session,
    asOf: () => settings?.asOf,
    clock,
    planned: new Map(),
    replaced: new Set(),
  };
  return {
    configuration: providerBlock,
    resources: Object.fromEntries(
      declared.map((kind) => [`almanac_${kind.toLowerCase()}`, declarationResource(kind, workshop)]),
    ),
    dataSources: { almanac_fires: firesSource(workshop), almanac_plan: planSource(workshop) },
    functions,
    validate: (config) => checkSettings(config, environment),
    configure: (config) => {
      settings = readSettings(config, environment);
      session = settings && sessionOf(settings, clock);
      // What was not known when it was validated is known by now.
      return checkSettings(config, environment);
    },
    stop: () => session?.backend.stop(),
  };
}

function sessionOf(settings: ProviderSettings, clock: () => number): Session | undefined {
  const { manifestPath, endpoint, token, source, principal, asOf } = settings;
  const backend =
    manifestPath !== undefined
      ? manifestFile(manifestPath, clock)
      : endpoint !== undefined
        ? runtimeClient(endpoint, token)
        : undefined;
  return backend && openSession({ backend, source, principal, asOf, clock });
}

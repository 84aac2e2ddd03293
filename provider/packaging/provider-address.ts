import provider from '../package.json' with { type: 'json' };
import address from './address.json' with { type: 'json' };

/**
 * Where Terraform knows the provider from, as `source` in `required_providers`: `almanac.dev/almanac/almanac`. The host is
 * the one of our schemas, and not the public registry's: a name there that is not ours could one day be somebody
 * else's provider.
 */
export const providerSource = `${address.host}/${address.namespace}/${address.type}`;

export const providerVersion: string = provider.version;

import provider from '../package.json' with { type: 'json' };

/**
 * Where Terraform knows the provider from. The host is the one of our schemas, and not the public registry's: a name
 * there that is not ours could one day be somebody else's provider.
 */
export const providerAddress = { host: 'almanac.dev', namespace: 'almanac', type: 'almanac' } as const;

/** `almanac.dev/almanac/almanac`, as `source` in `required_providers`. */
export const providerSource = `${providerAddress.host}/${providerAddress.namespace}/${providerAddress.type}`;

export const providerVersion: string = provider.version;

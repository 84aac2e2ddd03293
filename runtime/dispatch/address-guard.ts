import { isIP, type LookupFunction } from 'node:net';
import ipaddr from 'ipaddr.js';

/** What of the network inside may be reached: everything, or these ranges (`10.0.0.0/8`), addresses and host names. */
export type AllowedPrivate = true | readonly string[];

/** Decides which addresses may be reached. */
export interface AddressGuard {
  /** Says why an address that a host has can't be reached; undefined where it can. */
  refusal(host: string, address: string): string | undefined;
}

/** An address that may not be reached. Its message says which and why. */
export class AddressRefused extends Error {
  readonly code = 'ADDRESS_REFUSED';
}

/**
 * Makes a guard that lets through public addresses alone, and what is allowed by name. Judged is the address that a
 * connection goes to, in whatever form it was written: an IPv4 address inside an IPv6 one counts as what it is.
 *
 * @throws {RangeError} for an entry that is no range, address or host name.
 */
export function createAddressGuard(allowed: AllowedPrivate): AddressGuard {
  if (allowed === true) return { refusal: () => undefined };
  const ranges: (readonly [ipaddr.IPv4 | ipaddr.IPv6, number])[] = [];
  const hosts = new Set<string>();
  for (const entry of allowed) {
    const range = readRange(entry);
    if (range) ranges.push(range);
    else if (/^[a-z0-9]([a-z0-9._-]*[a-z0-9])?$/i.test(entry)) hosts.add(entry.toLowerCase());
    else throw new RangeError(`\`${entry}\` is neither a range of addresses, an address nor a host name`);
  }
  return {
    refusal(host, address) {
      const parsed = ipaddr.process(address);
      const kind = kindOf(parsed);
      if (kind === 'unicast') return undefined;
      if (hosts.has(host.toLowerCase())) return undefined;
      if (ranges.some(([range, bits]) => parsed.kind() === range.kind() && parsed.match(range, bits))) {
        return undefined;
      }
      const which = host === address ? address : `${host} is at ${address}, which`;
      return `${which} is not a public address (${kind}); a deployment can allow it`;
    },
  };
}

/** Of IPv6, only this part is given to anybody; what lies elsewhere (`::127.0.0.1`) can only mean something inside. */
const givenOut = ipaddr.IPv6.parseCIDR('2000::/3');

function kindOf(address: ipaddr.IPv4 | ipaddr.IPv6): string {
  const kind = address.range();
  if (kind !== 'unicast' || address instanceof ipaddr.IPv4) return kind;
  return address.match(givenOut) ? kind : 'unassigned';
}

function readRange(entry: string): readonly [ipaddr.IPv4 | ipaddr.IPv6, number] | undefined {
  if (ipaddr.isValidCIDR(entry)) return ipaddr.parseCIDR(entry);
  if (isIP(entry) === 0) return undefined;
  const address = ipaddr.process(entry);
  return [address, address.kind() === 'ipv4' ? 32 : 128];
}

/**
 * Returns a look-up that answers with those addresses of a name that may be reached, for the moment of connecting: what
 * a name meant a moment ago, or means to somebody else, plays no part.
 */
export function guardedLookup(guard: AddressGuard, lookup: LookupFunction): LookupFunction {
  return (host, options, done) => {
    lookup(host, { ...options, all: true }, (error, found) => {
      if (error) return done(error, []);
      const all = Array.isArray(found) ? found : [{ address: found, family: isIP(found) }];
      const open = all.filter(({ address }) => guard.refusal(host, address) === undefined);
      if (open.length === 0) {
        const why = all[0] ? guard.refusal(host, all[0].address) : `${host} has no address`;
        return done(new AddressRefused(why), []);
      }
      if (options.all) return done(null, open);
      return done(null, open[0]!.address, open[0]!.family);
    });
  };
}

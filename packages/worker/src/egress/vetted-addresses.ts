import { isIP } from 'node:net';
import { type AddressPolicy, mayConnect, type Scheme } from './address-policy.js';
import type { Lookup, ResolvedAddress } from './egress.js';
import { EgressStop } from './failure-of.js';

/** The address to connect to, and the first of the other family if there is one. */
export type VettedAddresses = readonly [first: string, other?: string];

interface Vetting {
  readonly scheme: Scheme;
  readonly policy: AddressPolicy;
  readonly lookup: Lookup;
}

/**
 * Resolves a host once and returns one or two addresses to connect to. If any resolved address is forbidden, all are: a name with a public
 * and a private address is an attack or a mistake.
 */
export const vettedAddresses = async (
  hostname: string,
  { scheme, policy, lookup }: Vetting,
): Promise<VettedAddresses> => {
  const answers =
    isIP(hostname) === 0 ? await resolve(hostname, lookup) : [{ address: hostname, family: isIP(hostname) }];
  const [first, ...others] = answers;
  if (first === undefined) throw new EgressStop('dns_error');
  if (!answers.every((answer) => mayConnect(answer.address, scheme, policy)))
    throw new EgressStop('ssrf_blocked');
  return firstOfEachFamily(first, others);
};

const resolve = async (hostname: string, lookup: Lookup): Promise<readonly ResolvedAddress[]> => {
  try {
    return await lookup(hostname);
  } catch {
    throw new EgressStop('dns_error');
  }
};

/** The first address of each family, in the resolver's order. */
const firstOfEachFamily = (first: ResolvedAddress, others: readonly ResolvedAddress[]): VettedAddresses => {
  const other = others.find((answer) => isIP(answer.address) !== isIP(first.address));
  return other === undefined ? [first.address] : [first.address, other.address];
};

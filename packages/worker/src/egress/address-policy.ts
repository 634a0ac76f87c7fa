import { isIP } from 'node:net';
import ipaddr from 'ipaddr.js';
import { parseAddressRange } from './address-range.js';

type Address = ipaddr.IPv4 | ipaddr.IPv6;
type Cidr = readonly [Address, number];

/** Which addresses may be called, and which of them over plain http. */
export interface AddressPolicy {
  readonly allowed: readonly Cidr[];
  readonly plainHttp: readonly Cidr[];
}

export type Scheme = 'https:' | 'http:';

const parseCidr = (text: string): Cidr => {
  const range = parseAddressRange(text);
  if (range === undefined) throw new TypeError('not an address range');
  return [ipaddr.parse(range.address), range.prefix];
};

/** Reads the configured ranges. Throws where `parseAddressRange` refuses: the configuration was checked before. */
export const makeAddressPolicy = (
  allowCidrs: readonly string[],
  httpCidrs: readonly string[],
): AddressPolicy => ({ allowed: allowCidrs.map(parseCidr), plainHttp: httpCidrs.map(parseCidr) });

// Unicast according to ipaddr.js, and yet forbidden: cloud metadata and platform services on public addresses.
const ALSO_BLOCKED = ['168.63.129.16/32'].map(parseCidr);

// Addresses that hand credentials to anyone who asks. A broad allowed range does not include them: only an entry for the single address
// does.
const METADATA = [
  '169.254.169.254/32',
  '169.254.170.2/32',
  '169.254.170.23/32',
  '100.100.100.200/32',
  '168.63.129.16/32',
  'fd00:ec2::254/128',
  'fd00:ec2::23/128',
  'fd20:ce::254/128',
].map(parseCidr);

// All globally routed IPv6 lies in here; the rest (IPv4-mapped and IPv4-compatible, NAT64, local, multicast) is refused without being
// listed.
const GLOBAL_IPV6 = parseCidr('2000::/3');
const NOT_GLOBAL_IPV6 = ['2001::/23', '2001:db8::/32', '2002::/16', '3fff::/20', '2620:4f:8000::/48'].map(
  parseCidr,
);

/**
 * Whether a connection may go to an address: a global unicast one or one in a configured range, and for plain http in a range configured
 * for that as well. Zone identifiers and unusual spellings are refused.
 * @example mayConnect('10.0.0.1', 'https:', makeAddressPolicy([], [])) // false
 */
export const mayConnect = (text: string, scheme: Scheme, policy: AddressPolicy): boolean => {
  if (isIP(text) === 0 || text.includes('%')) return false;
  const address = ipaddr.parse(text);
  return isAllowed(address, policy) && (scheme === 'https:' || within(address, policy.plainHttp));
};

const matches = (address: Address, [network, prefix]: Cidr): boolean =>
  address instanceof ipaddr.IPv4
    ? network instanceof ipaddr.IPv4 && address.match(network, prefix)
    : network instanceof ipaddr.IPv6 && address.match(network, prefix);

const within = (address: Address, ranges: readonly Cidr[]): boolean =>
  ranges.some((range) => matches(address, range));

const isGlobalUnicast = (address: Address): boolean => {
  if (address.range() !== 'unicast' || within(address, ALSO_BLOCKED)) return false;
  return address.kind() === 'ipv4' || (matches(address, GLOBAL_IPV6) && !within(address, NOT_GLOBAL_IPV6));
};

const isSingle = ([network, prefix]: Cidr): boolean => prefix === (network.kind() === 'ipv4' ? 32 : 128);

const isAllowed = (address: Address, policy: AddressPolicy): boolean => {
  if (within(address, METADATA)) return within(address, policy.allowed.filter(isSingle));
  return isGlobalUnicast(address) || within(address, policy.allowed);
};

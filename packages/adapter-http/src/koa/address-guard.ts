import type { IncomingMessage } from 'node:http';
import { BlockList, isIP, isIPv6 } from 'node:net';
import { minuteOf } from '@govgate/application';
import type { Clock } from '@govgate/ports';
import { LRUCache } from 'lru-cache';

/** Keeps those who send one bad token after the other from having each of them looked at (decisions, section 16, "Limits"). */
export interface AddressGuard {
  /** Whether an address had as many refused authentications in this minute as it may have. */
  readonly isSpent: (request: IncomingMessage) => boolean;
  /** Counts a refused authentication. */
  readonly refused: (request: IncomingMessage) => void;
  /** Until the count starts over. */
  readonly seconds: () => number;
}

/** Refused authentications of an address in a minute; each process counts its own. */
const MOST_REFUSED = 600;
/** Addresses that are counted at a time. A caller with more addresses than that is not limited by counting them. */
const MOST_ADDRESSES = 20_000;

/** Makes the guard. `proxies`: ranges whose word on where a call came from is taken. */
export const makeAddressGuard = (clock: Clock, proxies: readonly string[]): AddressGuard => {
  const trusted = proxies.length === 0 ? undefined : blockListOf(proxies);
  // By size rather than `max`, for which the places of all of them would be taken at once.
  const counts = new LRUCache<string, number>({ maxSize: MOST_ADDRESSES, sizeCalculation: () => 1 });
  let minute = 0;
  const present = (): LRUCache<string, number> => {
    const now = minuteOf(clock.epochMs());
    if (now !== minute && counts.size > 0) counts.clear();
    minute = now;
    return counts;
  };
  return {
    isSpent: (request) =>
      counts.size > 0 && (present().get(addressOf(request, trusted)) ?? 0) >= MOST_REFUSED,
    refused: (request) => {
      const address = addressOf(request, trusted);
      present().set(address, (counts.get(address) ?? 0) + 1);
    },
    seconds: () => Math.ceil((minuteOf(clock.epochMs()) + 60_000 - clock.epochMs()) / 1000),
  };
};

const blockListOf = (ranges: readonly string[]): BlockList => {
  const list = new BlockList();
  for (const range of ranges) {
    const [address = '', prefix] = range.split('/');
    list.addSubnet(address, Number(prefix), isIPv6(address) ? 'ipv6' : 'ipv4');
  }
  return list;
};

// The last address that no trusted proxy stands for: what is written before it may be anybody's invention.
const addressOf = (request: IncomingMessage, trusted: BlockList | undefined): string => {
  let address = plain(request.socket.remoteAddress ?? '');
  if (trusted === undefined) return networkOf(address);
  const forwarded = String(request.headers['x-forwarded-for'] ?? '').split(',');
  for (let hop = forwarded.pop(); hop !== undefined && isIn(trusted, address); hop = forwarded.pop()) {
    const before = plain(hop.trim());
    if (isIP(before) === 0) break;
    address = before;
  }
  return networkOf(address);
};

const isIn = (list: BlockList, address: string): boolean =>
  isIP(address) !== 0 && list.check(address, isIPv6(address) ? 'ipv6' : 'ipv4');

/** `::ffff:10.0.0.1` is how a socket of both kinds writes 10.0.0.1. */
const plain = (address: string): string => address.replace(/^::ffff:(?=\d+\.)/i, '');

// Whoever holds one IPv6 address holds the /64 around it.
const networkOf = (address: string): string => {
  if (!isIPv6(address)) return address;
  const [head = '', tail] = address.split('::');
  const groups = head === '' ? [] : head.split(':');
  const behind = tail === undefined || tail === '' ? 0 : tail.split(':').length;
  const zeros = tail === undefined ? 0 : Math.max(0, 8 - groups.length - behind);
  const all = [...groups, ...Array<string>(zeros).fill('0'), ...(tail?.split(':') ?? [])];
  return `${all.slice(0, 4).join(':')}::/64`;
};

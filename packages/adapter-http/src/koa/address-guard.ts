import type { IncomingMessage } from 'node:http';
import { BlockList, isIP, isIPv6 } from 'node:net';
import { minuteOf } from '@govgate/application';
import type { Clock } from '@govgate/ports';
import { LRUCache } from 'lru-cache';

/** Limits how many bad tokens an address may present before its calls are refused unexamined (decisions, section 16, "Limits"). */
export interface AddressGuard {
  /** Whether an address has used up its refused authentications for this minute. */
  readonly isSpent: (request: IncomingMessage) => boolean;
  /** Counts a refused authentication. */
  readonly refused: (request: IncomingMessage) => void;
  /** Milliseconds until the count resets. */
  readonly seconds: () => number;
}

/** Refused authentications allowed per address and minute; each process counts its own. */
const MOST_REFUSED = 600;
/** Addresses tracked at a time. A caller with more addresses than this is not limited. */
const MOST_ADDRESSES = 20_000;

/** Makes the guard. `proxies`: address ranges trusted to report where a call came from. */
export const makeAddressGuard = (clock: Clock, proxies: readonly string[]): AddressGuard => {
  const trusted = proxies.length === 0 ? undefined : blockListOf(proxies);
  // Bounded by size because `max` would allocate every slot up front.
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

// The last address not vouched for by a trusted proxy: anything before it may be forged.
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

/** Dual-stack sockets report 10.0.0.1 as `::ffff:10.0.0.1`. */
const plain = (address: string): string => address.replace(/^::ffff:(?=\d+\.)/i, '');

// Whoever holds one IPv6 address usually holds its whole /64.
const networkOf = (address: string): string => {
  if (!isIPv6(address)) return address;
  const [head = '', tail] = address.split('::');
  const groups = head === '' ? [] : head.split(':');
  const behind = tail === undefined || tail === '' ? 0 : tail.split(':').length;
  const zeros = tail === undefined ? 0 : Math.max(0, 8 - groups.length - behind);
  const all = [...groups, ...Array<string>(zeros).fill('0'), ...(tail?.split(':') ?? [])];
  return `${all.slice(0, 4).join(':')}::/64`;
};

import type { IncomingMessage } from 'node:http';
import { BlockList, isIP, isIPv6 } from 'node:net';

/** The network a call comes from: an IPv4 address or an IPv6 /64. */
export type ClientAddress = (request: IncomingMessage) => string;

/** Makes the reader of addresses. `proxies`: address ranges trusted to report where a call came from. */
export const makeClientAddress = (proxies: readonly string[]): ClientAddress => {
  const trusted = proxies.length === 0 ? undefined : blockListOf(proxies);
  return (request) => addressOf(request, trusted);
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

import { connect, type Socket } from 'node:net';
import type { EgressFailure } from './egress.js';
import { EgressStop } from './failure-of.js';

/** The proxy of a network that has no other way out (docs/spec/destinations.md). It resolves the names that it is asked for. */
export interface EgressProxy {
  readonly host: string;
  readonly port: number;
  /** The value of `Proxy-Authorization`. */
  readonly authorization?: string;
  /** Names that it may be asked for, `*.example.com` for all below one. */
  readonly hosts: readonly string[];
  /** Names that are reached without it, each with all below it; `*` for all. */
  readonly direct: readonly string[];
}

/**
 * How a host is reached over https. What a proxy resolves no address check can see, so it is asked for listed names only; without a list for
 * none.
 */
export const wayTo = (
  { hosts, direct }: Pick<EgressProxy, 'hosts' | 'direct'>,
  host: string,
): 'direct' | 'proxy' | 'blocked' => {
  const name = host.toLowerCase();
  if (direct.some((entry) => entry === '*' || isAtOrBelow(name, entry.toLowerCase().replace(/^\./, ''))))
    return 'direct';
  return hosts.some((entry) => isListed(name, entry.toLowerCase())) ? 'proxy' : 'blocked';
};

const isAtOrBelow = (name: string, entry: string): boolean =>
  entry !== '' && (name === entry || name.endsWith(`.${entry}`));

const isListed = (name: string, entry: string): boolean =>
  entry.startsWith('*.') ? name.endsWith(entry.slice(1)) : name === entry;

const CONNECT_MS = 10_000;
const LONGEST_HEAD = 16_384;
const SUCCESS = /^HTTP\/1\.[01] 2\d\d[ \r]/;

/** Opens a tunnel by CONNECT (RFC 9110, 9.3.6). A proxy that refuses, or says anything after its head, is not connected to. */
export const openTunnel = (proxy: EgressProxy, host: string, port: number): Promise<Socket> =>
  new Promise((resolve, reject) => {
    const socket = connect({ host: proxy.host, port: proxy.port });
    const fail = (error: Error): void => {
      socket.destroy();
      reject(error);
    };
    let head = '';
    const read = (chunk: Buffer): void => {
      head += chunk.toString('latin1');
      const meaning = meaningOf(head);
      if (meaning === 'more') return;
      if (meaning !== 'open') {
        fail(new EgressStop(meaning));
        return;
      }
      socket.pause();
      socket.setTimeout(0);
      for (const event of ['data', 'error', 'close', 'timeout']) socket.removeAllListeners(event);
      resolve(socket);
    };
    socket.setTimeout(CONNECT_MS, () => fail(new EgressStop('timeout')));
    socket.on('error', fail);
    socket.on('close', () => fail(new EgressStop('connection_reset')));
    socket.on('data', read);
    socket.once('connect', () => socket.write(requestOf(proxy, host, port)));
  });

const END = '\r\n\r\n';

const meaningOf = (head: string): 'more' | 'open' | EgressFailure => {
  const end = head.indexOf(END);
  if (end < 0) return head.length <= LONGEST_HEAD ? 'more' : 'answer_invalid';
  if (!SUCCESS.test(head)) return 'connection_refused';
  return end + END.length === head.length ? 'open' : 'answer_invalid';
};

const requestOf = ({ authorization }: EgressProxy, host: string, port: number): string => {
  const authority = `${host}:${port}`;
  const credential = authorization === undefined ? '' : `Proxy-Authorization: ${authorization}\r\n`;
  return `CONNECT ${authority} HTTP/1.1\r\nHost: ${authority}\r\n${credential}\r\n`;
};

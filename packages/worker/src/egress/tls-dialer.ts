import type { Socket } from 'node:net';
import { connect, type TLSSocket } from 'node:tls';
import { type AddressPolicy, makeAddressPolicy } from './address-policy.js';
import type { EgressFailure, EgressSettings, Lookup } from './egress.js';
import { type EgressProxy, openTunnel, wayTo } from './egress-proxy.js';
import { parseTarget } from './egress-target.js';
import { EgressStop, failureOf, mayTryNextAddress } from './failure-of.js';
import { makeNameLookup } from './name-lookup.js';
import { vettedAddresses } from './vetted-addresses.js';

/** An open connection, or why there is none. */
export type Dialled =
  | { readonly ok: true; readonly socket: TLSSocket }
  | { readonly ok: false; readonly failure: EgressFailure };

/** Opens TLS connections for protocols other than HTTP, by the rules of the egress guard. */
export interface TlsDialer {
  /** Never rejects. The name stays in SNI and certificate verification; the address is the vetted one. */
  dial(host: string, port: number, timeoutMs: number): Promise<Dialled>;
}

// Anything else could end the authority, so that another host than the dialled one would be checked.
const HOST = /^[A-Za-z0-9._:-]+$/;

interface Dial {
  readonly address: string;
  readonly host: string;
  readonly port: number;
  readonly authorities: string | undefined;
  readonly signal: AbortSignal;
  /** A tunnel to it. */
  readonly tunnel?: Socket;
}

/** Makes the dialer (docs/spec/destinations.md, egress): the same targets, one resolution, only vetted addresses, the same proxy. */
export const makeTlsDialer = (settings: EgressSettings): TlsDialer => {
  const policy = makeAddressPolicy(settings.allowCidrs, settings.httpCidrs);
  const { authorities, lookup = makeNameLookup(), proxy } = settings;
  return {
    dial: async (host, port, timeoutMs) => {
      if (!HOST.test(host) || parseTarget(authorityOf(host, port), policy) === undefined)
        return { ok: false, failure: 'ssrf_blocked' };
      const limit = new AbortController();
      const timer = setTimeout(() => limit.abort(), timeoutMs);
      try {
        return {
          ok: true,
          socket: await dialBy({ authorities, lookup, proxy }, { policy, host, port }, limit.signal),
        };
      } catch (error) {
        return { ok: false, failure: failureOf(error) };
      } finally {
        clearTimeout(timer);
      }
    },
  };
};

const authorityOf = (host: string, port: number): string =>
  host.includes(':') ? `https://[${host}]:${port}/` : `https://${host}:${port}/`;

const shakeHands = ({ address, host, port, authorities, signal, tunnel }: Dial): Promise<TLSSocket> =>
  new Promise((resolve, reject) => {
    const socket = connect({
      ...(tunnel === undefined ? { host: address, port } : { socket: tunnel }),
      // An address has no name to send; the certificate must then contain the address itself.
      servername: host === address ? '' : host,
      // Explicit, so that NODE_TLS_REJECT_UNAUTHORIZED=0 in the environment does not disable verification.
      rejectUnauthorized: true,
      ...(authorities === undefined ? {} : { ca: authorities }),
    });
    const giveUp = (): void => void socket.destroy(new EgressStop('timeout'));
    socket.once('error', reject);
    socket.once('close', () => reject(new EgressStop('connection_reset')));
    signal.addEventListener('abort', giveUp, { once: true });
    if (signal.aborted) giveUp();
    socket.once('secureConnect', () => {
      signal.removeEventListener('abort', giveUp);
      socket.removeListener('error', reject);
      socket.on('error', () => undefined);
      resolve(socket);
    });
  });

interface Destination {
  readonly policy: AddressPolicy;
  readonly host: string;
  readonly port: number;
}

interface Means {
  readonly authorities: string | undefined;
  readonly lookup: Lookup;
  readonly proxy: EgressProxy | undefined;
}

const dialBy = async (means: Means, to: Destination, signal: AbortSignal): Promise<TLSSocket> => {
  const { proxy, authorities } = means;
  const way = proxy === undefined ? 'direct' : wayTo(proxy, to.host);
  if (way === 'blocked') throw new EgressStop('ssrf_blocked');
  if (way === 'direct' || proxy === undefined) return dialVetted(means, to, signal);
  const { host, port } = to;
  const tunnel = await openTunnel(proxy, host, port);
  return shakeHands({ address: '', host, port, authorities, signal, tunnel });
};

const dialVetted = async (
  { authorities, lookup }: Means,
  { policy, host, port }: Destination,
  signal: AbortSignal,
): Promise<TLSSocket> => {
  const stopped = new Promise<never>((_, reject) =>
    signal.addEventListener('abort', () => reject(new EgressStop('timeout')), { once: true }),
  );
  const [first, other] = await Promise.race([
    vettedAddresses(host, { scheme: 'https:', policy, lookup }),
    stopped,
  ]);
  const dial = { host, port, authorities, signal };
  try {
    return await shakeHands({ ...dial, address: first });
  } catch (error) {
    if (other === undefined || !mayTryNextAddress(error)) throw error;
    return shakeHands({ ...dial, address: other });
  }
};

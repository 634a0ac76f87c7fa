import { buildConnector } from 'undici';
import type { AddressPolicy } from './address-policy.js';
import type { EgressSettings, Lookup } from './egress.js';
import { type EgressProxy, openTunnel, wayTo } from './egress-proxy.js';
import { EgressStop, failureOf, mayTryNextAddress } from './failure-of.js';
import { type VettedAddresses, vettedAddresses } from './vetted-addresses.js';

const CONNECT_MS = 10_000;
const FIRST_OF_TWO_MS = 2_000;

/**
 * Connects to a vetted address: one lookup per connection, and exactly the checked address is dialled, while the name stays in SNI,
 * certificate verification and Host. Through a proxy, which resolves itself, listed names alone are asked for.
 */
export const makeGuardedConnector = (
  policy: AddressPolicy,
  lookup: Lookup,
  { authorities, proxy }: Pick<EgressSettings, 'authorities' | 'proxy'>,
): buildConnector.connector => {
  const connect = makeConnect(CONNECT_MS, authorities);
  const tunnel = makeTunnel(connect);
  const connectQuickly = makeConnect(FIRST_OF_TWO_MS, authorities);

  const dial = (
    [first, other]: VettedAddresses,
    options: buildConnector.Options,
    callback: buildConnector.Callback,
  ): void => {
    if (other === undefined) {
      connect({ ...options, hostname: first }, callback);
      return;
    }
    connectQuickly({ ...options, hostname: first }, (...outcome) => {
      if (mayTryNextAddress(outcome[0])) dial([other], options, callback);
      else callback(...outcome);
    });
  };

  return (options, callback) => {
    const scheme = options.protocol === 'https:' ? 'https:' : 'http:';
    if (proxy !== undefined && scheme === 'https:') {
      const way = wayTo(proxy, options.hostname);
      if (way === 'blocked') return callback(new EgressStop('ssrf_blocked'), null);
      if (way === 'proxy') return tunnel(proxy, options, callback);
    }
    vettedAddresses(options.hostname, { scheme, policy, lookup }).then(
      (addresses) => dial(addresses, options, callback),
      (error: unknown) => callback(error instanceof Error ? error : new Error(failureOf(error)), null),
    );
  };
};

const makeTunnel =
  (connect: buildConnector.connector) =>
  (through: EgressProxy, ...[options, callback]: Parameters<buildConnector.connector>): void => {
    openTunnel(through, options.hostname, Number(options.port) || 443).then(
      (httpSocket) => connect({ ...options, httpSocket }, callback),
      (error: Error) => callback(error, null),
    );
  };

const makeConnect = (timeout: number, authorities: string | undefined): buildConnector.connector =>
  buildConnector({
    timeout,
    allowH2: false,
    maxCachedSessions: 100,
    // Explicit, so that NODE_TLS_REJECT_UNAUTHORIZED=0 in the environment does not disable verification.
    rejectUnauthorized: true,
    ...(authorities === undefined ? {} : { ca: authorities }),
  });

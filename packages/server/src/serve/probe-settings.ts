import type { EgressProxy, ProbeSettings } from '@govgate/worker/probes';
import type { Service } from '../service.js';
import { keptPaths } from '../settings/kept-paths.js';
import type { ServerSettings } from '../settings/settings.js';

const egressProxy = ({
  httpsProxy,
  httpsProxyHosts: hosts,
  noProxy: direct,
}: ServerSettings): EgressProxy | undefined => {
  if (httpsProxy === undefined) return undefined;
  const { hostname, port, username, password } = httpsProxy.reveal();
  const user = `${decodeURIComponent(username)}:${decodeURIComponent(password)}`;
  return {
    host: hostname.replace(/^\[|\]$/g, ''),
    port: Number(port) || 80,
    ...(user === ':' ? {} : { authorization: `Basic ${Buffer.from(user).toString('base64')}` }),
    hosts,
    direct,
  };
};

/** Limits on everything this process sends: the same in the API, a worker and a command. */
export const probeSettings = ({ settings, ports, log }: Service): ProbeSettings => ({
  ...settings,
  egressProxy: egressProxy(settings),
  mcpClient: {
    userAgent: settings.mcpUserAgent,
    name: settings.mcpClientName,
    version: settings.mcpClientVersion,
  },
  keptPaths: keptPaths(settings),
  environment: process.env,
  signer: ports.signalSigner,
  clock: ports.clock,
  log,
});

import type { VariableGrant } from '@govgate/domain/internal';
import type {
  Clock,
  DeliveryProbe,
  DeliverySender,
  McpBackendProbe,
  PlaneReadinessProbe,
  SecretResolver,
  ServiceLog,
  SignalSigner,
  SignalTransmitter,
} from '@govgate/ports';
import { makeSyslogKind } from './delivery/kinds/syslog.js';
import { makeDeliveryProbe } from './delivery/make-delivery-probe.js';
import { makeDeliverySender } from './delivery/make-delivery-sender.js';
import type { EgressProxy } from './egress/egress-proxy.js';
import { makeEgress } from './egress/make-egress.js';
import { makeNameLookup } from './egress/name-lookup.js';
import { makeTlsDialer } from './egress/tls-dialer.js';
import { makeMcpBackendProbe } from './mcp-probe/make-mcp-backend-probe.js';
import type { ClientIdentity } from './mcp-probe/protocol.js';
import { makePlaneReadinessProbe } from './readiness-probe/make-plane-readiness-probe.js';
import { makeSecretResolver } from './secret-resolver/make-secret-resolver.js';
import { makeSignalTransmitter } from './signals/make-signal-transmitter.js';

export { makeSyslogKind } from './delivery/kinds/syslog.js';
export { makeDeliverySender } from './delivery/make-delivery-sender.js';
export type { Egress, EgressRequest } from './egress/egress.js';
export type { EgressProxy } from './egress/egress-proxy.js';
export { makeEgress } from './egress/make-egress.js';
export { makeTlsDialer } from './egress/tls-dialer.js';

/** Everything that the worker sends out through. */
export interface Probes {
  readonly delivery: Pick<DeliveryProbe, 'check'>;
  readonly sender: DeliverySender;
  readonly mcp: McpBackendProbe;
  readonly plane: PlaneReadinessProbe;
  readonly signals: SignalTransmitter;
  close(): Promise<void>;
}

export interface ProbeSettings {
  readonly egressAllow: readonly string[];
  readonly egressHttp: readonly string[];
  /** The proxy that https goes through. */
  readonly egressProxy?: EgressProxy | undefined;
  /** Whom MCP servers take their reader for; by default a client like others. */
  readonly mcpClient?: ClientIdentity;
  readonly secretsFolders: readonly string[];
  readonly secretVariables: readonly VariableGrant[];
  /** What no secret may be read from: the data folder and the files of keys. */
  readonly keptPaths: readonly string[];
  readonly environment: Readonly<Record<string, string | undefined>>;
  /** Undefined: this installation signs no Security Event Tokens. */
  readonly signer?: SignalSigner | undefined;
  readonly clock: Clock;
  readonly log: Pick<ServiceLog, 'warn'>;
}

// Longer than the slowest round, so that the next one finds its connections open.
const KEEP_ALIVE_MS = 90_000;

/** Makes the probes over two guards: checks have a connection each, rounds of probes and continuous export keep theirs. */
export const makeProbes = (settings: ProbeSettings): Probes => {
  // One lookup for all: names that only the machine's own resolver knows take turns.
  const lookup = makeNameLookup();
  const proxied = settings.egressProxy === undefined ? {} : { proxy: settings.egressProxy };
  const ranges = { allowCidrs: settings.egressAllow, httpCidrs: settings.egressHttp, lookup, ...proxied };
  const once = makeEgress(ranges);
  const kept = makeEgress({ ...ranges, keepAliveMs: KEEP_ALIVE_MS });
  const secrets: SecretResolver = makeSecretResolver({
    folders: settings.secretsFolders,
    variables: settings.secretVariables,
    keptPaths: settings.keptPaths,
    environment: settings.environment,
  });
  const syslog = makeSyslogKind(makeTlsDialer(ranges));
  const { signer, clock, log } = settings;
  return {
    delivery: makeDeliveryProbe({ egress: once, syslog, secrets, signer, clock, log }),
    sender: makeDeliverySender({ egress: kept, syslog, secrets, signer, clock, log }),
    mcp: makeMcpBackendProbe({
      egress: kept,
      secrets,
      ...(settings.mcpClient === undefined ? {} : { client: settings.mcpClient }),
    }),
    plane: makePlaneReadinessProbe({ egress: kept, secrets }),
    signals: makeSignalTransmitter(kept),
    close: async () => {
      syslog.close();
      await Promise.all([once.close(), kept.close()]);
    },
  };
};

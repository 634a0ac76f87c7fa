import type { VariableGrant } from '@govgate/domain';
import type {
  Clock,
  DeliveryProbe,
  McpBackendProbe,
  PlaneReadinessProbe,
  SecretResolver,
  ServiceLog,
} from '@govgate/ports';
import { makeDeliveryProbe } from './delivery/make-delivery-probe.js';
import { makeEgress } from './egress/make-egress.js';
import { makeMcpBackendProbe } from './mcp-probe/make-mcp-backend-probe.js';
import { makePlaneReadinessProbe } from './readiness-probe/make-plane-readiness-probe.js';
import { makeSecretResolver } from './secret-resolver/make-secret-resolver.js';

export * from './delivery/make-delivery-probe.js';
export * from './egress/egress.js';
export * from './egress/make-egress.js';
export * from './mcp-probe/make-mcp-backend-probe.js';
export * from './readiness-probe/make-plane-readiness-probe.js';
export * from './secret-resolver/make-secret-resolver.js';

/** Everything that the worker sends out through. */
export interface Probes {
  readonly delivery: Pick<DeliveryProbe, 'check'>;
  readonly mcp: McpBackendProbe;
  readonly plane: PlaneReadinessProbe;
  close(): Promise<void>;
}

export interface ProbeSettings {
  readonly egressAllow: readonly string[];
  readonly egressHttp: readonly string[];
  readonly secretsFolders: readonly string[];
  readonly secretVariables: readonly VariableGrant[];
  /** What no secret may be read from: the data folder and the keys file. */
  readonly keptPaths: readonly string[];
  readonly environment: Readonly<Record<string, string | undefined>>;
  readonly clock: Clock;
  readonly log: Pick<ServiceLog, 'warn'>;
}

// Longer than the slowest round, so that the next one finds its connections open.
const KEEP_ALIVE_MS = 90_000;

/** Makes the probes over two guards: deliveries have a connection each, rounds of probes keep theirs. */
export const makeProbes = (settings: ProbeSettings): Probes => {
  const ranges = { allowCidrs: settings.egressAllow, httpCidrs: settings.egressHttp };
  const once = makeEgress(ranges);
  const kept = makeEgress({ ...ranges, keepAliveMs: KEEP_ALIVE_MS });
  const secrets: SecretResolver = makeSecretResolver({
    folders: settings.secretsFolders,
    variables: settings.secretVariables,
    keptPaths: settings.keptPaths,
    environment: settings.environment,
  });
  return {
    delivery: makeDeliveryProbe({ egress: once, secrets, clock: settings.clock, log: settings.log }),
    mcp: makeMcpBackendProbe({ egress: kept }),
    plane: makePlaneReadinessProbe({ egress: kept, secrets }),
    close: async () => void (await Promise.all([once.close(), kept.close()])),
  };
};

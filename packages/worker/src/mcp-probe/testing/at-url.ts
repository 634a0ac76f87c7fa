import { Secret } from '@govgate/domain';
import type { McpBackendProbe, McpTarget, SecretResolver } from '@govgate/ports';
import { type McpBackendProbeParts, makeMcpBackendProbe } from '../make-mcp-backend-probe.js';

const SCOPE = { tenantId: 'acme', environmentId: 'production' };

/** A server that wants no credential. */
export const at = (endpoint: string): McpTarget => ({ scope: SCOPE, endpoint, credential: null });

/** Secrets by their references, of one tenant and environment. */
export const secretsOf = (values: Readonly<Record<string, string>>): SecretResolver => ({
  resolve: async ({ tenantId, environmentId }, reference) => {
    const value = values[reference];
    const isTheirs = tenantId === SCOPE.tenantId && environmentId === SCOPE.environmentId;
    return isTheirs && value !== undefined ? new Secret(value) : 'secret_ref_unresolved';
  },
});

/** A probe by address, of servers that want no credential. */
export const probeByUrl = (parts: Omit<McpBackendProbeParts, 'secrets'>) => {
  const probe: McpBackendProbe = makeMcpBackendProbe({ ...parts, secrets: secretsOf({}) });
  return { probe: (url: string) => probe.probe(at(url)), read: (url: string) => probe.read(at(url)) };
};

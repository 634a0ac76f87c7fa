import type { Instant } from '../instant.js';
import type { SessionState } from './client-session.machine.js';

/** A client's session with the gateway, as reported by a data plane (docs/spec/sessions.md, docs/spec/operations.md). */
export interface ClientSession {
  readonly clientSessionId: string;
  readonly tenantId: string;
  readonly environmentId: string;
  readonly userId: string;
  readonly agentId: string | null;
  readonly clientSurfaceId: string | null;
  readonly state: SessionState;
  readonly backendSessionIds: readonly string[];
  readonly credentialBindingIds: readonly string[];
  /** By the server's clock, like all times. */
  readonly createdAt: Instant;
  readonly lastSeenAt: Instant;
  /** Of its termination; null while live, and if it ended by itself. */
  readonly revocationId: string | null;
}

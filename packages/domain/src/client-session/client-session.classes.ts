import { defineClasses } from '../redaction/classes.js';
import type { ClientSession } from './client-session.js';

/** Field classes of a client session: ids and times, nothing of its content. */
export const clientSessionClasses = defineClasses<ClientSession>()({
  clientSessionId: 'public',
  tenantId: 'public',
  environmentId: 'public',
  userId: 'public',
  agentId: 'public',
  clientSurfaceId: 'public',
  state: 'public',
  backendSessionIds: 'public',
  credentialBindingIds: 'public',
  createdAt: 'public',
  lastSeenAt: 'public',
  revocationId: 'public',
});

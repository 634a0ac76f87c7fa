import type { SequencedRevocation } from '../../revocation.js';
import { NOW } from '../../testing/people.js';
import type { ClientSession } from '../client-session.js';

/** An active session of Ada's through an agent and a surface, an hour old. */
export const sessionOf = (fields: Partial<ClientSession> = {}): ClientSession => ({
  clientSessionId: 'cs_1',
  tenantId: 'acme',
  environmentId: 'production',
  userId: 'usr_ada',
  agentId: 'agt_sales',
  clientSurfaceId: 'surf_ide',
  state: 'active',
  backendSessionIds: ['bs_1'],
  credentialBindingIds: ['cb_crm', 'cb_mail'],
  createdAt: '2026-03-01T11:00:00.000Z',
  lastSeenAt: '2026-03-01T11:59:00.000Z',
  revocationId: null,
  ...fields,
});

/** A revocation that takes effect now. */
export const revocationOf = (fields: Partial<SequencedRevocation> = {}): SequencedRevocation => ({
  revocationId: 'rev_1',
  tenantId: 'acme',
  environmentId: 'production',
  subjectType: 'client_session',
  subjectId: 'cs_1',
  effectiveAt: NOW,
  reasonCode: 'incident',
  sequence: 1,
  ...fields,
});

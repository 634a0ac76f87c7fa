import type { ClientSession } from '@govgate/domain';
import { sessionOf } from '@govgate/domain/testing';
import { clientSessionKind } from '@govgate/ports';
import { PRODUCTION, TENANT } from '../worlds/world.js';
import type { OperationSample, SampleRecord } from './operation-sample.js';

const scope = { tenant_id: TENANT, environment_id: PRODUCTION };

/** A session as the store holds it. */
export const sampleSession = (clientSessionId: string, facts: Partial<ClientSession> = {}): ClientSession =>
  sessionOf({
    clientSessionId,
    userId: 'vic',
    agentId: 'agent_active',
    clientSurfaceId: null,
    credentialBindingIds: ['cb_approved'],
    createdAt: '2026-01-02T00:00:00.000Z',
    lastSeenAt: '2026-01-02T00:00:00.000Z',
    ...facts,
  });

/** The revocation of the session that has ended. */
const SAMPLE_REVOCATION = 'rev_sample';

/** Client sessions and the revocation feed. */
export const SESSION_SAMPLES: Readonly<Record<string, OperationSample>> = {
  listSessions: { params: {}, query: { ...scope, state: 'active' } },
  readRevocation: { params: { revocation_id: SAMPLE_REVOCATION }, query: { ...scope, wait: '0' } },
  readRevocations: { params: {}, query: { ...scope, after: '0', wait: '0' } },
  readSession: { params: { client_session_id: 'sess_1' }, query: scope },
  reportSession: {
    params: { client_session_id: 'sess_new' },
    query: scope,
    body: { user_id: 'vic', state: 'active', backend_session_ids: ['backend_2'], credential_binding_ids: [] },
    again: 200,
  },
  terminateSession: {
    params: { client_session_id: 'sess_1' },
    query: scope,
    body: { reason_code: 'incident', reason: 'A sample', correlation_id: 'case-7' },
  },
};

export const SESSION_RECORDS: readonly SampleRecord[] = [
  { kind: clientSessionKind, record: sampleSession('sess_1') },
  {
    kind: clientSessionKind,
    record: sampleSession('sess_ended', { state: 'terminated', revocationId: SAMPLE_REVOCATION }),
  },
];

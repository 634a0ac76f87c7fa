import { expect } from 'chai';
import { authorizeCall, type CallFacts } from '../client-session/authorize-call.js';
import { RevocationView } from '../client-session/revocation-view.js';
import type { ApprovalFacts } from './approval-cover.js';
import { callDigest } from './call-digest.js';

const SCOPE = { tenantId: 'acme', environmentId: 'production' };
const NOW = '2026-03-01T12:00:00.000Z';
const call = {
  ...SCOPE,
  clientSessionId: 'cs_1',
  serverId: 'srv_1',
  toolId: 'write',
  action: 'tool.invoke',
} as const;

const session: NonNullable<CallFacts['session']> = {
  ...SCOPE,
  clientSessionId: 'cs_1',
  userId: 'bob',
  agentId: null,
  clientSurfaceId: null,
  state: 'active',
  credentialBindingIds: [],
  createdAt: NOW,
};

type Given = ApprovalFacts['given'][number];

const given = (over: Partial<Given> = {}): Given => ({
  clientSessionId: 'cs_1',
  policyVersion: 'pv_1',
  approverRole: 'security_admin',
  callDigest: callDigest(call),
  status: 'approved',
  expiresAt: '2026-03-01T12:10:00.000Z',
  ...over,
});

const decide = (approvals: readonly Given[], over: Partial<ApprovalFacts['needed']> = {}, now = NOW) => {
  const decision = authorizeCall({
    session,
    revocations: new RevocationView(),
    feedAgeSeconds: 0,
    approval: {
      needed: {
        policyVersion: 'pv_1',
        approverRoles: ['security_admin'],
        callDigest: callDigest(call),
        ...over,
      },
      given: approvals,
      now,
    },
  });
  return decision.allowed ? 'allowed' : decision.reasonCode;
};

describe('a call that needs an approval', () => {
  it('goes ahead with one that was given for it', () => {
    expect(decide([given()])).to.equal('allowed');
    expect(decide([given({ status: 'denied' }), given()])).to.equal('allowed');
  });

  it('says why another one does not cover it', () => {
    expect([
      decide([]),
      decide([given({ status: 'pending' })]),
      decide([given({ status: 'denied' })]),
      decide([given({ status: 'used' })]),
      decide([given({ status: 'withdrawn' })]),
      decide([given()], {}, '2026-03-01T12:10:00.000Z'),
      decide([given({ callDigest: callDigest({ ...call, toolId: 'erase' }) })]),
      decide([given({ clientSessionId: 'cs_2' })]),
      decide([given({ policyVersion: 'pv_0' })]),
      decide([given({ approverRole: 'auditor' })]),
    ]).to.deep.equal([
      'approval_required',
      'approval_pending',
      'approval_denied',
      'approval_used',
      'approval_withdrawn',
      'approval_expired',
      'approval_other_call',
      'approval_other_call',
      'approval_other_policy',
      'approval_other_role',
    ]);
  });

  it('needs each role that the decision names', () => {
    const approverRoles = ['security_admin', 'server_owner'];
    expect(decide([given()], { approverRoles })).to.equal('approval_other_role');
    expect(decide([given(), given({ approverRole: 'server_owner' })], { approverRoles })).to.equal('allowed');
    expect(decide([given()], { approverRoles: [] })).to.equal('approval_required');
  });

  it('is denied where the facts are malformed', () => {
    const broken = { needed: {}, given: [null] } as unknown as ApprovalFacts;
    const decision = authorizeCall({
      session,
      revocations: new RevocationView(),
      feedAgeSeconds: 0,
      approval: broken,
    });
    expect(decision).to.deep.equal({
      allowed: false,
      reasonCode: 'evaluation_error',
      revocationId: null,
      field: 'approval.needed.policyVersion',
    });
  });
});

describe('the digest of a call', () => {
  it('is the SHA-256 of the RFC 8785 form of its facts', () => {
    expect(callDigest(call)).to.equal(
      'sha256:2eb51ac641451c80f2fa0d6bb5799d24b7a5c59d047eecbf5dbf561102987e47',
    );
  });

  it('distinguishes calls by every fact and by the digest of the arguments', () => {
    const digests = [
      call,
      { ...call, tenantId: 'umbra' },
      { ...call, environmentId: 'staging' },
      { ...call, clientSessionId: 'cs_2' },
      { ...call, serverId: 'srv_2' },
      { ...call, toolId: 'erase' },
      { ...call, action: 'tool.list' as const },
      { ...call, argumentsDigest: 'sha256:1' },
    ].map((one) => callDigest(one));
    expect(new Set(digests).size).to.equal(digests.length);
  });
});

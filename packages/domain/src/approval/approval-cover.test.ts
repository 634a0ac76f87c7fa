import { expect } from 'chai';
import { authorizeCall, type CallFacts } from '../client-session/authorize-call.js';
import { type CalledTool, RevocationView } from '../client-session/revocation-view.js';
import type { ApprovalFacts } from './approval-cover.js';
import { callDigest, contextDigest } from './call-digest.js';

const SCOPE = { tenantId: 'acme', environmentId: 'production' };
const NOW = '2026-03-01T12:00:00.000Z';
const needed = {
  serverId: 'srv_1',
  toolId: 'write',
  action: 'tool.invoke',
  policyVersion: 'pv_1',
} as const;
const call = { ...SCOPE, ...needed, clientSessionId: 'cs_1', ruleId: 'ask' };
const asks = (approver_role: string, rule_id = 'ask') => ({ approver_role, rule_id, ttl_seconds: 600 });

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

const decide = (
  approvals: readonly Given[],
  over: Partial<ApprovalFacts['needed']> = {},
  { now = NOW, tool }: { now?: string; tool?: CalledTool } = {},
) => {
  const decision = authorizeCall({
    session,
    ...(tool === undefined ? {} : { tool }),
    revocations: new RevocationView(),
    feedAgeSeconds: 0,
    approval: {
      needed: { ...needed, approvals: [asks('security_admin')], ...over },
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
      decide([given()], {}, { now: '2026-03-01T12:10:00.000Z' }),
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
    const approvals = [asks('security_admin'), asks('server_owner', 'ask-owner')];
    const owner = (ruleId: string) =>
      given({ approverRole: 'server_owner', callDigest: callDigest({ ...call, ruleId }) });
    expect(decide([given()], { approvals })).to.equal('approval_other_role');
    expect(decide([given(), owner('ask')], { approvals })).to.equal('approval_other_call');
    expect(decide([given(), owner('ask-owner')], { approvals })).to.equal('allowed');
    expect(decide([given()], { approvals: [] })).to.equal('approval_required');
  });

  it('is that call alone: server, tool, action, context, arguments and the tool that is called', () => {
    expect([
      decide([given()], { serverId: 'srv_2' }),
      decide([given()], { toolId: 'delete_everything' }),
      decide([given()], { action: 'tool.list' }),
      decide([given()], { contextDigest: contextDigest({ context: { amount: 1e9 } }) }),
      decide([given()], { argumentsDigest: 'sha256:1' }),
      decide([given()], {}, { tool: { serverId: 'srv_1', toolId: 'delete_everything' } }),
      decide([given()], {}, { tool: { serverId: 'srv_2', toolId: 'write' } }),
    ]).to.deep.equal(Array(7).fill('approval_other_call'));
    expect(decide([given()], {}, { tool: { serverId: 'srv_1', toolId: 'write' } })).to.equal('allowed');
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
      field: 'approval.needed.serverId',
    });
  });
});

describe('the digest of a call', () => {
  it('is the SHA-256 of the RFC 8785 form of its facts', () => {
    expect(callDigest(call)).to.equal(
      'sha256:06d314bf53965f2ce4af571fdcc732af75c7f50545fe9800c5a9166b8e72a852',
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
      { ...call, policyVersion: 'pv_2' },
      { ...call, ruleId: 'other' },
      { ...call, contextDigest: 'sha256:1' },
      { ...call, argumentsDigest: 'sha256:1' },
    ].map((one) => callDigest(one));
    expect(new Set(digests).size).to.equal(digests.length);
  });
});

describe('the digest of a context', () => {
  const request = { context: { amount: 1 }, resource: { properties: { path: '/a' } } };

  it('distinguishes what the parts of a question say, and names no consent', () => {
    const digests = [
      request,
      { ...request, context: { amount: 1e9 } },
      { ...request, resource: { properties: { path: '/b' } } },
      { ...request, subject: { properties: { path: '/a' } } },
      { ...request, action: { properties: { path: '/a' } } },
    ].map((one) => contextDigest(one));
    expect(new Set(digests).size).to.equal(digests.length);
    expect(contextDigest({ ...request, context: { amount: 1, approval: { id: 'apr_1' } } })).to.equal(
      digests[0],
    );
    expect([contextDigest({}), contextDigest({ context: { approval: { id: 'apr_1' } } })]).to.deep.equal([
      null,
      null,
    ]);
  });
});

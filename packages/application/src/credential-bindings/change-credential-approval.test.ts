import { APPROVAL_TARGETS, type ApprovalTarget } from '@govgate/domain/internal';
import { clientSessionKind, credentialBindingKind } from '@govgate/ports';
import { expect } from 'chai';
import { describe, it } from 'mocha';
import { approvedBinding, draftBinding, session } from '../sessions/testing/records.js';
import {
  answerOf,
  type Bench,
  FOREIGN,
  makeBench,
  PROD_SCOPE,
  PRODUCTION,
  refusalOf,
  STAGING,
  START,
  TENANT,
} from '../testing/use-case-bench.js';
import {
  type ChangeCredentialApprovalInput,
  makeChangeCredentialApproval,
} from './change-credential-approval.js';
import { makeReadCredentialBinding } from './read-credential-binding.js';

const asked = (
  toStatus: ApprovalTarget,
  over: Partial<ChangeCredentialApprovalInput> = {},
): ChangeCredentialApprovalInput => ({
  scope: PROD_SCOPE,
  credentialBindingId: 'cb_1',
  toStatus,
  reasonCode: 'reviewed',
  reason: 'Looked at it',
  ...over,
});

const reviewBench = async (): Promise<Bench> => {
  const bench = await makeBench();
  await bench.grant('ada', 'security_admin');
  await bench.grant('bob', 'security_admin');
  return bench;
};

const submitted = () =>
  draftBinding({ approvalStatus: 'pending_review', submittedBy: 'bob', submittedAt: START });

describe('moving a credential binding through approval', () => {
  it('approves: the binding becomes active and the trail records it', async () => {
    const bench = await reviewBench();
    await bench.put(credentialBindingKind, submitted());
    bench.clock.advance(1000);
    const result = answerOf(
      await makeChangeCredentialApproval(bench.ports)(await bench.as('ada'), asked('approved')),
    );
    const { items } = await bench.store.auditTrail.page(TENANT, {
      filter: { eventType: 'credential_binding.approval_changed' },
      direction: 'asc',
      limit: 5,
    });
    const { createdBy: _, hands: __, recentBrokerCheck: ___, ...record } = submitted();
    expect(result).to.deep.equal({
      schemaVersion: '1.0',
      accepted: true,
      reasonCode: 'approval_state_changed',
      binding: {
        ...record,
        schemaVersion: '1.0',
        approvalStatus: 'approved',
        lifecycleState: 'active',
        runtimeProjectionVersionRef: 'v1',
        reviewedBy: 'ada',
        reviewedAt: '2026-03-01T12:00:01.000Z',
        reviewReasonCode: 'reviewed',
        reviewReason: 'Looked at it',
        disabledAt: undefined,
        revokedAt: undefined,
        revocationId: undefined,
        updatedAt: '2026-03-01T12:00:01.000Z',
        safeStatus: {
          state: 'unknown',
          reasonCode: 'never_checked',
          checkedAt: '',
          secretMaterialStored: false,
        },
        redaction: { payloadLogging: 'disabled', auditMaterial: 'metadata_only', materialReturn: 'never' },
        tag: '2',
        permissions: {
          resourceType: 'credential_binding',
          resourceId: 'cb_1',
          allowedActions: ['disable', 'read', 'reject', 'reopen', 'request_changes', 'revoke', 'rotate'],
        },
      },
      auditEventIds: [items[0]?.auditEventId],
      revocationId: undefined,
      affectedClientSessionIds: [],
    });
    expect(items.map(({ action, reasonCode, reason }) => [action, reasonCode, reason])).to.deep.equal([
      ['approve', 'reviewed', 'Looked at it'],
    ]);
    expect(await bench.store.revocations.lastSequence(PROD_SCOPE)).to.equal(0);
  });

  it('fences the runtime in the same commit when it leaves approved', async () => {
    const bench = await reviewBench();
    await bench.put(credentialBindingKind, approvedBinding({ allowedEnvironmentIds: [PRODUCTION, STAGING] }));
    const uses = { credentialBindingIds: ['cb_1'] };
    await bench.put(
      clientSessionKind,
      session({ ...uses, clientSessionId: 'cs_1' }),
      session({ ...uses, clientSessionId: 'cs_2', state: 'pending' }),
      session({ ...uses, clientSessionId: 'cs_3', state: 'terminated' }),
      session({ clientSessionId: 'cs_4' }),
      session({ ...uses, clientSessionId: 'cs_5', environmentId: STAGING }),
    );
    const ada = await bench.as('ada');
    const result = answerOf(await makeChangeCredentialApproval(bench.ports)(ada, asked('changes_requested')));
    expect([result.revocationId, result.affectedClientSessionIds]).to.deep.equal([
      'rev_00000001',
      ['cs_1', 'cs_2', 'cs_5'],
    ]);
    expect(result.binding).to.deep.include({
      approvalStatus: 'changes_requested',
      lifecycleState: 'inactive',
      revocationId: 'rev_00000001',
      runtimeProjectionVersionRef: undefined,
    });
    const feedOf = async (environmentId: string) =>
      bench.store.revocations.after({ tenantId: TENANT, environmentId }, 0, 10);
    const revocation = {
      tenantId: TENANT,
      subjectType: 'credential_binding',
      subjectId: 'cb_1',
      effectiveAt: START,
      reasonCode: 'reviewed',
      sequence: 1,
    };
    expect([await feedOf(PRODUCTION), await feedOf(STAGING)]).to.deep.equal([
      [{ ...revocation, environmentId: PRODUCTION, revocationId: 'rev_00000001' }],
      [{ ...revocation, environmentId: STAGING, revocationId: 'rev_00000002' }],
    ]);
    const detail = answerOf(
      await makeReadCredentialBinding(bench.ports)(ada, { scope: PROD_SCOPE, credentialBindingId: 'cb_1' }),
    );
    expect(detail.approvedRuntimeProjection).to.equal(null);
  });

  it('names a hundred affected sessions at most', async () => {
    const bench = await reviewBench();
    await bench.put(credentialBindingKind, approvedBinding());
    const sessions = Array.from({ length: 105 }, (_, i) =>
      session({ clientSessionId: `cs_${i}`, credentialBindingIds: ['cb_1'] }),
    );
    await bench.put(clientSessionKind, ...sessions);
    const result = answerOf(
      await makeChangeCredentialApproval(bench.ports)(await bench.as('ada'), asked('rejected')),
    );
    expect(result.affectedClientSessionIds).to.have.length(100);
  });

  it('answers the same state with success, no event and no revocation', async () => {
    const bench = await reviewBench();
    await bench.put(credentialBindingKind, approvedBinding());
    const result = answerOf(
      await makeChangeCredentialApproval(bench.ports)(await bench.as('bob'), asked('approved')),
    );
    expect([result.accepted, result.reasonCode, result.auditEventIds, result.revocationId]).to.deep.equal([
      true,
      'no_change',
      [],
      undefined,
    ]);
    expect(await bench.events()).to.deep.equal([]);
  });

  it('stops the submitter of a binding from approving it, unless the setting is off', async () => {
    const bench = await reviewBench();
    await bench.put(credentialBindingKind, submitted());
    const bob = await bench.as('bob');
    expect(refusalOf(await makeChangeCredentialApproval(bench.ports)(bob, asked('approved')))).to.equal(
      'self_approval_forbidden',
    );
    const ports = { ...bench.ports, settings: { ...bench.ports.settings, fourEyes: false } };
    expect(refusalOf(await makeChangeCredentialApproval(ports)(bob, asked('approved')))).to.equal('ok');
  });

  it('keeps a revoked binding revoked', async () => {
    const bench = await reviewBench();
    await bench.put(
      credentialBindingKind,
      approvedBinding({ approvalStatus: 'revoked', lifecycleState: 'revoked' }),
    );
    const change = makeChangeCredentialApproval(bench.ports);
    for (const toStatus of APPROVAL_TARGETS)
      expect(refusalOf(await change(await bench.as('ada'), asked(toStatus)))).to.equal('invalid_transition');
  });

  it('moves once when two callers move it at once', async () => {
    const bench = await reviewBench();
    await bench.put(credentialBindingKind, approvedBinding());
    const change = makeChangeCredentialApproval(bench.ports);
    const ada = await bench.as('ada');
    const results = await Promise.all([change(ada, asked('rejected')), change(ada, asked('rejected'))]);
    expect(results.map((result) => answerOf(result).reasonCode).sort()).to.deep.equal([
      'approval_state_changed',
      'no_change',
    ]);
    expect(await bench.store.revocations.lastSequence(PROD_SCOPE)).to.equal(1);
    expect(await bench.events()).to.deep.equal(['credential_binding.approval_changed']);
  });

  it('keeps others out: absent outside their scope, forbidden inside it', async () => {
    const bench = await reviewBench();
    await bench.put(credentialBindingKind, submitted());
    const change = makeChangeCredentialApproval(bench.ports);
    const production = { scopeType: 'environment', environmentId: PRODUCTION } as const;
    await bench.grant('eve', 'credential_admin', production);
    const eve = await bench.as('eve');
    const foreign = asked('approved', { scope: { tenantId: FOREIGN, environmentId: PRODUCTION } });
    const elsewhere = asked('approved', { scope: { tenantId: TENANT, environmentId: STAGING } });
    expect(refusalOf(await change(eve, asked('approved')))).to.equal('permission_denied');
    expect(refusalOf(await change(eve, asked('approved', { credentialBindingId: 'none' })))).to.equal(
      'permission_denied',
    );
    expect(refusalOf(await change(eve, elsewhere))).to.equal('not_found');
    expect(refusalOf(await change(await bench.as('ada'), foreign))).to.equal('not_found');
  });

  it('requires the right to approve in every environment that the binding reaches', async () => {
    const bench = await reviewBench();
    await bench.put(
      credentialBindingKind,
      draftBinding({
        approvalStatus: 'pending_review',
        submittedBy: 'bob',
        environmentId: STAGING,
        allowedEnvironmentIds: [PRODUCTION, STAGING],
      }),
    );
    await bench.grant('eve', 'security_admin', { scopeType: 'environment', environmentId: STAGING });
    const scope = { tenantId: TENANT, environmentId: STAGING };
    const change = makeChangeCredentialApproval(bench.ports);
    expect(refusalOf(await change(await bench.as('eve'), asked('approved', { scope })))).to.equal(
      'permission_denied',
    );
    expect(refusalOf(await change(await bench.as('eve'), asked('changes_requested', { scope })))).to.equal(
      'ok',
    );
    expect(refusalOf(await change(await bench.as('ada'), asked('approved', { scope })))).to.equal('ok');
  });
});

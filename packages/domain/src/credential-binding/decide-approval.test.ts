import { expect } from 'chai';
import { contributorOfUser, expectOk, NOW, refusalIn } from '../testing/people.js';
import { APPROVAL_STATUSES, APPROVAL_TARGETS } from './credential-binding.machine.js';
import { decideApproval } from './decide-approval.js';
import { approvalRequest, approvedCredential, credentialOf } from './testing/bindings.js';

describe('decideApproval', () => {
  it('moves from any of the five states to any other of the four, and never out of revoked', () => {
    const outcome = (
      from: (typeof APPROVAL_STATUSES)[number],
      toStatus: (typeof APPROVAL_TARGETS)[number],
    ) => {
      const decided = decideApproval(credentialOf({ approvalStatus: from }), {
        ...approvalRequest,
        toStatus,
      });
      if (!decided.ok) return decided.refusal.reasonCode;
      return decided.value.kind === 'no_change' ? 'no_change' : decided.value.record.approvalStatus;
    };
    const table = Object.fromEntries(
      APPROVAL_STATUSES.map((from) => [from, APPROVAL_TARGETS.map((to) => outcome(from, to))]),
    );
    expect(table).to.deep.equal({
      draft: ['pending_review', 'changes_requested', 'approved', 'rejected'],
      pending_review: ['no_change', 'changes_requested', 'approved', 'rejected'],
      changes_requested: ['pending_review', 'no_change', 'approved', 'rejected'],
      approved: ['pending_review', 'changes_requested', 'no_change', 'rejected'],
      rejected: ['pending_review', 'changes_requested', 'approved', 'no_change'],
      revoked: ['invalid_transition', 'invalid_transition', 'invalid_transition', 'invalid_transition'],
    });
  });

  it('makes an inactive binding active when it approves it', () => {
    const binding = credentialOf({ approvalStatus: 'pending_review', submittedBy: 'usr_carol' });
    expect(expectOk(decideApproval(binding, { ...approvalRequest, toStatus: 'approved' }))).to.deep.equal({
      kind: 'moved',
      record: {
        ...binding,
        approvalStatus: 'approved',
        lifecycleState: 'active',
        runtimeProjectionVersionRef: 'v1',
        reviewedBy: 'usr_ada',
        reviewReasonCode: 'reviewed',
        reviewReason: 'Looks right',
        reviewedAt: NOW,
        updatedAt: NOW,
      },
      changedFields: [
        'approvalStatus',
        'lifecycleState',
        'reviewReason',
        'reviewReasonCode',
        'reviewedAt',
        'reviewedBy',
        'runtimeProjectionVersionRef',
      ],
      fences: false,
    });
  });

  it('fences the runtime when a binding leaves approved, in any life state', () => {
    for (const [before, after] of [
      ['active', 'inactive'],
      ['disabled', 'disabled'],
      ['expired', 'expired'],
    ] as const) {
      const decided = expectOk(
        decideApproval(approvedCredential({ lifecycleState: before }), {
          ...approvalRequest,
          toStatus: 'rejected',
        }),
      );
      expect(decided.kind === 'moved' && decided.fences).to.equal(true);
      expect(decided.record.lifecycleState).to.equal(after);
      expect(decided.record.revocationId).to.equal('rev_1');
      expect(decided.record.runtimeProjectionVersionRef).to.equal(null);
    }
  });

  it('stops the submitter of a binding from approving it, and from nothing else', () => {
    const binding = credentialOf({ approvalStatus: 'pending_review', submittedBy: 'usr_ada' });
    const approve = { ...approvalRequest, toStatus: 'approved' } as const;
    expect(refusalIn(decideApproval(binding, approve))).to.deep.equal({
      reasonCode: 'self_approval_forbidden',
    });
    expect(decideApproval(binding, { ...approve, fourEyes: false }).ok).to.equal(true);
    expect(decideApproval(binding, { ...approve, by: contributorOfUser('usr_bob') }).ok).to.equal(true);
    expect(decideApproval(binding, { ...approve, toStatus: 'rejected' }).ok).to.equal(true);
  });

  it('treats the creator as the submitter of what was never submitted', () => {
    const binding = credentialOf({ createdBy: 'usr_ada' });
    expect(refusalIn(decideApproval(binding, { ...approvalRequest, toStatus: 'approved' }))).to.deep.equal({
      reasonCode: 'self_approval_forbidden',
    });
  });

  it('makes whoever puts a draft up for review its submitter, and keeps an earlier one', () => {
    const reopened = expectOk(
      decideApproval(credentialOf(), { ...approvalRequest, toStatus: 'pending_review' }),
    );
    expect(reopened.record.submittedBy).to.equal('usr_ada');
    const kept = expectOk(
      decideApproval(approvedCredential(), { ...approvalRequest, toStatus: 'pending_review' }),
    );
    expect(kept.record.submittedBy).to.equal('usr_carol');
  });
});

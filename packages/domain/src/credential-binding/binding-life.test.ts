import { expect } from 'chai';
import type { Decided } from '../decided.js';
import type { Result } from '../result.js';
import { ADMIN, contributorOfUser, expectOk, NOW, refusalIn } from '../testing/people.js';
import { credentialBindingAllowedActions } from './binding-verbs.js';
import { NEVER_CHECKED } from './broker-check.js';
import type { CredentialBinding } from './credential-binding.js';
import { decideApproval } from './decide-approval.js';
import { decideDisableBinding, decideEnableBinding, decideRevokeBinding } from './end-credential-binding.js';
import { decideRotate } from './rotate-credential-binding.js';
import { approvedRuntimeProjection } from './runtime-projection.js';
import { decideSubmitBinding } from './submit-credential-binding.js';
import { approvalRequest, approvedCredential, credentialOf } from './testing/bindings.js';

const ended = { now: NOW, revocationId: 'rev_1' };
const standsAs = (record: CredentialBinding) => ({ ok: true, value: { kind: 'no_change', record } });
const refused = (reasonCode: string) => ({ ok: false, refusal: { reasonCode } });
const movedTo = (
  record: CredentialBinding,
  changedFields: readonly string[],
  fences = false,
): Result<Decided<CredentialBinding>> => ({
  ok: true,
  value: { kind: 'moved', record, changedFields, fences },
});

describe('a new credential binding', () => {
  it('is an unchecked, unrotated, unsubmitted draft, whatever its creator leaves out', () => {
    const { approvalStatus, lifecycleState, rotation, safeStatus, submittedBy, submittedAt } = credentialOf();
    expect({ approvalStatus, lifecycleState, rotation, safeStatus, submittedBy, submittedAt }).to.deep.equal({
      approvalStatus: 'draft',
      lifecycleState: 'inactive',
      rotation: {
        versionRef: 'v1',
        lastRotatedAt: '',
        nextRotationDueAt: '',
        rotationWithoutServerChange: true,
      },
      safeStatus: { state: 'unknown', reasonCode: 'never_checked', checkedAt: '' },
      submittedBy: '',
      submittedAt: '',
    });
    expect(NEVER_CHECKED).to.deep.equal({ status: 'unknown', reasonCode: 'never_checked', checkedAt: '' });
  });
});

const rotateRequest = { versionRef: 'v2', by: contributorOfUser('usr_ada'), now: NOW };

describe('decideSubmitBinding', () => {
  const request = { by: contributorOfUser('usr_ada'), now: NOW };

  it('puts a draft up for review in the name of whoever submits it', () => {
    const draft = credentialOf();
    expect(decideSubmitBinding(draft, request)).to.deep.equal(
      movedTo(
        {
          ...draft,
          approvalStatus: 'pending_review',
          hands: { ...draft.hands, submitted: request.by },
          submittedBy: 'usr_ada',
          submittedAt: NOW,
          updatedAt: NOW,
        },
        ['approvalStatus', 'submittedAt', 'submittedBy'],
      ),
    );
  });

  it('keeps the first submitter of one already under review', () => {
    const waiting = credentialOf({ approvalStatus: 'pending_review', submittedBy: 'usr_bob' });
    expect(decideSubmitBinding(waiting, request)).to.deep.equal(standsAs(waiting));
  });

  it('refuses one that is approved or revoked', () => {
    for (const approvalStatus of ['approved', 'revoked'] as const)
      expect(decideSubmitBinding(credentialOf({ approvalStatus }), request)).to.deep.equal(
        refused('invalid_transition'),
      );
  });
});

describe('decideDisableBinding', () => {
  it('fences one that was in use, and only that one', () => {
    const active = approvedCredential();
    const disabled = { lifecycleState: 'disabled', disabledAt: NOW, updatedAt: NOW } as const;
    expect(decideDisableBinding(active, ended)).to.deep.equal(
      movedTo(
        { ...active, ...disabled, revocationId: 'rev_1' },
        ['disabledAt', 'lifecycleState', 'revocationId'],
        true,
      ),
    );
    for (const lifecycleState of ['inactive', 'expired'] as const) {
      const idle = approvedCredential({ lifecycleState });
      expect(decideDisableBinding(idle, ended)).to.deep.equal(
        movedTo({ ...idle, ...disabled }, ['disabledAt', 'lifecycleState']),
      );
    }
  });

  it('changes nothing when asked again, and refuses what is revoked', () => {
    const disabled = approvedCredential({ lifecycleState: 'disabled', disabledAt: NOW });
    expect(decideDisableBinding(disabled, ended)).to.deep.equal(standsAs(disabled));
    const revoked = credentialOf({ approvalStatus: 'revoked', lifecycleState: 'revoked' });
    expect(decideDisableBinding(revoked, ended)).to.deep.equal(refused('invalid_state'));
  });
});

describe('decideEnableBinding', () => {
  it('brings a disabled binding back with the record of having been fenced', () => {
    const disabled = approvedCredential({
      lifecycleState: 'disabled',
      disabledAt: NOW,
      revocationId: 'rev_1',
    });
    expect(decideEnableBinding(disabled, { now: NOW })).to.deep.equal(
      movedTo({ ...disabled, lifecycleState: 'active', disabledAt: null, updatedAt: NOW }, [
        'disabledAt',
        'lifecycleState',
      ]),
    );
  });

  it('changes nothing in one that is in use', () => {
    expect(decideEnableBinding(approvedCredential(), { now: NOW })).to.deep.equal(
      standsAs(approvedCredential()),
    );
  });

  it('refuses one that is not approved, was never disabled, or ended', () => {
    const others = [
      credentialOf({ lifecycleState: 'disabled' }),
      credentialOf(),
      approvedCredential({ lifecycleState: 'expired' }),
      credentialOf({ approvalStatus: 'revoked', lifecycleState: 'revoked' }),
    ];
    for (const binding of others)
      expect(decideEnableBinding(binding, { now: NOW })).to.deep.equal(refused('invalid_state'));
  });
});

describe('decideRevokeBinding', () => {
  it('ends a binding in every respect at once, and fences it in any life state', () => {
    const draft = credentialOf();
    expect(decideRevokeBinding(draft, ended)).to.deep.equal(
      movedTo(
        {
          ...draft,
          approvalStatus: 'revoked',
          lifecycleState: 'revoked',
          safeStatus: { state: 'revoked', reasonCode: 'binding_revoked', checkedAt: NOW },
          revokedAt: NOW,
          revocationId: 'rev_1',
          updatedAt: NOW,
        },
        ['approvalStatus', 'lifecycleState', 'revocationId', 'revokedAt', 'safeStatus'],
        true,
      ),
    );
    const { record } = expectOk(decideRevokeBinding(approvedCredential(), ended));
    expect([record.runtimeProjectionVersionRef, approvedRuntimeProjection(record)]).to.deep.equal([
      null,
      null,
    ]);
  });
});

describe('rotating a credential', () => {
  it('keeps the given proof and discards the plan of the previous version', () => {
    const planned = approvedCredential({
      rotation: {
        versionRef: 'v1',
        lastRotatedAt: '',
        nextRotationDueAt: '2026-04-01T00:00:00.000Z',
        rotationWithoutServerChange: true,
        rotationProofRef: 'proof_1',
      },
    });
    const rotation = { versionRef: 'v2', lastRotatedAt: NOW, nextRotationDueAt: '' };
    const rotated = (rotationProofRef?: string) =>
      expectOk(
        decideRotate(planned, {
          versionRef: 'v2',
          by: contributorOfUser('usr_ada'),
          now: NOW,
          ...(rotationProofRef === undefined ? {} : { rotationProofRef }),
        }),
      ).record.rotation;
    expect(rotated()).to.deep.equal({ ...rotation, rotationWithoutServerChange: true });
    expect(rotated('proof_2')).to.deep.equal({
      ...rotation,
      rotationWithoutServerChange: true,
      rotationProofRef: 'proof_2',
    });
  });

  it('adds no projection to a binding without one', () => {
    const { record } = expectOk(decideRotate(credentialOf(), rotateRequest));
    expect([record.rotation.versionRef, record.runtimeProjectionVersionRef]).to.deep.equal(['v2', null]);
  });

  it('is refused for what is revoked', () => {
    const revoked = credentialOf({ approvalStatus: 'revoked', lifecycleState: 'revoked' });
    expect(decideRotate(revoked, rotateRequest)).to.deep.equal(refused('invalid_state'));
  });
});

describe('a rotation and the review', () => {
  const waiting = credentialOf({
    approvalStatus: 'pending_review',
    submittedBy: 'usr_bob',
    submittedAt: '2026-02-02T00:00:00.000Z',
  });

  it('resubmits what is under review, in the name of whoever rotated it', () => {
    const { record, ...reported } = expectOk(decideRotate(waiting, rotateRequest));
    expect([record.approvalStatus, record.submittedBy, record.submittedAt]).to.deep.equal([
      'pending_review',
      'usr_ada',
      NOW,
    ]);
    expect(reported).to.deep.equal({
      kind: 'moved',
      changedFields: ['rotation', 'submittedAt', 'submittedBy'],
      fences: false,
    });
  });

  it('submits nothing else', () => {
    for (const approvalStatus of ['draft', 'changes_requested', 'rejected', 'approved'] as const) {
      const { record } = expectOk(decideRotate({ ...waiting, approvalStatus }, rotateRequest));
      expect([record.approvalStatus, record.submittedBy]).to.deep.equal([approvalStatus, 'usr_bob']);
    }
  });

  it('keeps whoever rotated it last from approving it, in every state', () => {
    const approve = { ...approvalRequest, toStatus: 'approved' } as const;
    for (const approvalStatus of ['draft', 'pending_review', 'changes_requested', 'rejected'] as const) {
      const rotated = expectOk(decideRotate({ ...waiting, approvalStatus }, rotateRequest)).record;
      expect(refusalIn(decideApproval(rotated, approve))).to.deep.equal({
        reasonCode: 'self_approval_forbidden',
      });
      const again = expectOk(
        decideRotate(rotated, { ...rotateRequest, versionRef: 'v3', by: contributorOfUser('usr_dan') }),
      ).record;
      expect(decideApproval(again, approve).ok).to.equal(true);
    }
  });
});

describe('a review', () => {
  it('fences nothing and ends no use if the binding was not approved', () => {
    const waiting = credentialOf({ approvalStatus: 'pending_review', submittedBy: 'usr_carol' });
    const decided = expectOk(decideApproval(waiting, { ...approvalRequest, toStatus: 'rejected' }));
    expect(decided).to.deep.include({ kind: 'moved', fences: false });
    expect([decided.record.revocationId, decided.record.submittedBy]).to.deep.equal([null, 'usr_carol']);
  });

  it('does not make the reviewer the submitter when a draft is rejected', () => {
    const decided = expectOk(decideApproval(credentialOf(), { ...approvalRequest, toStatus: 'rejected' }));
    expect([decided.record.submittedBy, decided.record.submittedAt]).to.deep.equal(['', '']);
  });

  it('leaves a disabled binding disabled when it approves it', () => {
    const disabled = credentialOf({ lifecycleState: 'disabled', submittedBy: 'usr_carol' });
    const decided = expectOk(decideApproval(disabled, { ...approvalRequest, toStatus: 'approved' }));
    expect([decided.record.lifecycleState, approvedRuntimeProjection(decided.record)]).to.deep.equal([
      'disabled',
      null,
    ]);
  });
});

describe('what a gateway may use', () => {
  it('excludes anything active but unapproved, should a record ever say so', () => {
    const inconsistent = credentialOf({ approvalStatus: 'rejected', lifecycleState: 'active' });
    expect(approvedRuntimeProjection(inconsistent)).to.equal(null);
  });

  it('is offered to an administrator in alphabetical order', () => {
    expect(credentialBindingAllowedActions(ADMIN, credentialOf(), { fourEyes: false })).to.deep.equal([
      'approve',
      'disable',
      'read',
      'reject',
      'reopen',
      'request_changes',
      'revoke',
      'rotate',
      'submit',
    ]);
  });
});

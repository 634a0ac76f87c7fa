import { expect } from 'chai';
import fc from 'fast-check';
import type { Decided } from '../decided.js';
import type { Result } from '../result.js';
import { ADMIN, callerWith, contributorOfUser, grantOf, NOW } from '../testing/people.js';
import { credentialBindingAllowedActions } from './binding-verbs.js';
import type { CredentialBinding } from './credential-binding.js';
import { decideApproval } from './decide-approval.js';
import { decideDisableBinding, decideEnableBinding, decideRevokeBinding } from './end-credential-binding.js';
import { decideRotate } from './rotate-credential-binding.js';
import { approvedRuntimeProjection } from './runtime-projection.js';
import { decideSubmitBinding } from './submit-credential-binding.js';
import { approvalRequest, credentialOf } from './testing/bindings.js';

type Decision = (
  binding: CredentialBinding,
  actorId: string,
  version: number,
) => Result<Decided<CredentialBinding>>;

const ended = { now: NOW, revocationId: 'rev_1' };
const approval =
  (toStatus: 'pending_review' | 'changes_requested' | 'approved' | 'rejected'): Decision =>
  (binding, actorId) =>
    decideApproval(binding, { ...approvalRequest, by: contributorOfUser(actorId), toStatus });

/** Every verb with the decision behind it. */
const DECISIONS: Readonly<Record<string, Decision>> = {
  submit: (binding, actorId) => decideSubmitBinding(binding, { by: contributorOfUser(actorId), now: NOW }),
  reopen: approval('pending_review'),
  request_changes: approval('changes_requested'),
  approve: approval('approved'),
  reject: approval('rejected'),
  rotate: (binding, actorId, version) =>
    decideRotate(binding, { versionRef: `v${version}`, by: contributorOfUser(actorId), now: NOW }),
  disable: (binding) => decideDisableBinding(binding, ended),
  enable: (binding) => decideEnableBinding(binding, { now: NOW }),
  revoke: (binding) => decideRevokeBinding(binding, ended),
};

const walk = fc.array(
  fc.tuple(fc.constantFrom(...Object.keys(DECISIONS)), fc.constantFrom('usr_ada', 'usr_bob')),
  { maxLength: 25 },
);

/** Follows a walk and returns every step. */
const follow = (
  turns: readonly (readonly [string, string])[],
  each: (
    before: CredentialBinding,
    decided: Result<Decided<CredentialBinding>>,
    verb: string,
    actor: string,
  ) => void,
): void => {
  turns.reduce(
    (binding, [verb, actorId], index) => {
      const decided = DECISIONS[verb]?.(binding, actorId, index + 2);
      if (decided === undefined) throw new Error(verb);
      each(binding, decided, verb, actorId);
      return decided.ok ? decided.value.record : binding;
    },
    credentialOf({ createdBy: 'usr_ada' }),
  );
};

describe('a credential binding on any walk', () => {
  it('offers exactly the verbs that then succeed', () => {
    fc.assert(
      fc.property(walk, (turns) => {
        follow(turns, (binding, _, __, actorId) => {
          const actor = { ...ADMIN, actorId, persons: [actorId] };
          const moving = Object.keys(DECISIONS).filter((verb) => {
            const decided = DECISIONS[verb]?.(binding, actorId, 99);
            return decided?.ok === true && decided.value.kind === 'moved';
          });
          expect(credentialBindingAllowedActions(actor, binding, { fourEyes: true })).to.deep.equal(
            ['read', ...moving].sort(),
          );
        });
      }),
      { numRuns: 100 },
    );
  });

  it('can be used only while approved and active', () => {
    fc.assert(
      fc.property(walk, (turns) => {
        follow(turns, (_, decided) => {
          if (!decided.ok) return;
          const { record } = decided.value;
          const usable = record.approvalStatus === 'approved' && record.lifecycleState === 'active';
          expect(approvedRuntimeProjection(record) !== null).to.equal(usable);
          expect(record.lifecycleState === 'active' && record.approvalStatus !== 'approved').to.equal(false);
        });
      }),
      { numRuns: 100 },
    );
  });

  it('fences whenever it stops being usable, and then names the revocation', () => {
    fc.assert(
      fc.property(walk, (turns) => {
        follow(turns, (before, decided) => {
          if (!decided.ok || decided.value.kind === 'no_change') return;
          const { record, fences } = decided.value;
          const stops =
            approvedRuntimeProjection(before) !== null && approvedRuntimeProjection(record) === null;
          if (stops) expect(fences).to.equal(true);
          if (fences) expect(record.revocationId).to.equal('rev_1');
        });
      }),
      { numRuns: 100 },
    );
  });

  it('is never approved by whoever submitted it', () => {
    fc.assert(
      fc.property(walk, (turns) => {
        follow(turns, (before, decided, verb, actorId) => {
          if (verb !== 'approve' || !decided.ok || decided.value.kind === 'no_change') return;
          expect(actorId).not.to.equal(before.submittedBy || before.createdBy);
        });
      }),
      { numRuns: 100 },
    );
  });

  it('stays revoked', () => {
    const revoked = credentialOf({ approvalStatus: 'revoked', lifecycleState: 'revoked' });
    for (const verb of Object.keys(DECISIONS)) {
      const decided = DECISIONS[verb]?.(revoked, 'usr_bob', 2);
      expect(decided?.ok === true && decided.value.kind === 'moved', verb).to.equal(false);
    }
    expect(decideRevokeBinding(revoked, ended)).to.deep.equal({
      ok: true,
      value: { kind: 'no_change', record: revoked },
    });
  });

  it('offers a caller only what their role allows', () => {
    const binding = credentialOf({ approvalStatus: 'pending_review' });
    const actionsOf = (role: 'credential_admin' | 'viewer' | 'auditor'): string[] =>
      credentialBindingAllowedActions(callerWith([grantOf(role)]), binding, { fourEyes: true });
    expect(actionsOf('credential_admin')).to.deep.equal(['disable', 'read', 'revoke', 'rotate']);
    expect(actionsOf('viewer')).to.deep.equal(['read']);
    expect(actionsOf('auditor')).to.deep.equal([]);
  });
});

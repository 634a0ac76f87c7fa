import {
  APPROVAL_STATUSES,
  APPROVAL_TARGETS,
  APPROVAL_TRIGGERS,
  type ApprovalTarget,
  LIFECYCLE_STATES,
} from '@govgate/domain/internal';
import { credentialBindingKind } from '@govgate/ports';
import { expect } from 'chai';
import fc from 'fast-check';
import { describe, it } from 'mocha';
import { approvedBinding } from '../sessions/testing/records.js';
import { answerOf, type Bench, makeBench, PROD_SCOPE } from '../testing/use-case-bench.js';
import {
  type ChangeCredentialApprovalInput,
  makeChangeCredentialApproval,
} from './change-credential-approval.js';
import { changesOfBindings } from './change-credential-binding.js';
import { makeReadCredentialBinding } from './read-credential-binding.js';
import { makeRotateCredentialBinding } from './rotate-credential-binding.js';

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

describe('what a caller may do with a credential binding', () => {
  it('offers exactly the verbs that then change the binding', async () => {
    const ref = { scope: PROD_SCOPE, credentialBindingId: 'cb_1' };
    const verbs = {
      ...Object.fromEntries(
        APPROVAL_TARGETS.map((toStatus) => [
          APPROVAL_TRIGGERS[toStatus],
          (bench: Bench, context: Awaited<ReturnType<Bench['as']>>) =>
            makeChangeCredentialApproval(bench.ports)(context, asked(toStatus)),
        ]),
      ),
      submit: (bench: Bench, context: Awaited<ReturnType<Bench['as']>>) =>
        changesOfBindings.submit(bench.ports)(context, ref),
      disable: (bench: Bench, context: Awaited<ReturnType<Bench['as']>>) =>
        changesOfBindings.disable(bench.ports)(context, ref),
      enable: (bench: Bench, context: Awaited<ReturnType<Bench['as']>>) =>
        changesOfBindings.enable(bench.ports)(context, ref),
      revoke: (bench: Bench, context: Awaited<ReturnType<Bench['as']>>) =>
        changesOfBindings.revoke(bench.ports)(context, ref),
      rotate: (bench: Bench, context: Awaited<ReturnType<Bench['as']>>) =>
        makeRotateCredentialBinding(bench.ports)(context, { ...ref, versionRef: 'v2' }),
    };
    const arbitrary = fc.record({
      verb: fc.constantFrom(...Object.keys(verbs)),
      approvalStatus: fc.constantFrom(...APPROVAL_STATUSES.filter((status) => status !== 'revoked')),
      lifecycleState: fc.constantFrom(...LIFECYCLE_STATES.filter((state) => state !== 'revoked')),
      caller: fc.constantFrom('ada', 'bob', 'eve'),
      role: fc.constantFrom('credential_admin', 'server_owner', 'viewer', 'break_glass_admin' as const),
    });
    await fc.assert(
      fc.asyncProperty(arbitrary, async ({ verb, approvalStatus, lifecycleState, caller, role }) => {
        const bench = await reviewBench();
        await bench.grant('eve', role);
        await bench.put(credentialBindingKind, approvedBinding({ approvalStatus, lifecycleState }));
        const context = await bench.as(caller);
        const before = answerOf(await makeReadCredentialBinding(bench.ports)(context, ref));
        const result = await verbs[verb as keyof typeof verbs](bench, context);
        const changed = (await bench.events()).length > 0;
        expect([changed, changed && result.ok]).to.deep.equal([
          before.permissions.allowedActions.includes(verb),
          changed,
        ]);
      }),
      { numRuns: 300 },
    );
  });
});

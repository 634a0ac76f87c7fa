import { decideTests, type ManifestBody, ok, type PolicyStatus, type PolicyVersion } from '@govgate/domain';
import type { Stored } from '@govgate/ports';
import type { PermissionsView } from '../call/allowed.js';
import type { CallContext, UseCase } from '../call/context.js';
import type { Ports } from '../call/ports.js';
import { changePolicyRecord } from './change-policy.js';
import { loadPolicy, type PolicyRef } from './load-policy.js';
import { policyView } from './policy-view.js';

/** The tests of a policy version. */
export interface PolicyTestsView {
  readonly schemaVersion: '1.0';
  readonly policyVersion: string;
  readonly status: PolicyStatus;
  readonly manifestHash: string;
  readonly etag: string;
  /** The record's part of the ETag header. */
  readonly tag: string;
  /** As it was sent. */
  readonly tests: ManifestBody | null;
  readonly permissions: PermissionsView;
}

/** Reads the tests of a version. */
export const makeReadPolicyTests =
  ({ records }: Pick<Ports, 'records'>): UseCase<PolicyRef, PolicyTestsView> =>
  async (context, ref) => {
    const loaded = await loadPolicy(records, context, ref, 'policy.read');
    return loaded.ok ? ok(testsView(context, loaded.value.stored)) : loaded;
  };

export interface ReplacePolicyTestsInput extends PolicyRef {
  /** A tests document as it was sent; null takes the tests away. */
  readonly tests: unknown;
  readonly reasonCode?: string | undefined;
}

/** Gives a draft other tests; the caller must say which state of it they saw (If-Match). */
export const makeReplacePolicyTests =
  (
    deps: Pick<Ports, 'records' | 'unitOfWork' | 'turns' | 'clock' | 'ids'>,
  ): UseCase<ReplacePolicyTestsInput, PolicyTestsView> =>
  (context, input) =>
    changePolicyRecord(deps, context, {
      ...input,
      permission: 'policy.write',
      eventType: 'policy.updated',
      action: 'update',
      ifMatch: 'required',
      decide: (policy) => decideTests(policy, input.tests, { now: deps.clock.now() }),
      answer: (stored) => testsView(context, stored),
    });

const testsView = (context: CallContext, stored: Stored<PolicyVersion>): PolicyTestsView => {
  const { schemaVersion, policyVersion, status, manifestHash, etag, tag, permissions } = policyView(
    context,
    stored,
    [],
  );
  const { tests = null } = stored.record;
  // A document in a spelling of its own, as a manifest is.
  const document = tests as unknown as ManifestBody | null;
  return { schemaVersion, policyVersion, status, manifestHash, etag, tag, tests: document, permissions };
};

import type { ManifestBody, PolicyVersion } from '@govgate/domain';
import type { PolicyStatus } from '@govgate/domain/internal';
import type { Stored } from '@govgate/ports';
import type { PermissionsView } from '../call/allowed.js';
import type { CallContext } from '../call/context.js';
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

/** The tests of a version as they are answered. */
export const policyTestsView = (context: CallContext, stored: Stored<PolicyVersion>): PolicyTestsView => {
  const { schemaVersion, policyVersion, status, manifestHash, etag, tag, permissions } = policyView(
    context,
    stored,
    [],
  );
  const { tests = null } = stored.record;
  // A document in a spelling of its own, as a manifest is.
  const document = tests as ManifestBody | null;
  return { schemaVersion, policyVersion, status, manifestHash, etag, tag, tests: document, permissions };
};

import type { PolicyVersion, Target } from '@govgate/domain';
import { allowedActions, mayOn, policyActions } from '@govgate/domain/internal';
import type { Stored } from '@govgate/ports';
import { type PermissionsView, permissionsView } from '../call/allowed.js';
import type { CallContext } from '../call/context.js';
import { quotedTag, recordTag } from '../call/record-tag.js';
import type { UsageRef } from './usage-refs.js';

/** A policy version as answered (docs/spec/policies.md#record). */
export interface PolicyView {
  readonly schemaVersion: '1.0';
  readonly policyVersion: string;
  readonly status: PolicyVersion['status'];
  readonly tenantId: string;
  readonly environmentId: string;
  readonly owner: PolicyVersion['owner'];
  readonly source: PolicyVersion['source'];
  readonly description: string | null;
  readonly bodyFormat: PolicyVersion['bodyFormat'];
  readonly body: PolicyVersion['body'];
  readonly validation: PolicyVersion['validation'];
  readonly versionState: {
    readonly activeInEnvironment: boolean;
    readonly previousPolicyVersion: string | null;
    readonly lastPublishedAt: string | null;
    readonly lastPublishedBy: string | null;
    readonly archivedAt: string | null;
    readonly archivedBy: string | null;
  };
  readonly usageRefs: readonly UsageRef[];
  readonly manifestHash: string;
  readonly etag: string;
  /** The record's part of the ETag header. */
  readonly tag: string;
  readonly permissions: PermissionsView;
}

export const policyView = (
  { principal }: CallContext,
  stored: Stored<PolicyVersion>,
  usageRefs: readonly UsageRef[],
): PolicyView => {
  const policy = stored.record;
  // What a publish judges further, its call says.
  const now = { state: policy.status, facts: { hash_matches: true, validation_passes: true } };
  const allowed = allowedActions(policyActions, now, mayOn(principal, policyTarget(policy)));
  return {
    schemaVersion: '1.0',
    policyVersion: policy.policyVersion,
    status: policy.status,
    tenantId: policy.tenantId,
    environmentId: policy.environmentId,
    owner: policy.owner,
    source: policy.source,
    description: policy.description,
    bodyFormat: policy.bodyFormat,
    body: policy.body,
    validation: policy.validation,
    versionState: {
      activeInEnvironment: policy.status === 'active',
      previousPolicyVersion: policy.previousPolicyVersion,
      lastPublishedAt: policy.lastPublishedAt,
      lastPublishedBy: policy.lastPublishedBy,
      archivedAt: policy.archivedAt,
      archivedBy: policy.archivedBy,
    },
    usageRefs,
    manifestHash: policy.manifestHash,
    etag: quotedTag(recordTag(stored)),
    tag: recordTag(stored),
    permissions: permissionsView('policy', policy.policyVersion, allowed),
  };
};

/** A policy version as an authorization target. */
export const policyTarget = (policy: PolicyVersion): Target => ({
  tenantId: policy.tenantId,
  environmentId: policy.environmentId,
  resourceId: policy.policyVersion,
  ownerTeam: policy.owner.team,
});

import type { CredentialBinding } from '@govgate/domain';
import {
  CREDENTIAL_REDACTION,
  credentialBindingAllowedActions,
  type SafeStatus,
} from '@govgate/domain/internal';
import type { Stored } from '@govgate/ports';
import { type PermissionsView, permissionsView } from '../call/allowed.js';
import type { CallContext } from '../call/context.js';
import type { Settings } from '../call/ports.js';
import { recordTag } from '../call/record-tag.js';
import { mayEverywhere } from './binding-environments.js';

/** Null in the record while absent, and omitted from its answer. */
type OptionalField =
  | 'reviewedBy'
  | 'reviewReasonCode'
  | 'reviewReason'
  | 'reviewedAt'
  | 'disabledAt'
  | 'revokedAt'
  | 'revocationId'
  | 'runtimeProjectionVersionRef';

/** A credential binding as answered (docs/spec/credential-bindings.md#record). */
export interface CredentialBindingView
  extends Omit<CredentialBinding, OptionalField | 'safeStatus' | 'createdBy' | 'hands' | 'recentBrokerCheck'>,
    Readonly<Record<OptionalField, string | undefined>> {
  readonly schemaVersion: '1.0';
  readonly safeStatus: SafeStatus & { readonly secretMaterialStored: false };
  readonly redaction: typeof CREDENTIAL_REDACTION;
  /** The record's part of the ETag header. */
  readonly tag: string;
  readonly permissions: PermissionsView;
}

// Field by field: V8 makes a dictionary of a spread of so many fields, at fifteen times the price.
export const credentialBindingView = (
  { principal }: CallContext,
  stored: Stored<CredentialBinding>,
  { fourEyes }: Pick<Settings, 'fourEyes'>,
): CredentialBindingView => {
  const { record: binding } = stored;
  const allowed = credentialBindingAllowedActions(principal, binding, { fourEyes }).filter(
    (action) => action !== 'approve' || mayEverywhere(principal, 'credential_binding.approve', binding),
  );
  return {
    schemaVersion: '1.0',
    credentialBindingId: binding.credentialBindingId,
    tenantId: binding.tenantId,
    environmentId: binding.environmentId,
    allowedEnvironmentIds: binding.allowedEnvironmentIds,
    owner: binding.owner,
    source: binding.source,
    secretStoreType: binding.secretStoreType,
    secretRefSummary: binding.secretRefSummary,
    secretRefFingerprint: binding.secretRefFingerprint,
    credentialMode: binding.credentialMode,
    approvalStatus: binding.approvalStatus,
    lifecycleState: binding.lifecycleState,
    allowedTargets: binding.allowedTargets,
    rotation: binding.rotation,
    safeStatus: { ...binding.safeStatus, secretMaterialStored: false },
    redaction: CREDENTIAL_REDACTION,
    submittedBy: binding.submittedBy,
    submittedAt: binding.submittedAt,
    reviewedBy: binding.reviewedBy ?? undefined,
    reviewReasonCode: binding.reviewReasonCode ?? undefined,
    reviewReason: binding.reviewReason ?? undefined,
    reviewedAt: binding.reviewedAt ?? undefined,
    disabledAt: binding.disabledAt ?? undefined,
    revokedAt: binding.revokedAt ?? undefined,
    revocationId: binding.revocationId ?? undefined,
    runtimeProjectionVersionRef: binding.runtimeProjectionVersionRef ?? undefined,
    createdAt: binding.createdAt,
    updatedAt: binding.updatedAt,
    tag: recordTag(stored),
    permissions: permissionsView('credential_binding', binding.credentialBindingId, allowed),
  };
};

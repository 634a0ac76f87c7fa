import type { CredentialBinding, CredentialTarget } from './credential-binding.js';

/** What a gateway may know of a binding in order to use it (docs/spec/credential-bindings.md#record). */
export interface RuntimeProjection
  extends Pick<
    CredentialBinding,
    | 'credentialBindingId'
    | 'tenantId'
    | 'environmentId'
    | 'approvalStatus'
    | 'secretRefFingerprint'
    | 'credentialMode'
    | 'lifecycleState'
    | 'secretStoreType'
  > {
  readonly sourceType: CredentialBinding['source']['sourceType'];
  readonly sourceId: string;
  readonly rotationVersionRef: string;
  readonly safeStatus: CredentialBinding['safeStatus']['state'];
  readonly allowedTargets: readonly CredentialTarget[];
  /** Of all targets, each once, sorted. */
  readonly policyRefs: readonly string[];
}

/** The approved runtime projection: null unless the binding is approved and active, so that a gateway fails closed. */
export const approvedRuntimeProjection = (binding: CredentialBinding): RuntimeProjection | null => {
  if (binding.approvalStatus !== 'approved' || binding.lifecycleState !== 'active') return null;
  return {
    credentialBindingId: binding.credentialBindingId,
    tenantId: binding.tenantId,
    environmentId: binding.environmentId,
    approvalStatus: binding.approvalStatus,
    sourceType: binding.source.sourceType,
    sourceId: binding.source.sourceId,
    secretStoreType: binding.secretStoreType,
    secretRefFingerprint: binding.secretRefFingerprint,
    rotationVersionRef: binding.rotation.versionRef,
    credentialMode: binding.credentialMode,
    lifecycleState: binding.lifecycleState,
    safeStatus: binding.safeStatus.state,
    allowedTargets: binding.allowedTargets,
    policyRefs: [...new Set(binding.allowedTargets.flatMap((target) => target.policyRefs))].sort(),
  };
};

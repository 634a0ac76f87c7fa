import type { ApiToken, CredentialBinding, ExpirySource, Instant, RoleBinding } from '@govgate/domain';
import { type AnyKind, apiTokenKind, credentialBindingKind, roleBindingKind } from '@govgate/ports';
import type { AuditFacts } from '../call/audit-event.js';

/** Something that expired, as recorded in the trail. */
export interface Ending {
  readonly at: Instant;
  readonly id: string;
  readonly tenantId: string;
  readonly facts: AuditFacts;
}

/** Where expiries are found. `endingOf`: undefined without an end, or if it was ended earlier. */
export interface Source {
  readonly source: ExpirySource;
  readonly kind: AnyKind;
  readonly endingOf: (record: never) => Ending | undefined;
}

const tokenEnding = ({
  expiresAt,
  revokedAt,
  tokenId,
  tenantId,
  subjectId,
}: ApiToken): Ending | undefined => {
  if (expiresAt === null || (revokedAt !== null && revokedAt <= expiresAt)) return undefined;
  return {
    at: expiresAt,
    id: tokenId,
    tenantId,
    facts: {
      eventType: 'api_token.expired',
      action: 'expire',
      environmentId: null,
      resourceId: tokenId,
      reasonCode: 'expired',
      relatedIds: [subjectId],
    },
  };
};

const grantEnding = (binding: RoleBinding): Ending | undefined => {
  const { expiresAt, disabledAt, bindingId, tenantId, subject, scope } = binding;
  if (expiresAt === null || (disabledAt !== null && disabledAt <= expiresAt)) return undefined;
  return {
    at: expiresAt,
    id: bindingId,
    tenantId,
    facts: {
      eventType: 'role_binding.expired',
      action: 'expire',
      environmentId: scope.scopeType === 'tenant' ? null : scope.environmentId,
      resourceId: bindingId,
      reasonCode: 'expired',
      relatedIds: [subject.subjectId],
      subjectType: subject.subjectType,
    },
  };
};

/** A credential does not expire by itself: what passes is its rotation date. */
const rotationEnding = (binding: CredentialBinding): Ending | undefined => {
  const { rotation, credentialBindingId, tenantId, environmentId, lifecycleState } = binding;
  if (rotation.nextRotationDueAt === '' || lifecycleState !== 'active') return undefined;
  return {
    at: rotation.nextRotationDueAt,
    // Binding ids are unique in their environment.
    id: `${tenantId} ${environmentId} ${credentialBindingId}`,
    tenantId,
    facts: {
      eventType: 'credential_binding.rotation_overdue',
      action: 'expire',
      environmentId,
      resourceId: credentialBindingId,
      version: rotation.versionRef,
      reasonCode: 'rotation_overdue',
      outcome: 'failure',
    },
  };
};

/** Everything that ends by the clock alone. */
export const EXPIRY_SOURCE_ROWS: readonly Source[] = [
  { source: 'api_token', kind: apiTokenKind, endingOf: tokenEnding },
  { source: 'role_binding', kind: roleBindingKind, endingOf: grantEnding },
  { source: 'credential_binding', kind: credentialBindingKind, endingOf: rotationEnding },
];

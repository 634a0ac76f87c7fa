import type { CredentialBinding, Instant } from '@govgate/domain';
import {
  approvedRuntimeProjection,
  credentialBindingClasses,
  holdsSecretMaterial,
} from '@govgate/domain/internal';
import { credentialBindingKind } from '@govgate/ports';
import { eachShown, withoutNulls } from '../giving.js';
import { defineSection } from '../section.js';
import { sortedIds } from '../sorted-ids.js';

type Binding = CredentialBinding;

type Optional =
  | 'createdBy'
  | 'reviewedBy'
  | 'reviewReasonCode'
  | 'reviewReason'
  | 'reviewedAt'
  | 'disabledAt'
  | 'revokedAt'
  | 'revocationId'
  | 'runtimeProjectionVersionRef'
  | 'recentBrokerCheck';

type Defaulted = 'allowedEnvironmentIds' | 'allowedTargets' | 'safeStatus' | 'submittedBy' | 'submittedAt';

export type CredentialBindingItem = Omit<
  Binding,
  Optional | Defaulted | 'rotation' | 'createdAt' | 'updatedAt'
> & {
  readonly [F in Optional]?: Binding[F];
} & { readonly [F in Defaulted]?: Binding[F] } & {
  readonly rotation: Pick<Binding['rotation'], 'versionRef'> & Partial<Binding['rotation']>;
  readonly createdAt?: Instant | null;
  readonly updatedAt?: Instant | null;
};

/** Credential bindings. The fingerprint is kept unchanged: it was made under the key of the server that knew the reference. */
export const credentialBindingsSection = defineSection<CredentialBindingItem, Binding>({
  eventType: 'credential_binding.imported',
  kind: credentialBindingKind,
  keyOf: ({ tenantId, environmentId, credentialBindingId }) => ({
    tenantId,
    environmentId,
    id: credentialBindingId,
  }),
  take: (item, { now, before, note }) => {
    const allowedEnvironmentIds = item.allowedEnvironmentIds ?? [item.environmentId];
    if (holdsSecretMaterial(item.secretRefSummary)) note('forbidden_material', 'secretRefSummary');
    const createdAt = item.createdAt ?? before?.createdAt ?? now;
    const record: Binding = {
      ...NEVER,
      ...item,
      allowedEnvironmentIds: sortedIds(allowedEnvironmentIds),
      rotation: { ...NEVER_ROTATED, ...item.rotation },
      createdBy: item.createdBy ?? before?.createdBy ?? null,
      createdAt,
      updatedAt: item.updatedAt ?? createdAt,
    };
    const references = allowedEnvironmentIds.map((id, place) => ({
      field: ['allowedEnvironmentIds', place],
      environment: { tenantId: item.tenantId, id },
    }));
    return { record, references };
  },
  revokes: (before, after) =>
    approvedRuntimeProjection(before) !== null && approvedRuntimeProjection(after) === null
      ? { subjectType: 'credential_binding', environmentIds: [before.environmentId] }
      : undefined,
  async *give(records) {
    for await (const binding of eachShown(records, credentialBindingKind, credentialBindingClasses))
      yield withoutNulls(
        binding,
        'createdBy',
        'reviewedBy',
        'reviewReasonCode',
        'reviewReason',
        'reviewedAt',
        'disabledAt',
        'revokedAt',
        'revocationId',
        'runtimeProjectionVersionRef',
        'recentBrokerCheck',
      );
  },
});

/** Defaults for what a bundle omits. */
const NEVER: Pick<Binding, Optional | 'allowedTargets' | 'safeStatus' | 'submittedBy' | 'submittedAt'> = {
  allowedTargets: [],
  safeStatus: { state: 'unknown', reasonCode: 'never_checked', checkedAt: '' },
  submittedBy: '',
  submittedAt: '',
  createdBy: null,
  reviewedBy: null,
  reviewReasonCode: null,
  reviewReason: null,
  reviewedAt: null,
  disabledAt: null,
  revokedAt: null,
  revocationId: null,
  runtimeProjectionVersionRef: null,
  recentBrokerCheck: null,
};

const NEVER_ROTATED = {
  lastRotatedAt: '',
  nextRotationDueAt: '',
  rotationWithoutServerChange: true,
} as const;

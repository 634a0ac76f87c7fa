import type { CredentialBinding } from '@govgate/domain';
import { defineKind, searchable, text } from '../record-kind.js';

/** Credential bindings (docs/spec/credential-bindings.md#record), including the last broker check: it repeats the record's `safeStatus`. */
export const credentialBindingKind = defineKind<CredentialBinding>()({
  name: 'credential_binding',
  scoping: 'environment',
  governed: true,
  idOf: (binding) => binding.credentialBindingId,
  scopeOf: ({ tenantId, environmentId }) => ({ tenantId, environmentId }),
  attributes: {
    name: searchable((binding: CredentialBinding) => [binding.credentialBindingId]),
    createdAt: text((binding: CredentialBinding) => binding.createdAt),
    updatedAt: text((binding: CredentialBinding) => binding.updatedAt),
    ownerTeam: text((binding: CredentialBinding) => binding.owner.team),
    approvalStatus: text((binding: CredentialBinding) => binding.approvalStatus),
    lifecycleState: text((binding: CredentialBinding) => binding.lifecycleState),
    sourceId: text((binding: CredentialBinding) => binding.source.sourceId),
    /** "" unless it is in use. */
    rotationDueAt: text(({ lifecycleState, rotation }: CredentialBinding) =>
      lifecycleState === 'active' ? rotation.nextRotationDueAt : '',
    ),
  },
  indexes: [['name'], ['createdAt'], ['updatedAt'], ['rotationDueAt'], ['approvalStatus', 'createdAt']],
  lists: { filters: ['sourceId', 'ownerTeam', 'approvalStatus', 'lifecycleState'] },
});

import type { Permission, Scope } from '@govgate/domain';
import { credentialBindingKind } from '@govgate/ports';
import type { RecordAccess } from '../call/load-record.js';

/** The credential binding a call concerns. */
export interface CredentialBindingRef {
  readonly scope: Scope;
  readonly credentialBindingId: string;
}

/** The binding to load, and the required permission. */
export const bindingAccess = (
  { scope, credentialBindingId }: CredentialBindingRef,
  permission: Permission,
): RecordAccess<typeof credentialBindingKind> => ({
  kind: credentialBindingKind,
  permission,
  scope,
  within: scope,
  id: credentialBindingId,
  ownerTeamOf: (binding) => binding.owner.team,
});

import type { CredentialBinding, Permission, Result, Scope } from '@govgate/domain';
import { credentialBindingKind } from '@govgate/ports';
import type { CallContext } from '../call/context.js';
import { type Loaded, loadRecord, type Wanted } from '../call/load-record.js';
import type { Ports } from '../call/ports.js';

/** The credential binding a call concerns. */
export interface CredentialBindingRef {
  readonly scope: Scope;
  readonly credentialBindingId: string;
}

/** The binding to load, and the required permission. */
export const wantedBinding = (
  { scope, credentialBindingId }: CredentialBindingRef,
  permission: Permission,
): Wanted<typeof credentialBindingKind> => ({
  kind: credentialBindingKind,
  permission,
  scope,
  within: scope,
  id: credentialBindingId,
  ownerTeamOf: (binding) => binding.owner.team,
});

/** Loads a credential binding the caller may act on. */
export const loadCredentialBinding = (
  records: Ports['records'],
  context: CallContext,
  ref: CredentialBindingRef,
  permission: Permission,
): Promise<Result<Loaded<CredentialBinding>>> => loadRecord(records, context, wantedBinding(ref, permission));

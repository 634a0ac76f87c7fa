import type { Permission, Scope } from '@govgate/domain';
import { policyVersionKind } from '@govgate/ports';
import type { RecordAccess } from '../call/load-record.js';

/** The policy version a call concerns. */
export interface PolicyRef {
  readonly scope: Scope;
  readonly policyVersion: string;
}

/** The policy version to load, and the required permission. */
export const policyAccess = (
  { scope, policyVersion }: PolicyRef,
  permission: Permission,
): RecordAccess<typeof policyVersionKind> => ({
  kind: policyVersionKind,
  permission,
  scope,
  within: scope,
  id: policyVersion,
  ownerTeamOf: (policy) => policy.owner.team,
});

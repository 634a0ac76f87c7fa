import type { Permission, PolicyVersion, Result, Scope } from '@govgate/domain';
import { policyVersionKind } from '@govgate/ports';
import type { CallContext } from '../call/context.js';
import { type Loaded, loadRecord, type Wanted } from '../call/load-record.js';
import type { Ports } from '../call/ports.js';

/** The policy version a call concerns. */
export interface PolicyRef {
  readonly scope: Scope;
  readonly policyVersion: string;
}

/** The policy version to load, and the required permission. */
export const wantedPolicy = (
  { scope, policyVersion }: PolicyRef,
  permission: Permission,
): Wanted<typeof policyVersionKind> => ({
  kind: policyVersionKind,
  permission,
  scope,
  within: scope,
  id: policyVersion,
  ownerTeamOf: (policy) => policy.owner.team,
});

/** Loads a policy version the caller may act on. */
export const loadPolicy = (
  records: Ports['records'],
  context: CallContext,
  ref: PolicyRef,
  permission: Permission,
): Promise<Result<Loaded<PolicyVersion>>> => loadRecord(records, context, wantedPolicy(ref, permission));

import { allowedActions, defineActions, mayOn } from '../authorization/allowed-actions.js';
import { authorize, holdsRoleOver, type Target } from '../authorization/authorize.js';
import type { GrantScope, Principal } from '../authorization/principal.js';
import { contributorOf, isOneOf } from '../four-eyes/contributor.js';
import type { Instant } from '../instant.js';
import { step } from '../machine/machine.js';
import type { Scope } from '../scope.js';
import { type CallApproval, statusAt } from './call-approval.js';
import { callApprovalMachine } from './call-approval.machine.js';

/** An approval as an authorization target: it belongs to the team that owns the server. */
export const targetOfApproval = (
  approval: Pick<CallApproval, 'tenantId' | 'environmentId' | 'approvalId' | 'ownerTeam'>,
): Target => ({
  tenantId: approval.tenantId,
  environmentId: approval.environmentId,
  resourceId: approval.approvalId,
  ownerTeam: approval.ownerTeam,
});

/** Whether somebody may decide such approvals: by `approval.decide`, or by the rule's own role in that scope. */
export const mayDecideApproval = (principal: Principal, approval: CallApproval): boolean => {
  const target = targetOfApproval(approval);
  return (
    authorize(principal, 'approval.decide', target) ||
    holdsRoleOver(principal, approval.approverRole, 'approval.decide', target)
  );
};

/** Whether somebody may see it: by `approval.read`, or because they may decide it. */
export const maySeeApproval = (principal: Principal, approval: CallApproval): boolean =>
  authorize(principal, 'approval.read', targetOfApproval(approval)) || mayDecideApproval(principal, approval);

/** Whether the caller is neither the session's user nor the requester, nor stands behind one: the guard of every decision on it. */
export const isAnotherPerson = (principal: Principal, { userId, requestedBy }: CallApproval): boolean => {
  const user = { actorType: 'user', actorId: userId, persons: [userId] } as const;
  return !isOneOf([user, requestedBy], contributorOf(principal));
};

const permittedActions = defineActions(callApprovalMachine, [
  { action: 'read', permission: 'approval.read' },
  { action: 'use', permission: 'approval.request', trigger: 'use' },
]);

/** What the caller may do with an approval now, sorted, computed by the functions that enforce. */
export const callApprovalActions = (
  principal: Principal,
  approval: CallApproval,
  now: Instant,
): readonly string[] => {
  const facts = { another_person: isAnotherPerson(principal, approval) };
  const state = statusAt(approval, now);
  const may = mayOn(principal, targetOfApproval(approval));
  const permitted: string[] = allowedActions(permittedActions, { state, facts }, may);
  if (!mayDecideApproval(principal, approval)) return permitted;
  const decisions = (['approve', 'deny'] as const).filter(
    (verb) => step(callApprovalMachine, state, verb, facts).moved,
  );
  return [...new Set(['read', ...permitted, ...decisions])].sort();
};

/** The keys by which approvers find an approval: its role anywhere, and its role in the team that owns the server. */
export const approverNamesOf = ({ approverRole, ownerTeam }: CallApproval): readonly string[] =>
  ownerTeam === null ? [approverRole] : [approverRole, teamName(approverRole, ownerTeam)];

/** The keys of somebody's roles in an environment: approvals under one of these are theirs to decide. */
export const approverNamesFor = (
  principal: Principal,
  { tenantId, environmentId }: Scope,
): readonly string[] => {
  const { permissions, environmentIds } = principal;
  const isNarrowedAway = permissions !== null && !permissions.includes('approval.decide');
  if (principal.tenantId !== tenantId || !environmentIds.includes(environmentId) || isNarrowedAway) return [];
  return [...new Set(principal.grants.flatMap(({ role, scope }) => nameOfGrant(role, scope, environmentId)))];
};

/** The role in such a key. */
export const roleOfName = (name: string): string => name.split('@')[0] ?? '';

const nameOfGrant = (role: string, scope: GrantScope, environmentId: string): readonly string[] => {
  if (scope.scopeType === 'tenant') return [role];
  if (scope.environmentId !== null && scope.environmentId !== environmentId) return [];
  if (scope.scopeType === 'environment') return [role];
  return scope.scopeType === 'owner_team' ? [teamName(role, scope.ownerTeam)] : [];
};

// Role names contain no @.
const teamName = (role: string, team: string): string => `${role}@${team}`;

import { type CoverageGap, coverageGap, type Target } from '../authorization/authorize.js';
import { areaOf, needsWholeEnvironment, type Permission } from '../authorization/permissions.js';
import { type Grant, type GrantScope, grantGives, type Principal } from '../authorization/principal.js';
import { ROLES, type Role, roleHolds } from '../authorization/roles.js';
import type { Instant } from '../instant.js';
import { scopeCovers } from './grant-scope.js';
import type { RoleBindingStatus } from './role-binding.machine.js';

/** Why a grant does not suffice, the nearest miss first (ADR 21). */
export const ACCESS_GAPS = [
  'token_excludes_permission',
  'token_narrowed',
  'environment_out_of_reach',
  'group_disabled',
  'not_started',
  'expired',
  'disabled',
  'only_one_team',
  'only_one_resource',
  'other_owner_team',
  'other_resource',
  'other_environment',
  'needs_tenant_wide',
  'needs_wider_scope',
  'other_resource_type',
  'role_lacks_permission',
] as const;
export type AccessGap = (typeof ACCESS_GAPS)[number];

/** The overall verdict of an explanation (ADR 21). */
export const ACCESS_REASONS = ['granted', 'subject_disabled', 'no_grants', ...ACCESS_GAPS] as const;
export type AccessReason = (typeof ACCESS_REASONS)[number];

/** `for_some`: no single record was asked about, and grants for teams or resources cover only theirs. */
export const ACCESS_VERDICTS = ['allowed', 'for_some', 'denied'] as const;
export type AccessVerdict = (typeof ACCESS_VERDICTS)[number];

/** The question: something that grants cover by its target, or a scope, as with role bindings (docs/spec/authorization.md). */
export type RequestedAbout = { readonly target: Target } | { readonly scope: GrantScope };

/** Whether somebody may do something. */
export interface AccessQuestion {
  readonly permission: Permission;
  readonly about: RequestedAbout;
  /** The role that may decide on the approval in question, besides holders of `approval.decide`. */
  readonly approverRole?: string | undefined;
}

/** A role binding concerning the subject, in force or not. */
export interface ConsideredGrant extends Grant {
  /** The group it was inherited from; null: the subject's own. */
  readonly groupId: string | null;
  readonly groupIsDisabled: boolean;
  readonly status: RoleBindingStatus;
  readonly notBefore: Instant | null;
}

/** Whether a considered grant suffices, and if not, why. */
export interface ExplainedGrant extends ConsideredGrant {
  readonly gap: AccessGap | null;
}

/** Why a subject may or may not do something. */
export interface AccessExplanation {
  readonly verdict: AccessVerdict;
  readonly reason: AccessReason;
  /** Sufficient ones first, then by how little is missing. */
  readonly grants: readonly ExplainedGrant[];
}

type Subject = Pick<Principal, 'environmentIds' | 'narrowed' | 'permissions'>;

/**
 * Explains a decision with the functions that make it, so that they cannot disagree: a grant in force suffices if
 * `authorize` finds so, or `mayOnRoleBinding`, or `mayDecideApproval`.
 */
export const explainAccess = (
  subject: Subject,
  question: AccessQuestion,
  considered: readonly ConsideredGrant[],
): AccessExplanation => {
  const grants = considered
    .map((grant) => ({ ...grant, gap: gapOf(subject, question, grant) ?? null }))
    .sort((a, b) => distance(a) - distance(b) || (a.bindingId < b.bindingId ? -1 : 1));
  const [nearest] = grants;
  if (nearest === undefined) return { verdict: 'denied', reason: 'no_grants', grants };
  if (nearest.gap === null) return { verdict: 'allowed', reason: 'granted', grants };
  const reason = grants.map(({ gap }) => gap).find((gap) => gap !== null && FOR_SOME.has(gap));
  if (reason !== undefined && reason !== null) return { verdict: 'for_some', reason, grants };
  return { verdict: 'denied', reason: nearest.gap, grants };
};

const FOR_SOME: ReadonlySet<AccessGap> = new Set<AccessGap>(['only_one_team', 'only_one_resource']);

const NOT_IN_FORCE = { scheduled: 'not_started', expired: 'expired', disabled: 'disabled' } as const;

/** A way to be allowed: by a permission, or by a role's name. */
interface Way {
  readonly permission: Permission;
  readonly role: string | undefined;
}

/** What would give access: any of the roles in any of the scopes. */
export interface NeededGrant {
  readonly roles: readonly Role[];
  /** The narrowest first. */
  readonly scopes: readonly GrantScope[];
}

/** What a binding would have to grant for the answer to be yes. A narrowed token still gives no more than it is narrowed to. */
export const neededGrant = ({ permission, about, approverRole }: AccessQuestion): NeededGrant => {
  const givesByName = approverRole !== undefined && permission !== 'approval.request';
  return {
    roles: ROLES.filter((role) => roleHolds(role, permission) || (givesByName && role === approverRole)),
    scopes: scopesAround(about, permission).filter(
      ({ scopeType }) =>
        scopeType === 'tenant' || scopeType === 'environment' || !needsWholeEnvironment(permission),
    ),
  };
};

const scopesAround = (about: RequestedAbout, permission: Permission): GrantScope[] => {
  const { scopes, environmentId } =
    'scope' in about ? aroundScope(about.scope) : aroundTarget(about.target, permission);
  const environment: GrantScope[] =
    environmentId === null ? [] : [{ scopeType: 'environment', environmentId }];
  return [...scopes, ...environment, { scopeType: 'tenant' }];
};

interface Around {
  readonly scopes: readonly GrantScope[];
  readonly environmentId: string | null;
}

const aroundScope = (scope: GrantScope): Around => ({
  scopes: scope.scopeType === 'owner_team' || scope.scopeType === 'resource' ? [scope] : [],
  environmentId: scope.scopeType === 'tenant' ? null : scope.environmentId,
});

const aroundTarget = ({ environmentId, resourceId, ownerTeam }: Target, permission: Permission): Around => {
  if (environmentId === null) return { scopes: [], environmentId };
  const scopes: GrantScope[] = [];
  if (resourceId !== null)
    scopes.push({ scopeType: 'resource', environmentId, resourceType: areaOf(permission), resourceId });
  if (ownerTeam !== null) scopes.push({ scopeType: 'owner_team', environmentId, ownerTeam });
  return { scopes, environmentId };
};

const distance = ({ gap }: ExplainedGrant): number => (gap === null ? -1 : ACCESS_GAPS.indexOf(gap));

const gapOf = (subject: Subject, question: AccessQuestion, grant: ConsideredGrant): AccessGap | undefined => {
  const ways = waysOf(question);
  const lacking = ways.map((way) => roleGap(way, grant));
  if (!lacking.includes(undefined)) return lacking[0];
  if (grant.status !== 'active') return NOT_IN_FORCE[grant.status];
  if (grant.groupIsDisabled) return 'group_disabled';
  const gaps = ways
    .filter((_, i) => lacking[i] === undefined)
    .map(({ permission }) => reachGap(subject, { ...question, permission }, grant));
  return gaps.includes(undefined) ? undefined : gaps[0];
};

// Whoever may decide an approval may see it (docs/spec/approvals.md).
const waysOf = ({ permission, approverRole }: AccessQuestion): readonly Way[] => {
  const own: Way = { permission, role: undefined };
  if (approverRole === undefined) return [own];
  const decides: Way[] = [
    { permission: 'approval.decide', role: undefined },
    { permission: 'approval.decide', role: approverRole },
  ];
  if (permission === 'approval.decide') return decides;
  return permission === 'approval.read' ? [own, ...decides] : [own];
};

const roleGap = ({ permission, role }: Way, grant: Grant): AccessGap | undefined => {
  if (role !== undefined) return grant.role === role ? undefined : 'role_lacks_permission';
  if (!roleHolds(grant.role, permission)) return 'role_lacks_permission';
  return grantGives(grant, permission) ? undefined : 'needs_wider_scope';
};

const reachGap = (
  subject: Subject,
  { permission, about }: AccessQuestion,
  grant: Grant,
): AccessGap | undefined => {
  if (subject.permissions !== null && !subject.permissions.includes(permission))
    return 'token_excludes_permission';
  if ('scope' in about) return scopeReachGap(subject, grant, about.scope);
  const area = areaOf(permission);
  const gap = coverageGap(subject, grant, area, about.target);
  // Data planes have no owner, so a team's grant covers none (docs/spec/authorization.md).
  return gap === 'only_one_team' && area === 'data_plane' ? 'other_owner_team' : gap;
};

// The gaps of `mayOnRoleBinding`.
const scopeReachGap = (
  subject: Subject,
  { scope: held }: Grant,
  request: GrantScope,
): CoverageGap | 'needs_wider_scope' | undefined => {
  if (held.scopeType === 'tenant' && !subject.narrowed) return undefined;
  if (!scopeCovers(held, request)) return 'needs_wider_scope';
  const environmentId = request.scopeType === 'tenant' ? null : request.environmentId;
  if (environmentId === null) return subject.narrowed ? 'token_narrowed' : undefined;
  return subject.environmentIds.includes(environmentId) ? undefined : 'environment_out_of_reach';
};

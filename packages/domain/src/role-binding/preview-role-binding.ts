import type { Permission } from '../authorization/permissions.js';
import { type Grant, grantGives, type Principal } from '../authorization/principal.js';
import type { Role } from '../authorization/roles.js';
import { addSeconds, type Instant } from '../instant.js';
import { type Refused, refuse } from '../result.js';
import { blockingFinding, infoFinding, type RoleBindingFinding, warningFinding } from './findings.js';
import { sameScope, scopeCovers } from './grant-scope.js';
import { holdsInScope, permissionsGranted, permissionsLacked } from './grantor.js';
import { effectiveGrants } from './grants.js';
import type { RoleBinding, RoleBindingDraft } from './role-binding.js';
import { joinsSeparatedDuties } from './separation-of-duties.js';

/** Maximum duration of a break-glass binding, from its creation. */
export const BREAK_GLASS_SECONDS = 24 * 60 * 60;

/** Maximum user ids listed in an answer. */
const AFFECTED_USERS_SHOWN = 100;

/** What a preview needs besides the draft. */
export interface RoleBindingPreviewFacts {
  readonly grantor: Principal;
  readonly now: Instant;
  readonly subjectExists: boolean;
  /** The body path of a scope field naming something absent; null if all of it exists. */
  readonly missingScopeField: string | null;
  /** Bindings of the tenant; those of other subjects are ignored. */
  readonly bindings: readonly RoleBinding[];
  /** The subject's groups; [] for a group or a service account. */
  readonly subjectGroups: readonly string[];
  /** The users behind the subject: itself, a group's members, none for a service account. */
  readonly affectedUserIds: readonly string[];
  /** Whether tokens of an identity provider put users into the group as well: nobody knows how many. */
  readonly membersByToken: boolean;
}

/** The effect of a role binding (docs/spec/authorization.md#role-bindings). */
export interface RoleBindingPreview {
  readonly valid: boolean;
  /** What the role gives in that scope. */
  readonly permissionsGranted: readonly Permission[];
  /** What the subject could not do before in the whole scope, once the binding takes effect. */
  readonly newlyEffective: readonly Permission[];
  readonly alreadyEffective: readonly Permission[];
  /** [] for a caller who may not read the tenant's users and groups: they get only the count (docs/spec/authorization.md). */
  readonly affectedUserIds: readonly string[];
  readonly affectedUserCount: number;
  readonly duplicateOf: string | null;
  readonly findings: readonly RoleBindingFinding[];
}

/**
 * Reports what a role binding would do, without doing it. Create runs the same function and refuses on a blocking finding
 * (`refusalOfFindings`). The window must have passed `windowRefusal`.
 */
export const previewRoleBinding = (
  draft: RoleBindingDraft,
  facts: RoleBindingPreviewFacts,
): RoleBindingPreview => {
  const held = heldAtStart(draft, facts);
  const already = (permission: Permission): boolean =>
    held.some((grant) => grantGives(grant, permission) && scopeCovers(grant.scope, draft.scope));
  const granted = permissionsGranted(draft);
  const duplicate = duplicateOf(draft, facts);
  const findings = findingsOf(draft, facts, { held, duplicate: duplicate !== undefined });
  const affected = [...new Set(facts.affectedUserIds)].sort();
  return {
    valid: !findings.some((finding) => finding.severity === 'blocking'),
    permissionsGranted: granted,
    newlyEffective: granted.filter((permission) => !already(permission)),
    alreadyEffective: granted.filter(already),
    affectedUserIds: mayReadDirectory(facts.grantor) ? affected.slice(0, AFFECTED_USERS_SHOWN) : [],
    affectedUserCount: affected.length,
    duplicateOf: duplicate?.bindingId ?? null,
    findings,
  };
};

const startOf = (draft: RoleBindingDraft, now: Instant): Instant =>
  draft.notBefore !== null && draft.notBefore > now ? draft.notBefore : now;

/** An equal, enabled binding whose window overlaps the draft's: only one of the two would ever matter. */
const duplicateOf = (draft: RoleBindingDraft, facts: RoleBindingPreviewFacts): RoleBinding | undefined =>
  facts.bindings.find(
    (binding) =>
      binding.disabledAt === null &&
      binding.role === draft.role &&
      binding.subject.subjectType === draft.subject.subjectType &&
      binding.subject.subjectId === draft.subject.subjectId &&
      sameScope(binding.scope, draft.scope) &&
      endsAfter(binding.expiresAt, startOf(draft, facts.now)) &&
      endsAfter(draft.expiresAt, binding.notBefore ?? ''),
  );

const endsAfter = (end: Instant | null, start: Instant): boolean => end === null || end > start;

/** Why a draft's window is invalid: it ends before it starts, or has already ended. */
export const windowRefusal = (
  draft: Pick<RoleBindingDraft, 'notBefore' | 'expiresAt'>,
  now: Instant,
): Refused | undefined => {
  const { notBefore, expiresAt } = draft;
  if (expiresAt === null) return undefined;
  const lasts = expiresAt > now && (notBefore === null || expiresAt > notBefore);
  return lasts ? undefined : refuse('invalid_request', 'expires_at');
};

// Users and groups are records of the tenant itself.
const mayReadDirectory = (caller: Principal): boolean =>
  holdsInScope(caller, 'local_identity.read', { scopeType: 'tenant' });

const heldAtStart = (draft: RoleBindingDraft, facts: RoleBindingPreviewFacts): readonly Grant[] => {
  const { subjectType, subjectId } = draft.subject;
  const holder =
    subjectType === 'group'
      ? // A group holds what is bound to it, and nothing as a user with the same id.
        { actorType: 'user' as const, actorId: '', groups: [subjectId] }
      : { actorType: subjectType, actorId: subjectId, groups: facts.subjectGroups };
  return effectiveGrants(facts.bindings, holder, startOf(draft, facts.now)).grants;
};

interface HeldGrants {
  readonly held: readonly Grant[];
  readonly duplicate: boolean;
}

const findingsOf = (
  draft: RoleBindingDraft,
  facts: RoleBindingPreviewFacts,
  { held, duplicate }: HeldGrants,
): RoleBindingFinding[] => {
  const { grantor, missingScopeField } = facts;
  const found: (RoleBindingFinding | false)[] = [
    !facts.subjectExists && blockingFinding('subject_not_found', 'subject.subject_id'),
    missingScopeField !== null && blockingFinding('scope_not_found', missingScopeField),
    draft.role === 'break_glass_admin' &&
      !endsWithin(draft.expiresAt, facts.now, BREAK_GLASS_SECONDS) &&
      blockingFinding('break_glass_expiry_required', 'expires_at'),
    isSelfGrant(draft, facts) && blockingFinding('self_grant'),
    permissionsLacked(grantor, draft).length > 0 && blockingFinding('exceeds_grantor'),
    duplicate && blockingFinding('duplicate_binding'),
    joinsSeparatedDuties(draft, held) && warningFinding('separation_of_duties'),
    isBroad(draft.role, draft.scope.scopeType) && warningFinding('broad_scope'),
    facts.membersByToken && infoFinding('members_by_token'),
  ];
  return found.filter((finding) => finding !== false);
};

const endsWithin = (end: Instant | null, now: Instant, seconds: number): boolean =>
  end !== null && end <= addSeconds(now, seconds);

/** Granting to oneself, to a person one acts for, or to one's own group, by the token or by current membership. */
const isSelfGrant = (
  { subject: { subjectType, subjectId } }: RoleBindingDraft,
  { grantor, affectedUserIds }: RoleBindingPreviewFacts,
): boolean =>
  (subjectType === grantor.actorType && subjectId === grantor.actorId) ||
  (subjectType === 'group' && grantor.groups.includes(subjectId)) ||
  grantor.persons.some((person) => affectedUserIds.includes(person));

// These two are meant for one team's servers and for one emergency.
const isBroad = (role: Role, scopeType: string): boolean =>
  scopeType === 'tenant' && (role === 'server_owner' || role === 'break_glass_admin');

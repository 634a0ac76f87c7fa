import { type Instant, ok, type Permission, type Principal, type Role, refuse } from '@govgate/domain';
import {
  type AccessExplanation,
  type AccessReason,
  type AccessVerdict,
  type ExplainedGrant,
  explainAccess,
  type GrantScopeFields,
  grantScopeFields,
  holdsInScope,
  neededGrant,
  type RoleBindingStatus,
  type RoleBindingSubject,
} from '@govgate/domain/internal';
import type { UseCase } from '../call/context.js';
import type { Ports } from '../call/ports.js';
import { type ExplainedSubject, explainedSubject } from './explained-subject.js';
import { type AccessQuery, type NamedResource, requestedAbout } from './requested-about.js';

export interface ExplainAccessInput extends NamedResource {
  /** Whose access; undefined: the caller's own. */
  readonly subjectId?: string | undefined;
  /** A user if only an id is given. */
  readonly subjectType?: RoleBindingSubject['subjectType'] | undefined;
}

/** Why somebody may or may not do something (ADR 21). */
export interface AccessExplanationView {
  readonly schemaVersion: '1.0';
  readonly tenantId: string;
  readonly environmentId: string | null;
  readonly permission: Permission;
  readonly subject: RoleBindingSubject;
  readonly verdict: AccessVerdict;
  readonly reasonCode: AccessReason;
  readonly grants: readonly ExplainedGrantView[];
  /** How many were considered, shown or not. */
  readonly grantCount: number;
  /** For groups the caller may not read. */
  readonly withheldGrantCount: number;
  /** Null if access is granted. */
  readonly needed: {
    readonly roles: readonly Role[];
    readonly scopes: readonly GrantScopeFields[];
  } | null;
}

/** A grant that was considered. */
export interface ExplainedGrantView {
  readonly bindingId: string;
  readonly role: Role;
  readonly scope: GrantScopeFields;
  readonly groupId: string | null;
  readonly status: RoleBindingStatus;
  readonly notBefore: Instant | null;
  readonly expiresAt: Instant | null;
  readonly applies: boolean;
  readonly reasonCode: AccessReason;
}

type Deps = Pick<Ports, 'records' | 'clock'>;

/** Limit of lists in answers (docs/spec/conventions.md). */
const MOST_GRANTS = 100;

/** Explains what the caller, or somebody else, may do and why. For others it requires permission to read all their role bindings. */
export const makeExplainAccess =
  (deps: Deps): UseCase<ExplainAccessInput, AccessExplanationView> =>
  async (context, input) => {
    if (context.principal.tenantId !== input.tenantId) return refuse('scope_forbidden');
    if (input.subjectType !== undefined && input.subjectId === undefined)
      return refuse('invalid_request', 'subject_id');
    const others = othersSubject(context.principal, input);
    const mayReadAll = holdsInScope(context.principal, 'role_binding.read', { scopeType: 'tenant' });
    if (others !== undefined && !mayReadAll) return refuse('permission_denied');
    const request = await requestedAbout(deps.records, context, input);
    if (!request.ok) return request;
    if (others !== undefined && !request.value.isReadable) return refuse('permission_denied');
    const subject = await explainedSubject(deps, context, { subject: others, permission: input.permission });
    return subject.ok ? ok(explanationView(input, request.value, subject.value)) : subject;
  };

const othersSubject = (
  { actorType, actorId }: Principal,
  { subjectId, subjectType = 'user' }: ExplainAccessInput,
): RoleBindingSubject | undefined => {
  const isCaller = subjectId === undefined || (subjectType === actorType && subjectId === actorId);
  return isCaller ? undefined : { subjectType, subjectId };
};

const explanationView = (
  { tenantId, permission }: ExplainAccessInput,
  request: AccessQuery,
  { subject, holder, isDisabled, considered, withheld }: ExplainedSubject,
): AccessExplanationView => {
  const found = explained(holder, request, considered);
  const verdict = isDisabled ? 'denied' : found.verdict;
  const { roles, scopes } = neededGrant(request.tellable);
  const shown = found.grants.filter(({ groupId }) => groupId === null || !withheld.has(groupId));
  return {
    schemaVersion: '1.0',
    tenantId,
    environmentId: request.environmentId,
    permission,
    subject,
    verdict,
    reasonCode: isDisabled ? 'subject_disabled' : found.reason,
    grants: shown.slice(0, MOST_GRANTS).map(grantView),
    grantCount: found.grants.length,
    withheldGrantCount: found.grants.length - shown.length,
    needed: verdict === 'allowed' ? null : { roles, scopes: scopes.map(grantScopeFields) },
  };
};

// Callers who may neither do it nor read the resource get the answer for an absent one.
const explained = (
  holder: ExplainedSubject['holder'],
  { question, tellable, isReadable }: AccessQuery,
  considered: ExplainedSubject['considered'],
): AccessExplanation => {
  const found = explainAccess(holder, question, considered);
  return isReadable || found.verdict === 'allowed' ? found : explainAccess(holder, tellable, considered);
};

/** A considered grant as answered. */
export const grantView = ({
  scope,
  gap,
  bindingId,
  role,
  groupId,
  status,
  notBefore,
  expiresAt,
}: ExplainedGrant): ExplainedGrantView => ({
  bindingId,
  role,
  scope: grantScopeFields(scope),
  groupId,
  status,
  notBefore,
  expiresAt,
  applies: gap === null,
  reasonCode: gap ?? ('granted' as const),
});

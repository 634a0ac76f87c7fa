import {
  type ApiTokenSubjectType,
  type Instant,
  isOwnToken,
  ok,
  type Permission,
  type Principal,
  type Result,
  type RoleBinding,
  reachOfOthersToken,
  reachOfOwnToken,
  refuse,
  type Secret,
  type TokenReach,
} from '@govgate/domain';
import {
  apiTokenKind,
  bearerKey,
  inForceFrom,
  type Premise,
  type RecordStore,
  roleBindingKind,
  type Stored,
  subjectKey,
  type Tenant,
  tenantKind,
} from '@govgate/ports';
import { SERVICE_ACCOUNTS, USERS } from '../accounts/account-type.js';
import { mayInTenant } from '../call/allowed.js';
import { auditEvent } from '../call/audit-event.js';
import type { CallContext, UseCase } from '../call/context.js';
import { decideAndCommit } from '../call/decide-and-commit.js';
import type { Ports } from '../call/ports.js';
import { afterWrite } from '../call/record-tag.js';
import { turnAt } from '../call/turns.js';
import { groupsOfUser } from '../identity/groups-of-users.js';
import { asGrantsStand } from '../role-bindings/as-grants-stand.js';
import { readGuard, touchGuard } from '../role-bindings/tenant-guard.js';
import { type ApiTokenView, apiTokenView } from './api-token-view.js';
import { limitsOf, mintApiToken } from './mint-api-token.js';

export interface IssueApiTokenInput {
  readonly tenantId: string;
  readonly subject: { readonly subjectType: ApiTokenSubjectType; readonly subjectId: string };
  readonly environmentIds: readonly string[] | null;
  readonly permissions: readonly Permission[] | null;
  readonly expiresAt: Instant | null;
  readonly reasonCode?: string | undefined;
}

/** A newly created token. */
export interface IssuedApiToken extends ApiTokenView {
  /** The token itself. Kept answers store its JSON form, which is empty, so a repeated call does not return it again. */
  readonly token: Secret<string>;
}

type Deps = Pick<Ports, 'records' | 'unitOfWork' | 'turns' | 'clock' | 'ids' | 'hash' | 'randomBytes'>;

/** Valid tokens per account: disabling it revokes them all in one commit. */
const MOST_TOKENS = 1_000;
/** More role bindings than any account has. */
const MANY = 100_000;

/**
 * Creates an API token: for oneself within one's own permissions, for others with local_identity.manage and never with more than one holds
 * oneself. Judged at the commit: whoever disables the bearer or changes a role writes the tenant's record too (ADR 46).
 */
export const makeIssueApiToken =
  (deps: Deps): UseCase<IssueApiTokenInput, IssuedApiToken> =>
  (context, input) =>
    decideAndCommit(deps, context, {
      turn: turnAt(tenantKind, { tenantId: input.tenantId }),
      admit: () => admit(deps, context, input),
      decide: async (guard) => {
        if (guard === undefined) return refuse('not_found');
        const now = deps.clock.now();
        const judged = await judge(deps.records, input, {
          principal: context.principal,
          tenant: guard.record,
          now,
        });
        if (!judged.ok) return judged;
        const { reach, seen } = judged.value;
        const { record, text } = mintApiToken(deps, {
          tenantId: input.tenantId,
          ...input.subject,
          ...reach,
          createdBy: context.principal.actorId,
          madeBy: context.principal.person,
        });
        const event = auditEvent(deps, context, {
          eventType: 'api_token.created',
          action: 'create',
          environmentId: null,
          resourceId: record.tokenId,
          reasonCode: input.reasonCode,
          changedFields: limitsOf(record),
          relatedIds: [record.subjectId],
        });
        return ok({
          commit: {
            changes: [touchGuard(guard), { kind: apiTokenKind, record, expectedVersion: null }],
            standsOn: seen,
            audit: [event],
          },
          output: { ...apiTokenView(context, afterWrite(undefined, record), now), token: text },
        });
      },
    });

const admit = async (
  { records }: Deps,
  context: CallContext,
  input: IssueApiTokenInput,
): Promise<Result<Stored<Tenant> | undefined>> => {
  const { tenantId, subject } = input;
  const isOwn = isOwnToken(context.principal, { tenantId, ...subject });
  const allowed = isOwn ? ok(undefined) : mayInTenant(context, 'local_identity.manage', tenantId);
  return allowed.ok ? ok(await readGuard(records, tenantId)) : allowed;
};

interface Judged {
  readonly reach: TokenReach;
  readonly seen: readonly Premise[];
}

interface Judging {
  readonly principal: Principal;
  readonly tenant: Tenant;
  readonly now: Instant;
}

const judge = async (
  records: RecordStore,
  input: IssueApiTokenInput,
  { principal, tenant, now }: Judging,
): Promise<Result<Judged>> => {
  const { tenantId, subject } = input;
  const { caller, seen } = await asGrantsStand(records, principal, now);
  const isOwn = isOwnToken(caller, { tenantId, ...subject });
  if (!isOwn) {
    const still = mayInTenant({ principal: caller }, 'local_identity.manage', tenantId);
    if (!still.ok) return still;
  }
  const known = await checkNamed(records, input, { tenant, now });
  if (!known.ok) return known;
  const reach = isOwn
    ? reachOfOwnToken(caller, input)
    : reachOfOthersToken(caller, input, { bindings: await bindingsOf(records, input, now), now });
  if (!reach.ok) return reach;
  return ok({ reach: reach.value, seen });
};

// Referenced records must exist and be in use.
const checkNamed = async (
  records: RecordStore,
  { tenantId, subject, environmentIds, expiresAt }: IssueApiTokenInput,
  { tenant, now }: Pick<Judging, 'tenant' | 'now'>,
): Promise<Result<undefined>> => {
  const { kind } = subject.subjectType === 'user' ? USERS : SERVICE_ACCOUNTS;
  const bearer = await records.get(kind, { tenantId }, subject.subjectId);
  if (bearer === undefined) return refuse('unknown_reference', 'subject.subject_id');
  if (bearer.record.disabledAt !== null) return refuse('invalid_state', 'subject.subject_id');
  if (environmentIds?.some((id) => !tenant.environments.includes(id)))
    return refuse('unknown_reference', 'limited_to.environment_ids');
  if (expiresAt !== null && expiresAt <= now) return refuse('invalid_request', 'expires_at');
  const is = { bearer: bearerKey(tenantId, subject.subjectType, subject.subjectId) };
  const count = await records.count(apiTokenKind, { installation: true }, { is, range: inForceFrom(now) });
  return count >= MOST_TOKENS ? refuse('limit_exceeded') : ok(undefined);
};

const bindingsOf = async (
  records: RecordStore,
  { tenantId, subject: { subjectType, subjectId } }: IssueApiTokenInput,
  now: Instant,
): Promise<readonly RoleBinding[]> => {
  const groups = subjectType === 'user' ? await groupsOfUser(records, { tenantId, userId: subjectId }) : [];
  const subjects = [
    subjectKey(subjectType, subjectId),
    ...groups.map((groupId) => subjectKey('group', groupId)),
  ];
  const where = { is: { subject: subjects }, range: inForceFrom(now) };
  const page = await records.page(roleBindingKind, { tenantId }, { where, limit: MANY });
  return page.items.map(({ record }) => record);
};

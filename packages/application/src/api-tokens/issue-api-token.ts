import {
  type ApiToken,
  type Instant,
  ok,
  type Permission,
  type Principal,
  type Result,
  type RoleBinding,
  refuse,
  type Secret,
} from '@govgate/domain';
import {
  type ApiTokenSubjectType,
  apiTokenStatus,
  isOwnToken,
  isOwnToMake,
  reachOfOthersToken,
  reachOfOwnToken,
  subjectKeys,
  type TokenAncestor,
  type TokenReach,
} from '@govgate/domain/internal';
import {
  apiTokenKind,
  bearerKey,
  inForceFrom,
  type Precondition,
  type RecordStore,
  roleBindingKind,
  type Stored,
  type Tenant,
  tenantKind,
} from '@govgate/ports';
import { SERVICE_ACCOUNTS, USERS } from '../accounts/account-type.js';
import { MOST_TOKENS } from '../accounts/end-tokens.js';
import { mayInTenant } from '../call/allowed.js';
import { auditEvent } from '../call/audit-event.js';
import type { CallContext, UseCase } from '../call/context.js';
import { decideAndCommit } from '../call/decide-and-commit.js';
import { lockKey } from '../call/key-lock.js';
import type { Ports } from '../call/ports.js';
import { afterWrite } from '../call/record-tag.js';
import { groupsOfUser } from '../identity/groups-of-users.js';
import { currentCaller } from '../role-bindings/current-caller.js';
import { readGuard, touchGuard } from '../role-bindings/tenant-guard.js';
import { type ApiTokenView, apiTokenView } from './api-token-view.js';
import { limitsOf, mintApiToken } from './mint-api-token.js';
import { INSTALLATION } from './seen-api-token.js';

export interface IssueApiTokenInput {
  readonly tenantId: string;
  readonly subject: { readonly subjectType: ApiTokenSubjectType; readonly subjectId: string };
  readonly environmentIds: readonly string[] | null;
  readonly permissions: readonly Permission[] | null;
  /** Undefined: as long as a token lasts by default; null: never. */
  readonly expiresAt: Instant | null | undefined;
  readonly reasonCode?: string | undefined;
}

/** A newly created token. */
export interface IssuedApiToken extends ApiTokenView {
  /** The token itself. Kept answers store its JSON form, which is empty, so a repeated call does not return it again. */
  readonly token: Secret<string>;
}

type Deps = Pick<Ports, 'records' | 'unitOfWork' | 'locks' | 'clock' | 'ids' | 'hash' | 'randomBytes'>;

/** How many tokens one after the other may have made each other. */
const MOST_ANCESTORS = 8;
/** More role bindings than any account has. */
const MANY = 100_000;

/**
 * Creates an API token: for oneself within one's own permissions, for others with local_identity.manage and never with more than one holds
 * oneself. It ends with the token it is made with; one narrowed to permissions makes others only with local_identity.manage. Judged at the commit: whoever disables the bearer or changes a role writes the tenant's record too (ADR 46).
 */
export const makeIssueApiToken =
  (deps: Deps): UseCase<IssueApiTokenInput, IssuedApiToken> =>
  (context, input) =>
    decideAndCommit(deps, context, {
      lock: lockKey(tenantKind, { tenantId: input.tenantId }),
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
        const { reach, ancestors, seen } = judged.value;
        const { record, text } = mintApiToken(deps, {
          tenantId: input.tenantId,
          ...input.subject,
          ...reach,
          createdBy: context.principal.actorId,
          madeBy: context.principal.persons,
          ancestors,
        });
        const event = auditEvent(deps, context, { ...createdFacts(record), reasonCode: input.reasonCode });
        return ok({
          commit: {
            changes: [touchGuard(guard), { kind: apiTokenKind, record, expectedVersion: null }],
            preconditions: seen,
            audit: [event],
          },
          output: { ...apiTokenView(context, afterWrite(undefined, record), now), token: text },
        });
      },
    });

const createdFacts = (record: ApiToken) =>
  ({
    eventType: 'api_token.created',
    action: 'create',
    environmentId: null,
    resourceId: record.tokenId,
    changedFields: limitsOf(record),
    relatedIds: [record.subjectId],
  }) as const;

const admit = async (
  { records }: Deps,
  context: CallContext,
  input: IssueApiTokenInput,
): Promise<Result<Stored<Tenant> | undefined>> => {
  const { tenantId, subject } = input;
  const isOwn = isOwnToMake(context.principal, { tenantId, ...subject });
  const allowed = isOwn ? ok(undefined) : mayInTenant(context, 'local_identity.manage', tenantId);
  return allowed.ok ? ok(await readGuard(records, tenantId)) : allowed;
};

interface Judged {
  readonly reach: TokenReach;
  readonly ancestors: readonly TokenAncestor[];
  readonly seen: readonly Precondition[];
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
  const { caller, seen } = await currentCaller(records, principal, now);
  const isOwn = isOwnToMake(caller, { tenantId, ...subject });
  if (!isOwn) {
    const still = mayInTenant({ principal: caller }, 'local_identity.manage', tenantId);
    if (!still.ok) return still;
  }
  const known = await checkNamed(records, input, { tenant, now });
  if (!known.ok) return known;
  const ancestors = await ancestorsBy(records, caller, now);
  if (!ancestors.ok) return ancestors;
  const full = await isFull(records, input, { ancestors: ancestors.value, now });
  if (full) return refuse('limit_exceeded');
  const reach = isOwnToken(caller, { tenantId, ...subject })
    ? reachOfOwnToken(caller, input, now)
    : reachOfOthersToken(caller, input, { bindings: await bindingsOf(records, input, now), now });
  if (!reach.ok) return reach;
  return ok({ reach: reach.value, ancestors: ancestors.value, seen });
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
  if (typeof expiresAt === 'string' && expiresAt <= now) return refuse('invalid_request', 'expires_at');
  return ok(undefined);
};

/** The token in use and those it was made with, the first one first. It may have ended since the call began. */
const ancestorsBy = async (
  records: RecordStore,
  { tokenId }: Principal,
  now: Instant,
): Promise<Result<readonly TokenAncestor[]>> => {
  if (tokenId === null) return ok([]);
  const parent = (await records.get(apiTokenKind, INSTALLATION, tokenId))?.record;
  if (parent === undefined || apiTokenStatus(parent, now) !== 'active') return refuse('permission_denied');
  const { subjectType, subjectId, ancestors } = parent;
  if (ancestors.length >= MOST_ANCESTORS) return refuse('limit_exceeded');
  return ok([...ancestors, { tokenId, subjectType, subjectId }]);
};

/** Whether an account that the token would end with has as many tokens as one commit ends. */
const isFull = async (
  records: RecordStore,
  { tenantId, subject }: IssueApiTokenInput,
  { ancestors, now }: { readonly ancestors: readonly TokenAncestor[]; readonly now: Instant },
): Promise<boolean> => {
  const accounts = [...ancestors, subject].map(({ subjectType, subjectId }) =>
    bearerKey(tenantId, subjectType, subjectId),
  );
  for (const endsWith of new Set(accounts)) {
    const where = { has: { endsWith }, range: inForceFrom(now) };
    if ((await records.count(apiTokenKind, INSTALLATION, where)) >= MOST_TOKENS) return true;
  }
  return false;
};

const bindingsOf = async (
  records: RecordStore,
  { tenantId, subject: { subjectType, subjectId } }: IssueApiTokenInput,
  now: Instant,
): Promise<readonly RoleBinding[]> => {
  const groups = subjectType === 'user' ? await groupsOfUser(records, { tenantId, userId: subjectId }) : [];
  const subjects = subjectKeys(subjectType, subjectId, groups);
  const where = { is: { subject: subjects }, range: inForceFrom(now) };
  const page = await records.page(roleBindingKind, { tenantId }, { where, limit: MANY });
  return page.items.map(({ record }) => record);
};

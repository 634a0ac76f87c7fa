import {
  type ApiToken,
  type AuditEvent,
  addSeconds,
  compareText,
  ok,
  type Result,
  type Role,
  refuse,
  type Secret,
} from '@govgate/domain';
import { ACTORS_WITHOUT_RECORD, newRoleBinding, TOKEN_SECONDS } from '@govgate/domain/internal';
import {
  apiTokenKind,
  type CommitBatch,
  roleBindingKind,
  type Stored,
  type Tenant,
  tenantKind,
  userKind,
} from '@govgate/ports';
import { mintApiToken } from '../api-tokens/mint-api-token.js';
import { type AuditFacts, auditEventBy, systemCaller } from '../call/audit-event.js';
import type { Ports } from '../call/ports.js';
import { readGuard } from '../role-bindings/tenant-guard.js';
import { tenantWithAdmin } from './sign-ins.js';

export interface InitStoreInput {
  readonly tenantId: string;
  readonly environmentId: string;
  readonly userId: string;
}

type Deps = Pick<Ports, 'records' | 'unitOfWork' | 'clock' | 'ids' | 'hash' | 'randomBytes'>;

/** The roles of the first administrator: those of the bootstrap token. */
const FIRST_ROLES: readonly Role[] = ['security_admin', 'platform_admin'];
const REASON = 'first_administrator';

/**
 * Gives a store its first administrator, with tenant, environment and token, in one commit (docs/spec/identity.md). A store that has one is
 * left unchanged: that tenant's administrators create the next.
 */
export const makeInitStore =
  (deps: Deps) =>
  async (input: InitStoreInput): Promise<Result<Secret<string>>> => {
    const { records } = deps;
    const { tenantId, userId } = input;
    if (ACTORS_WITHOUT_RECORD.includes(userId)) return refuse('already_exists', 'user_id');
    if ((await tenantWithAdmin(deps)) !== undefined) return refuse('invalid_state');
    const stored = await readGuard(records, tenantId);
    const user = await records.get(userKind, { tenantId }, userId);
    if (user !== undefined && user.record.disabledAt !== null) return refuse('invalid_state', 'user_id');
    const { record: token, text } = mintApiToken(deps, {
      tenantId,
      subjectType: 'user',
      subjectId: userId,
      environmentIds: null,
      permissions: null,
      createdBy: 'cli',
      madeBy: [],
      ancestors: [],
      expiresAt: addSeconds(deps.clock.now(), TOKEN_SECONDS),
    });
    const outcome = await deps.unitOfWork.commit(
      batchOf(deps, input, { stored, isKnown: user !== undefined, token }),
    );
    return outcome.committed ? ok(text) : refuse('conflict');
  };

interface Given {
  readonly stored: Stored<Tenant> | undefined;
  /** Whether the user already exists. */
  readonly isKnown: boolean;
  readonly token: ApiToken;
}

const batchOf = (deps: Deps, input: InitStoreInput, { stored, isKnown, token }: Given): CommitBatch => {
  const { tenantId, environmentId, userId } = input;
  const before = stored?.record.environments ?? [];
  const environments = [...new Set([...before, environmentId])].sort(compareText);
  const granted = FIRST_ROLES.map((role) => grantOf(deps, input, role));
  const user = { userId, tenantId, displayName: userId, disabledAt: null, externalId: null, removedAt: null };
  const users = isKnown ? [] : [{ kind: userKind, record: user, expectedVersion: null }];
  const makeEvent = eventMaker(deps, tenantId);
  const made: readonly (readonly [boolean, Parameters<typeof makeEvent>[0]])[] = [
    [stored === undefined, { eventType: 'tenant.created', resourceId: tenantId }],
    [!before.includes(environmentId), { eventType: 'environment.created', resourceId: environmentId }],
    [!isKnown, { eventType: 'user.created', resourceId: userId }],
  ];
  return {
    changes: [
      { kind: tenantKind, record: { tenantId, environments }, expectedVersion: stored?.version ?? null },
      ...users,
      ...granted.map((record) => ({ kind: roleBindingKind, record, expectedVersion: null })),
      { kind: apiTokenKind, record: token, expectedVersion: null },
    ],
    audit: [
      makeEvent({ eventType: 'api_token.created', resourceId: token.tokenId, relatedIds: [userId] }),
      ...made.filter(([isNew]) => isNew).map(([, facts]) => makeEvent(facts)),
      ...granted.map(({ bindingId, role }) =>
        makeEvent({
          eventType: 'role_binding.created',
          resourceId: bindingId,
          relatedIds: [userId, `role:${role}`],
        }),
      ),
    ],
  };
};

const eventMaker = (deps: Deps, tenantId: string) => {
  const caller = systemCaller('cli', tenantId, deps.ids.mint('request'));
  return (facts: Pick<AuditFacts, 'eventType' | 'resourceId' | 'relatedIds'>): AuditEvent =>
    auditEventBy(deps, caller, { ...facts, action: 'create', environmentId: null, reasonCode: REASON });
};

const grantOf = ({ ids, clock }: Deps, { tenantId, userId }: InitStoreInput, role: Role) =>
  newRoleBinding(
    {
      tenantId,
      role,
      subject: { subjectType: 'user', subjectId: userId },
      scope: { scopeType: 'tenant' },
      reasonCode: REASON,
      reason: null,
      notBefore: null,
      expiresAt: null,
    },
    { bindingId: ids.mint('roleBinding'), grantedBy: 'cli', now: clock.now() },
  );

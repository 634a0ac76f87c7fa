import { type Account, type AuditEvent, ok, type Result, type Revocation, refuse } from '@govgate/domain';
import { type Decided, decideDisableAccount } from '@govgate/domain/internal';
import {
  bearerKey,
  type Change,
  type CommitBatch,
  type Stored,
  type Tenant,
  tenantKind,
} from '@govgate/ports';
import { auditEvent } from '../call/audit-event.js';
import type { ChangeDeps } from '../call/change-record.js';
import type { CallContext, UseCase } from '../call/context.js';
import { type Decision, decideAndCommit } from '../call/decide-and-commit.js';
import { lockKey } from '../call/key-lock.js';
import { type Admitted, admitRecord, presentIfMatch } from '../call/load-record.js';
import { afterWrite } from '../call/record-tag.js';
import { readGuard, touchGuard } from '../role-bindings/tenant-guard.js';
import { type AccountType, accountAccess, SERVICE_ACCOUNTS, USERS } from './account-type.js';
import { type AccountView, accountView, isLastAdmin, whoIsInCharge } from './account-view.js';
import type { DisableAccountInput } from './change-account.js';
import { endRevokedSessions, endSessions, revocationOf } from './end-sessions.js';
import { endTokens } from './end-tokens.js';

interface GuardedAccount {
  readonly admitted: Admitted<Account>;
  readonly guard: Stored<Tenant> | undefined;
}

interface DisableRequest {
  readonly type: AccountType;
  readonly input: DisableAccountInput;
}

/** The state of one attempt to disable. */
interface Disabling extends DisableRequest {
  readonly stored: Stored<Account>;
  readonly guard: Stored<Tenant>;
  readonly overReports: boolean;
}

/**
 * Disables an account, and in the same commit ends its live sessions, revokes its tokens and writes the revocations (docs/spec/identity.md). The rule of the last administrator is judged by committed data, as when a role binding is disabled. Sessions that planes keep
 * reporting cannot hold it up: a retry overwrites what was reported (ADR 46).
 */
const makeDisableAccount =
  (type: AccountType) =>
  (deps: ChangeDeps): UseCase<DisableAccountInput, AccountView> =>
  async (context, input) => {
    const outcome = await disable(deps, context, { type, input });
    if (outcome.ok && type.subjectType === 'user')
      await endTheRest(deps, context, input).catch(() => undefined);
    return outcome;
  };

/**
 * Sessions and tokens that end in the commit that disables, limited so that it finishes in time even on a slow store. All tokens go with it;
 * every session of the user is fenced by its revocations.
 */
const ENDED_AT_FIRST = 100;

// Failures here change nothing: the sessions are fenced and the disable is committed.
const endTheRest = async (
  deps: ChangeDeps,
  context: CallContext,
  input: DisableAccountInput,
): Promise<void> => {
  const guard = await readGuard(deps.records, input.tenantId);
  const environmentIds = guard?.record.environments ?? [];
  await endRevokedSessions(deps, context, { ended: input, environmentIds });
};

const disable = (
  deps: ChangeDeps,
  context: CallContext,
  { type, input }: DisableRequest,
): Promise<Result<AccountView>> =>
  decideAndCommit(deps, context, {
    lock: lockKey(tenantKind, { tenantId: input.tenantId }),
    admit: () => admit(deps, context, { type, input }),
    decide: ({ admitted, guard }, tried) => {
      const loaded = presentIfMatch(context, admitted);
      if (!loaded.ok) return loaded;
      if (guard === undefined) return refuse('not_found');
      const { stored } = loaded.value;
      return disableAccount(deps, context, { type, input, stored, guard, overReports: tried > 0 });
    },
  });

// The guard is read before the data it guards.
const admit = async (
  { records }: ChangeDeps,
  context: CallContext,
  { type, input }: DisableRequest,
): Promise<Result<GuardedAccount>> => {
  const guard =
    context.principal.tenantId === input.tenantId ? await readGuard(records, input.tenantId) : undefined;
  const access = accountAccess(type, input, type.verbs.disable.permission);
  const admitted = await admitRecord(records, context, access);
  return admitted.ok ? ok({ admitted: admitted.value, guard }) : admitted;
};

/** The commit that disables an account; none if it is disabled already and nothing of it lives on. */
export const disableAccount = async (
  deps: ChangeDeps,
  context: CallContext,
  disabling: Disabling,
): Promise<Result<Decision<AccountView>>> => {
  const { input, stored } = disabling;
  const now = deps.clock.now();
  const inCharge = await whoIsInCharge(deps.records, input.tenantId, now);
  const lastSecurityAdmin = isLastAdmin(stored.record, inCharge);
  const decided = decideDisableAccount(stored.record, {
    now,
    lastSecurityAdmin,
    removed: input.removed ?? false,
  });
  if (!decided.ok) return decided;
  const commit = await commitOf(deps, context, { ...disabling, decided: decided.value });
  if (commit === undefined) return ok({ output: accountView(context, stored, inCharge) });
  const after = decided.value.kind === 'moved' ? afterWrite(stored, decided.value.record) : stored;
  return ok({ commit, output: accountView(context, after, inCharge) });
};

// An already disabled account may still have sessions and tokens, for example after an import.
const commitOf = async (
  deps: ChangeDeps,
  context: CallContext,
  { type, input, stored, guard, overReports, decided }: Disabling & { readonly decided: Decided<Account> },
): Promise<CommitBatch | undefined> => {
  const { tenantId, accountId, reasonCode } = input;
  const { subjectType } = type;
  const { environments: environmentIds } = guard.record;
  const fenced = subjectType === 'user' ? environmentIds : [];
  const revocations = fenced.map((environmentId) => revocationOf(deps, input, environmentId));
  const tokens = await endTokens(deps, context, {
    with: bearerKey(tenantId, subjectType, accountId),
    reasonCode,
  });
  const most = ENDED_AT_FIRST - tokens.changes.length;
  const sessions = await endSessions(deps, context, { ended: input, revocations, most, overReports });
  const own: { readonly changes: readonly Change[]; readonly events: readonly AuditEvent[] } =
    decided.kind === 'no_change'
      ? { changes: [], events: [] }
      : {
          changes: [{ kind: type.kind, record: decided.record, expectedVersion: stored.version }],
          events: [
            disabledEvent(deps, context, {
              type,
              input,
              revocations,
              changedFields: decided.changedFields,
              moved: [stored.record, decided.record],
            }),
          ],
        };
  const [first, ...others] = [...own.events, ...tokens.events, ...sessions.events];
  if (first === undefined) return undefined;
  return {
    changes: [touchGuard(guard), ...own.changes, ...tokens.changes, ...sessions.changes],
    audit: [first, ...others],
    revocations: own.events.length + sessions.events.length === 0 ? [] : revocations,
  };
};

interface DisabledAccount extends Pick<Disabling, 'type' | 'input'> {
  readonly moved: readonly [Account, Account];
  readonly changedFields: readonly string[];
  readonly revocations: readonly Revocation[];
}

const disabledEvent = (
  deps: ChangeDeps,
  context: CallContext,
  { type, input, moved, changedFields, revocations }: DisabledAccount,
): AuditEvent =>
  auditEvent(deps, context, {
    eventType: type.verbs.disable.eventType,
    action: 'disable',
    environmentId: null,
    resourceId: input.accountId,
    reasonCode: input.reasonCode,
    reason: input.reason,
    changedFields,
    moved,
    relatedIds: revocations.map(({ revocationId }) => revocationId),
  });

/** Disables a user and ends their sessions and tokens. */
export const makeDisableUser = makeDisableAccount(USERS);

/** Disables a service account and revokes its tokens. */
export const makeDisableServiceAccount = makeDisableAccount(SERVICE_ACCOUNTS);

import { ok, refuse } from '@govgate/domain';
import { ACTORS_WITHOUT_RECORD } from '@govgate/domain/internal';
import { mayInTenant } from '../call/allowed.js';
import { auditEvent } from '../call/audit-event.js';
import type { ChangeDeps } from '../call/change-record.js';
import type { UseCase } from '../call/context.js';
import { decideAndCommit } from '../call/decide-and-commit.js';
import { afterWrite } from '../call/record-tag.js';
import { type AccountRef, type AccountType, SERVICE_ACCOUNTS, USERS } from './account-type.js';
import { type AccountView, accountView, whoIsInCharge } from './account-view.js';

export interface CreateAccountInput extends AccountRef {
  readonly displayName: string;
  /** What the identity provider that provisions a user calls them. */
  readonly externalId?: string | null;
  readonly reasonCode?: string | undefined;
}

const makeCreateAccount =
  (type: AccountType) =>
  (deps: ChangeDeps): UseCase<CreateAccountInput, AccountView> =>
  (context, { reasonCode, ...input }) =>
    decideAndCommit(deps, context, {
      admit: () => mayInTenant(context, 'local_identity.manage', input.tenantId),
      decide: async () => {
        const { tenantId, accountId } = input;
        const isTaken =
          ACTORS_WITHOUT_RECORD.includes(accountId) ||
          (await deps.records.get(type.kind, { tenantId }, accountId)) !== undefined;
        if (isTaken) return refuse('already_exists', type.idField);
        const record = type.newAccount(input);
        const event = auditEvent(deps, context, {
          eventType: `${type.subjectType}.created`,
          action: 'create',
          environmentId: null,
          resourceId: accountId,
          reasonCode,
          changedFields: ['displayName'],
        });
        return ok({
          commit: { changes: [{ kind: type.kind, record, expectedVersion: null }], audit: [event] },
          output: accountView(
            context,
            afterWrite(undefined, record),
            await whoIsInCharge(deps.records, tenantId, deps.clock.now()),
          ),
        });
      },
    });

/** Creates a user, who may then be granted roles and tokens (docs/spec/identity.md). */
export const makeCreateUser = makeCreateAccount(USERS);

/** Creates a service account. */
export const makeCreateServiceAccount = makeCreateAccount(SERVICE_ACCOUNTS);

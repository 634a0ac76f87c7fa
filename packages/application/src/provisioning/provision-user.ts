import { ok, type Result } from '@govgate/domain';
import { userKind } from '@govgate/ports';
import { makeEnableUser, makeUpdateUser } from '../accounts/change-account.js';
import { makeCreateUser } from '../accounts/create-account.js';
import { makeDisableUser } from '../accounts/disable-account.js';
import { mayInTenant } from '../call/allowed.js';
import type { ChangeDeps } from '../call/change-record.js';
import type { CallContext, UseCase } from '../call/context.js';
import { loadRecord } from '../call/load-record.js';
import { type ProvisionedUserView, provisionedUserView, userAccess } from './provisioned-records.js';

/** Why, in events: an identity provider asked for it. */
export const PROVISIONED = 'provisioned';
export const DEPROVISIONED = 'deprovisioned';

/** What an identity provider says about a user; what is undefined stays. */
export interface ProvisionUserInput {
  readonly userId: string;
  readonly displayName?: string | undefined;
  readonly externalId?: string | null | undefined;
  readonly active?: boolean | undefined;
}

/** A step of a provisioning call: a use case of its own, with its own commit and event. */
type ProvisioningStep = (context: CallContext) => Promise<Result<unknown>>;

/** The uses of accounts that provisioning consists of. */
const makeSteps = (deps: ChangeDeps) => {
  const [create, update] = [makeCreateUser(deps), makeUpdateUser(deps)];
  const [enable, disable] = [makeEnableUser(deps), makeDisableUser(deps)];
  return {
    create:
      ({ accountId, displayName = accountId, externalId = null }: ProvisionFields): ProvisioningStep =>
      (context) =>
        create(context, { ...refOf(context, accountId), displayName, externalId, reasonCode: PROVISIONED }),
    update:
      ({ accountId, ...patch }: ProvisionFields & { readonly removedAt?: null }): ProvisioningStep =>
      (context) =>
        update(context, { ...refOf(context, accountId), ...patch, reasonCode: PROVISIONED }),
    enable:
      (accountId: string): ProvisioningStep =>
      (context) =>
        enable(context, { ...refOf(context, accountId), reasonCode: PROVISIONED }),
    disable:
      (accountId: string, removed = false): ProvisioningStep =>
      (context) =>
        disable(context, { ...refOf(context, accountId), reasonCode: DEPROVISIONED, removed }),
  };
};

interface ProvisionFields extends Omit<ProvisionUserInput, 'userId' | 'active'> {
  readonly accountId: string;
}

const refOf = ({ principal: { tenantId } }: CallContext, accountId: string) => ({ tenantId, accountId });

// If-Match is about the record that the caller saw, which the first step changes.
const runSteps = async (
  context: CallContext,
  steps: readonly ProvisioningStep[],
): Promise<Result<undefined>> => {
  const { ifMatch, repeatable: _, ...rest } = context;
  let call: CallContext = ifMatch === undefined ? rest : { ...rest, ifMatch };
  for (const step of steps) {
    const done = await step(call);
    if (!done.ok) return done;
    call = rest;
  }
  return ok(undefined);
};

const answer = async (
  { records }: ChangeDeps,
  context: CallContext,
  userId: string,
): Promise<Result<ProvisionedUserView>> => {
  const loaded = await loadRecord(records, context, userAccess(context.principal.tenantId, userId));
  return loaded.ok ? ok(provisionedUserView(loaded.value.stored)) : loaded;
};

/** Creates a user for an identity provider; one whom it removed before is taken up again, with what ended staying so. */
export const makeProvisionUser = (deps: ChangeDeps): UseCase<ProvisionUserInput, ProvisionedUserView> => {
  const { create, update, enable, disable } = makeSteps(deps);
  return async (context, { userId, active = true, ...fields }) => {
    const { tenantId } = context.principal;
    const allowed = mayInTenant(context, 'local_identity.manage', tenantId);
    if (!allowed.ok) return allowed;
    const before = (await deps.records.get(userKind, { tenantId }, userId))?.record;
    const isBack = before !== undefined && before.removedAt !== null;
    const request = { accountId: userId, displayName: userId, externalId: null, ...fields };
    const first = isBack ? update({ ...request, removedAt: null }) : create(request);
    const after = active ? (isBack ? [enable(userId)] : []) : [disable(userId)];
    const done = await runSteps(context, [first, ...after]);
    return done.ok ? answer(deps, context, userId) : done;
  };
};

/**
 * Changes a user as an identity provider says. Disabling goes first, so that whatever else is refused, nobody who left keeps access, and
 * enabling last.
 */
export const makeChangeProvisionedUser = (
  deps: ChangeDeps,
): UseCase<ProvisionUserInput, ProvisionedUserView> => {
  const { update, enable, disable } = makeSteps(deps);
  return async (context, { userId, active, ...fields }) => {
    const loaded = await answer(deps, context, userId);
    if (!loaded.ok) return loaded;
    const done = await runSteps(context, [
      ...(active === false ? [disable(userId)] : []),
      update({ accountId: userId, ...fields }),
      ...(active === true ? [enable(userId)] : []),
    ]);
    return done.ok ? answer(deps, context, userId) : done;
  };
};

/** Removes a user for an identity provider: disabled here, absent to it. */
export const makeRemoveProvisionedUser = (
  deps: ChangeDeps,
): UseCase<{ readonly userId: string }, undefined> => {
  const { disable } = makeSteps(deps);
  return async (context, { userId }) => {
    const loaded = await answer(deps, context, userId);
    return loaded.ok ? runSteps(context, [disable(userId, true)]) : loaded;
  };
};

import { ok } from '@govgate/domain';
import type { UseCase } from '../call/context.js';
import { loadRecord } from '../call/load-record.js';
import type { Ports } from '../call/ports.js';
import {
  type ProvisionedGroupView,
  type ProvisionedUserView,
  provisionedGroupAccess,
  provisionedGroupView,
  provisionedUserView,
  userAccess,
} from './provisioned-records.js';

type Deps = Pick<Ports, 'records'>;

/** Reads a user for an identity provider. */
export const makeReadProvisionedUser =
  ({ records }: Deps): UseCase<{ readonly userId: string }, ProvisionedUserView> =>
  async (context, { userId }) => {
    const loaded = await loadRecord(records, context, userAccess(context.principal.tenantId, userId));
    return loaded.ok ? ok(provisionedUserView(loaded.value.stored)) : loaded;
  };

/** Reads a group for the identity provider that decides who is in it. */
export const makeReadProvisionedGroup =
  ({ records }: Deps): UseCase<{ readonly groupId: string }, ProvisionedGroupView> =>
  async (context, { groupId }) => {
    const wanted = provisionedGroupAccess(context.principal.tenantId, groupId);
    const loaded = await loadRecord(records, context, wanted);
    return loaded.ok ? ok(provisionedGroupView(loaded.value.stored)) : loaded;
  };

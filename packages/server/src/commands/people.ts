import type { Group, ListApiTokensInput, ListUsersInput } from '@govgate/client';
import { ACCOUNT_STATUSES } from '@govgate/domain/internal';
import { CommandFailure, EXIT } from '../system/command-failure.js';
import { atService, type CalledService, type ServiceAddress } from './at-service.js';
import { checkedId, checkedPrincipal, checkedReason } from './checked.js';
import { printLine } from './print-line.js';
import type { Searched } from './searched.js';

/** Records read at a time. */
const PAGE = 200;

/** `govgate user create ID`: the user on stdout. */
export const createUser = (
  userId: string,
  options: ServiceAddress & { readonly name?: string },
): Promise<void> => {
  checkedPrincipal(userId);
  const { name = userId } = options;
  return atService(options, async ({ client }) => {
    const body = { user_id: userId, display_name: name };
    const { user_id, tenant_id, display_name, status } = await client.createUser({ body });
    printLine({ user_id, tenant_id, display_name, status });
  });
};

/** `govgate user disable ID`: also ends the user's sessions, tokens and approvals. */
export const disableUser = (
  userId: string,
  options: ServiceAddress & { readonly reason: string },
): Promise<void> => {
  checkedPrincipal(userId);
  checkedReason(options.reason, 'left_company');
  return atService(options, async ({ client }) => {
    const disabled = await client.disableUser({ user_id: userId, body: { reason_code: options.reason } });
    const { user_id, tenant_id, display_name, status, disabled_at } = disabled;
    printLine({ user_id, tenant_id, display_name, status, disabled_at });
  });
};

type UserStatus = ListUsersInput['status'];
type UserSort = ListUsersInput['sort'];

/** `govgate user list`: one user per line. */
export const listUsers = (
  options: ServiceAddress & Searched & { readonly status?: string },
): Promise<void> => {
  if (options.status !== undefined && !ACCOUNT_STATUSES.some((one) => one === options.status))
    throw new CommandFailure(`--status must be ${ACCOUNT_STATUSES.join(' or ')}.`, EXIT.usage);
  return atService(options, async ({ client }) => {
    const { search: q, sort } = options;
    const request = { status: options.status as UserStatus, q, sort: sort as UserSort, limit: PAGE };
    const users = client.listUsers.items(request);
    for await (const { user_id, tenant_id, display_name, status, disabled_at } of users)
      printLine({ user_id, tenant_id, display_name, status, disabled_at });
  });
};

/** `govgate group create ID`. */
export const createGroup = (
  groupId: string,
  options: ServiceAddress & { readonly name?: string; readonly externalId?: readonly string[] },
): Promise<void> => {
  checkedId('group', groupId);
  const { name = groupId, externalId = [] } = options;
  return atService(options, async (service) => {
    const body = { group_id: groupId, display_name: name, external_ids: [...externalId] };
    await printGroup(service, await service.client.createGroup({ body }));
  });
};

/** `govgate group add GROUP USER`. */
export const addToGroup = (groupId: string, userId: string, place: ServiceAddress): Promise<void> => {
  checkedId('group', groupId);
  checkedPrincipal(userId);
  return atService(place, async (service) => {
    const body = { user_id: userId };
    await printGroup(service, await service.client.addGroupMember({ group_id: groupId, body }));
  });
};

// The contract's answer names no tenant.
const printGroup = async (
  { client }: CalledService,
  { group_id, display_name, members }: Pick<Group, 'group_id' | 'display_name' | 'members'>,
): Promise<void> => {
  const { tenant_id } = await client.readIdentity();
  printLine({ group_id, tenant_id, display_name, members });
};

/** `govgate token list`: one token per line, never its text. */
export const listTokens = (
  options: ServiceAddress & Searched & { readonly subject?: string },
): Promise<void> => {
  const { subject, search: q } = options;
  const sort = options.sort as ListApiTokensInput['sort'];
  if (subject !== undefined) checkedPrincipal(subject);
  return atService(options, async ({ client }) => {
    for await (const token of client.listApiTokens.items({ subject_id: subject, q, sort, limit: PAGE }))
      printLine({
        token_id: token.token_id,
        subject_type: token.subject.subject_type,
        subject_id: token.subject.subject_id,
        status: token.status,
        environment_ids: token.limited_to.environment_ids,
        permissions: token.limited_to.permissions,
        created_by: token.created_by,
        parent_token_id: token.parent_token_id,
        created_at: token.created_at,
        expires_at: token.expires_at,
        revoked_at: token.revoked_at,
      });
  });
};

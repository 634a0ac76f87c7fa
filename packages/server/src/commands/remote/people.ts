import type { InputOf, Operations } from '@govgate/client';
import { printLine } from '../print-line.js';
import type { RemoteService } from './remote-service.js';

/** `govgate environment create` at a service. */
export const createEnvironment = async ({ client }: RemoteService, environmentId: string): Promise<void> => {
  const made = await client.createEnvironment({ body: { environment_id: environmentId } });
  printLine({ environment_id: made.environment_id, tenant_id: made.tenant_id });
};

/** `govgate user create` at a service. */
export const createUser = async ({ client }: RemoteService, userId: string, name = userId): Promise<void> => {
  const { user_id, tenant_id, display_name, status } = await client.createUser({
    body: { user_id: userId, display_name: name },
  });
  printLine({ user_id, tenant_id, display_name, status });
};

/** `govgate user disable` at a service. */
export const disableUser = async (
  { client }: RemoteService,
  userId: string,
  reason: string,
): Promise<void> => {
  const { user_id, tenant_id, display_name, status, disabled_at } = await client.disableUser({
    user_id: userId,
    body: { reason_code: reason },
  });
  printLine({ user_id, tenant_id, display_name, status, disabled_at });
};

type UserStatus = InputOf<Operations['listUsers']['data']>['status'];

/** `govgate user list` at a service. */
export const listUsers = async ({ client }: RemoteService, status: string | undefined): Promise<void> => {
  const users = client.listUsers.items({ status: status as UserStatus, limit: 200 });
  for await (const { user_id, tenant_id, display_name, status: now, disabled_at } of users)
    printLine({ user_id, tenant_id, display_name, status: now, disabled_at });
};

/** `govgate group create` at a service. */
export const createGroup = async (service: RemoteService, groupId: string, name = groupId): Promise<void> => {
  const { client } = service;
  const made = await client.createGroup({ body: { group_id: groupId, display_name: name } });
  await printGroup(service, made);
};

/** `govgate group add` at a service. */
export const addToGroup = async (service: RemoteService, groupId: string, userId: string): Promise<void> => {
  const { client } = service;
  await printGroup(service, await client.addGroupMember({ group_id: groupId, body: { user_id: userId } }));
};

// The answer names no tenant (contract, section 2.8).
const printGroup = async (
  { client }: RemoteService,
  { group_id, display_name, members }: Awaited<ReturnType<RemoteService['client']['readGroup']>>,
): Promise<void> => {
  const { tenant_id } = await client.readIdentity();
  printLine({ group_id, tenant_id, display_name, members });
};

import type { Command } from 'commander';
import { type ServiceAddress, withServiceOptions } from '../at-service.js';
import type { Searched } from '../searched.js';
import { searched } from './searched.js';

/** A command about a tenant's records, locally or at a service. */
export const ofTenant = (program: Command, name: string, description: string): Command =>
  withServiceOptions(
    program
      .command(name)
      .description(description)
      .option('--tenant <id>', "its tenant; default: the token's own, here the bootstrap tenant"),
  );

/** Users, groups and roles. */
export const addPeopleCommands = (program: Command): void => {
  addUserCommands(program.command('user').description('users'));
  addGroupCommands(program.command('group').description('local groups'));
  addRoleCommands(program.command('role').description('roles'));
};

const addUserCommands = (user: Command): void => {
  ofTenant(user, 'create', 'create a user, who may do nothing until a role is granted')
    .argument('<id>', 'the user, as the identity provider names them')
    .option('--name <text>', 'their display name')
    .action(async (id: string, options: ServiceAddress & { name?: string }) =>
      (await import('../people.js')).createUser(id, options),
    );
  ofTenant(user, 'disable', 'disable a user, end their sessions and revoke their tokens')
    .argument('<id>', 'the user')
    .option('--reason <code>', 'why, as a reason code', 'requested')
    .action(async (id: string, options: ServiceAddress & { reason: string }) =>
      (await import('../people.js')).disableUser(id, options),
    );
  searched(ofTenant(user, 'list', 'print the users, one JSON object per line'), 'name')
    .option('--status <status>', 'active or disabled')
    .action(async (options: ServiceAddress & Searched & { status?: string }) =>
      (await import('../people.js')).listUsers(options),
    );
};

const addGroupCommands = (group: Command): void => {
  ofTenant(group, 'create', 'create an empty group')
    .argument('<id>', 'the group')
    .option('--name <text>', 'its display name')
    .option('--external-id <id...>', 'its exact name in the tokens of an identity provider')
    .action(async (id: string, options: ServiceAddress & { name?: string; externalId?: string[] }) =>
      (await import('../people.js')).createGroup(id, options),
    );
  ofTenant(group, 'add', 'add a user to a group')
    .argument('<group>', 'the group')
    .argument('<user>', 'the user')
    .action(async (id: string, userId: string, options: ServiceAddress) =>
      (await import('../people.js')).addToGroup(id, userId, options),
    );
};

const addRoleCommands = (role: Command): void => {
  ofTenant(role, 'grant', 'show what a role would add, and grant it')
    .argument('<role>', 'the role, such as viewer')
    .option('--user <id>', 'who gets it')
    .option('--group <id>', 'or which group')
    .option('--service-account <id>', 'or which service account')
    .option('--environment <id>', 'in this environment; default: in the whole tenant')
    .option('--ttl <duration>', 'for how long, such as 12h; default: until it is withdrawn')
    .option('--reason <code>', 'why, as a reason code', 'requested')
    .action(async (name: string, options: import('../role.js').GrantOptions) =>
      (await import('../role.js')).grantRole(name, options),
    );
};

import { serviceAccounts, users } from './kinds/accounts.js';
import { agents } from './kinds/agents.js';
import { clientSurfaces } from './kinds/client-surfaces.js';
import { environments } from './kinds/environments.js';
import { groups } from './kinds/groups.js';
import { policies } from './kinds/policies.js';
import { roleBindings } from './kinds/role-bindings.js';
import type { ResourceKind } from './resource.js';

/** The kinds of resource that files can contain, in dependency order. */
export const RESOURCE_KINDS: readonly ResourceKind[] = [
  environments,
  users,
  serviceAccounts,
  groups,
  roleBindings,
  policies,
  clientSurfaces,
  agents,
];

/** The calls a plan may make; a plan file with any other is not ours. */
export const PLANNED_OPERATIONS: ReadonlySet<string> = new Set([
  'addGroupMember',
  'archiveAgent',
  'archiveClientSurface',
  'archivePolicy',
  'createClientSurface',
  'createEnvironment',
  'createGroup',
  'createPolicy',
  'createRoleBinding',
  'createServiceAccount',
  'createUser',
  'disableAgent',
  'disableClientSurface',
  'disableRoleBinding',
  'disableServiceAccount',
  'disableUser',
  'enableServiceAccount',
  'enableUser',
  'publishPolicy',
  'registerAgent',
  'removeGroupMember',
  'updateClientSurface',
  'updateGroup',
  'updatePolicy',
  'updateServiceAccount',
  'updateUser',
]);

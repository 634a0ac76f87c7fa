import { ALL_PERMISSIONS, ROLE_PERMISSIONS, ROLES, roleHolds } from '@govgate/domain';
import { code, page, table } from './page.js';

/** Which role holds which permission. */
export const permissionsPage = (): string =>
  page(
    'Roles and permissions',
    `${ROLES.length} roles, ${ALL_PERMISSIONS.length} permissions. A grant gives a role within a scope: tenant, environment, owner team or one resource.`,
    table(
      ['permission', ...ROLES.map(code)],
      ALL_PERMISSIONS.map((permission) => [
        code(permission),
        ...ROLES.map((role) => (roleHolds(role, permission) ? 'yes' : '')),
      ]),
    ),
    ...ROLES.map((role) => `## ${role}\n\n${[...ROLE_PERMISSIONS[role]].sort().map(code).join(', ')}`),
  );

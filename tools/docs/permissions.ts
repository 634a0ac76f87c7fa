import { ALL_PERMISSIONS, ROLE_PERMISSIONS, ROLES } from '@govgate/domain';
import { needsWholeEnvironment, roleHolds } from '@govgate/domain/internal';
import { code, page, table } from './page.js';

/** Which role holds which permission. */
export const permissionsPage = (): string =>
  page(
    'Roles and permissions',
    `${ROLES.length} roles, ${ALL_PERMISSIONS.length} permissions. A grant gives a role within a scope: tenant, environment, owner team or one resource. ${wholeEnvironment()}`,
    table(
      ['permission', ...ROLES.map(code)],
      ALL_PERMISSIONS.map((permission) => [
        code(permission),
        ...ROLES.map((role) => (roleHolds(role, permission) ? 'yes' : '')),
      ]),
    ),
    ...ROLES.map((role) => `## ${role}\n\n${[...ROLE_PERMISSIONS[role]].sort().map(code).join(', ')}`),
  );

const wholeEnvironment = (): string => {
  const named = ALL_PERMISSIONS.filter(needsWholeEnvironment).map(code).join(', ');
  return `What changes a whole environment takes a grant for the tenant or the environment: ${named}.`;
};

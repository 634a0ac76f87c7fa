import type { Permission } from '../authorization/permissions.js';
import type { Grant } from '../authorization/principal.js';
import { roleHolds } from '../authorization/roles.js';
import { scopesMeet } from './grant-scope.js';

/** Pairs of permissions that one subject should not hold in one scope: whoever proposes does not approve. */
const SEPARATED_DUTIES: readonly (readonly [Permission, Permission])[] = [
  ['credential_binding.create', 'credential_binding.approve'],
  ['mcp_server.register', 'mcp_server.review'],
];

/** Whether a new grant gives its subject both permissions of a pair, alone or together with existing grants in overlapping scopes. */
export const joinsSeparatedDuties = (
  granted: Pick<Grant, 'role' | 'scope'>,
  held: readonly Pick<Grant, 'role' | 'scope'>[],
): boolean => {
  const meeting = [granted, ...held.filter((grant) => scopesMeet(grant.scope, granted.scope))];
  const holds = (permission: Permission): boolean =>
    meeting.some((grant) => roleHolds(grant.role, permission));
  return SEPARATED_DUTIES.some(
    ([one, other]) =>
      (roleHolds(granted.role, one) || roleHolds(granted.role, other)) && holds(one) && holds(other),
  );
};

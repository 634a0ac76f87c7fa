import { type Principal, ROLES } from '@govgate/domain';
import type { Tenant } from '@govgate/ports';
import { systemCaller } from '../call/audit-event.js';
import { BOOTSTRAP_GRANT } from './bootstrap-caller.js';
import type { Caller } from './caller.js';

const OPERATOR = 'cli';

/** Whoever runs a command over a store: may do everything in any tenant, and the trail names the command line. */
export const operator = ({ tenantId, environments }: Tenant): Pick<Caller, 'principal' | 'actor'> => {
  const principal: Principal = {
    actorId: OPERATOR,
    actorType: 'user',
    displayName: OPERATOR,
    tenantId,
    authMethod: 'api_token',
    environmentIds: environments,
    permissions: null,
    narrowed: false,
    groups: [],
    grants: ROLES.map((role) => ({
      bindingId: `${BOOTSTRAP_GRANT}${role}`,
      role,
      scope: { scopeType: 'tenant' },
      expiresAt: null,
    })),
    tokenExpiresAt: null,
    tokenId: null,
    persons: [],
  };
  return { principal, actor: systemCaller(OPERATOR, tenantId, '').actor };
};

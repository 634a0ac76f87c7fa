import { type Principal, ROLES } from '@govgate/domain';
import type { Tenant } from '@govgate/ports';
import { systemCaller } from '../call/audit-event.js';
import type { CallContext } from '../call/context.js';
import { BOOTSTRAP_GRANT } from './bootstrap-caller.js';

const OPERATOR = 'cli';

/** An operator's command as a call: it may do everything in any tenant, and the trail names the command line. */
export const operatorContext = ({ tenantId, environments }: Tenant, requestId: string): CallContext => {
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
  return {
    principal,
    requestId,
    correlationId: null,
    actor: systemCaller(OPERATOR, tenantId, requestId).actor,
  };
};

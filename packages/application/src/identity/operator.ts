import { type Principal, ROLES } from '@govgate/domain';
import type { Tenant } from '@govgate/ports';
import { systemCaller } from '../call/audit-event.js';
import { BOOTSTRAP_GRANT } from './bootstrap-caller.js';
import type { Caller } from './caller.js';

/** Whoever runs a command over a store: may do everything in any tenant, and the trail names the command line. */
export const operator = (tenant: Places): Pick<Caller, 'principal' | 'actor'> => unlimited('cli', tenant);

/** An identity provider whose signed word is acted upon; the trail names it. */
export const identityProvider = (tenant: Places): Pick<Caller, 'principal' | 'actor'> =>
  unlimited('identity_provider', tenant);

/** The service itself, which does what was ordered for a time; the trail names it. */
export const worker = (tenant: Places): Pick<Caller, 'principal' | 'actor'> => unlimited('worker', tenant);

type Places = Pick<Tenant, 'tenantId' | 'environments'>;

const unlimited = (
  actorId: 'cli' | 'identity_provider' | 'worker',
  { tenantId, environments }: Places,
): Pick<Caller, 'principal' | 'actor'> => {
  const principal: Principal = {
    actorId,
    actorType: 'user',
    displayName: actorId,
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
  return { principal, actor: systemCaller(actorId, tenantId, '').actor };
};

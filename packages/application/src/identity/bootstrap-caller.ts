import type { Grant, Principal } from '@govgate/domain';
import { ACTORS_WITHOUT_RECORD, BOOTSTRAP_ACTOR } from '@govgate/domain/internal';
import { type Revisions, tenantKind } from '@govgate/ports';
import type { Ports } from '../call/ports.js';
import { whenKnown } from '../call/when-known.js';
import type { Caller } from './caller.js';

const remembered = new WeakMap<object, { readonly revision: number; readonly principal: Principal }>();

/** Prefix of the names of grants without a role binding. */
export const BOOTSTRAP_GRANT = 'bootstrap-';

/** Whether a grant belongs to the bootstrap token or the command line: no role binding is behind it. */
export const isBootstrapGrant = ({ actorId }: Principal, { bindingId }: Grant): boolean =>
  ACTORS_WITHOUT_RECORD.includes(actorId) && bindingId.startsWith(BOOTSTRAP_GRANT);

type Deps = Pick<Ports, 'records' | 'revisions' | 'settings'>;

/** The caller of the bootstrap token: security_admin and platform_admin over the bootstrap tenant. */
export const bootstrapCaller = (deps: Deps): Caller | Promise<Caller> =>
  whenKnown(deps.revisions.revisions(deps.settings.bootstrapTenant), (revisions) => {
    const before = remembered.get(deps);
    return before?.revision === revisions.authorization
      ? { principal: before.principal, contentRevision: revisions.content }
      : bootstrapCallerAt(deps, revisions);
  });

const bootstrapCallerAt = async (deps: Deps, { authorization, content }: Revisions): Promise<Caller> => {
  const tenantId = deps.settings.bootstrapTenant;
  const tenant = await deps.records.get(tenantKind, { tenantId }, tenantId);
  const principal: Principal = {
    actorId: BOOTSTRAP_ACTOR,
    actorType: 'user',
    displayName: BOOTSTRAP_ACTOR,
    tenantId,
    authMethod: 'api_token',
    environmentIds: tenant?.record.environments ?? [deps.settings.bootstrapEnvironment],
    narrowed: false,
    groups: [],
    grants: [
      bootstrapGrant('bootstrap-security-admin', 'security_admin'),
      bootstrapGrant('bootstrap-platform-admin', 'platform_admin'),
    ],
    tokenExpiresAt: null,
    permissions: null,
    tokenId: null,
    persons: [BOOTSTRAP_ACTOR],
  };
  remembered.set(deps, { revision: authorization, principal });
  return { principal, contentRevision: content };
};

const bootstrapGrant = (bindingId: string, role: Grant['role']): Grant => ({
  bindingId,
  role,
  scope: { scopeType: 'tenant' },
  expiresAt: null,
});

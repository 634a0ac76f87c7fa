import fc from 'fast-check';
import { callerWith } from '../../testing/people.js';
import type { Target } from '../authorize.js';
import { ALL_PERMISSIONS, PERMISSION_AREAS } from '../permissions.js';
import type { Grant, GrantScope, Principal } from '../principal.js';
import { ROLES } from '../roles.js';

export const grant = (scope: GrantScope, role: Grant['role'] = 'policy_admin'): Grant => ({
  bindingId: 'rb_1',
  role,
  scope,
  expiresAt: null,
});

/** A caller by a token of an identity provider. */
export const principalWith = (grants: readonly Grant[], fields: Partial<Principal> = {}): Principal =>
  callerWith(grants, { authMethod: 'jwt', ...fields });

export const TARGET: Target = {
  tenantId: 'acme',
  environmentId: 'production',
  resourceId: 'pv_1',
  ownerTeam: 'risk',
};

export const environment = fc.constantFrom('production', 'staging', 'unknown');
export const perhaps = <T>(value: fc.Arbitrary<T>): fc.Arbitrary<T | null> => fc.option(value, { nil: null });
export const team = fc.constantFrom('risk', 'sales');
export const id = fc.constantFrom('r1', 'r2');
export const permission = fc.constantFrom(...ALL_PERMISSIONS);

const anyScope: fc.Arbitrary<GrantScope> = fc.oneof(
  fc.record({ scopeType: fc.constant('tenant' as const) }),
  fc.record({ scopeType: fc.constant('environment' as const), environmentId: environment }),
  fc.record({
    scopeType: fc.constant('owner_team' as const),
    environmentId: perhaps(environment),
    ownerTeam: team,
  }),
  fc.record({
    scopeType: fc.constant('resource' as const),
    environmentId: perhaps(environment),
    resourceType: fc.constantFrom(...PERMISSION_AREAS),
    resourceId: id,
  }),
);

export const anyPrincipal: fc.Arbitrary<Principal> = fc
  .tuple(
    fc.array(
      fc.record({
        bindingId: fc.constant('rb'),
        role: fc.constantFrom(...ROLES),
        scope: anyScope,
        expiresAt: fc.constant(null),
      }),
      {
        maxLength: 4,
      },
    ),
    fc.subarray(['production', 'staging']),
    fc.boolean(),
  )
  .map(([grants, environmentIds, narrowed]) => principalWith(grants, { environmentIds, narrowed }));

export const anyTarget: fc.Arbitrary<Target> = fc.record({
  tenantId: fc.constantFrom('acme', 'acme', 'globex'),
  environmentId: perhaps(environment),
  resourceId: perhaps(id),
  ownerTeam: perhaps(team),
});

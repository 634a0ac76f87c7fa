import { expect } from 'chai';
import fc from 'fast-check';
import { defineMachine } from '../machine/machine.js';
import { allowedActions, defineActions } from './allowed-actions.js';
import {
  authorize,
  coverageOf,
  grantedEnvironments,
  heldPermissions,
  holdsGrantIn,
  type Target,
} from './authorize.js';
import { ALL_PERMISSIONS, PERMISSION_AREAS, type Permission } from './permissions.js';
import type { Grant, GrantScope, Principal } from './principal.js';
import { ROLES, roleHolds } from './roles.js';

const grant = (scope: GrantScope, role: Grant['role'] = 'policy_admin'): Grant => ({
  bindingId: 'rb_1',
  role,
  scope,
});

const principalWith = (grants: readonly Grant[], fields: Partial<Principal> = {}): Principal => ({
  actorId: 'usr_ada',
  actorType: 'user',
  displayName: 'Ada',
  tenantId: 'acme',
  authMethod: 'jwt',
  environmentIds: ['production', 'staging'],
  narrowed: false,
  groups: [],
  grants,
  tokenExpiresAt: null,
  ...fields,
});

const TARGET: Target = {
  tenantId: 'acme',
  environmentId: 'production',
  resourceId: 'pv_1',
  ownerTeam: 'risk',
};

const may = (scope: GrantScope, target: Partial<Target> = {}, fields: Partial<Principal> = {}): boolean =>
  authorize(principalWith([grant(scope)], fields), 'policy.publish', { ...TARGET, ...target });

describe('authorize', () => {
  it('lets a tenant grant act in every environment and on the tenant itself', () => {
    expect(may({ scopeType: 'tenant' })).to.equal(true);
    expect(may({ scopeType: 'tenant' }, { environmentId: 'staging' })).to.equal(true);
    expect(may({ scopeType: 'tenant' }, { environmentId: null })).to.equal(true);
  });

  it('lets an environment grant act in its environment only', () => {
    const scope = { scopeType: 'environment', environmentId: 'production' } as const;
    expect(may(scope)).to.equal(true);
    expect(may(scope, { environmentId: 'staging' })).to.equal(false);
    expect(may(scope, { environmentId: null })).to.equal(false);
  });

  it('lets a team grant act on what the team owns', () => {
    const scope = { scopeType: 'owner_team', environmentId: null, ownerTeam: 'risk' } as const;
    expect(may(scope)).to.equal(true);
    expect(may(scope, { ownerTeam: 'sales' })).to.equal(false);
    expect(may(scope, { ownerTeam: null })).to.equal(false);
    expect(may({ ...scope, environmentId: 'staging' })).to.equal(false);
    expect(may(scope, { environmentId: null })).to.equal(false);
  });

  it('lets a resource grant act on the one resource of its type', () => {
    const scope = {
      scopeType: 'resource',
      environmentId: null,
      resourceType: 'policy',
      resourceId: 'pv_1',
    } as const;
    expect(may(scope)).to.equal(true);
    expect(may(scope, { resourceId: 'pv_2' })).to.equal(false);
    expect(may(scope, { resourceId: null })).to.equal(false);
    expect(may({ ...scope, resourceType: 'agent' })).to.equal(false);
    expect(may({ ...scope, environmentId: 'staging' })).to.equal(false);
  });

  it('denies another tenant, an environment out of reach, and a scope unheard of', () => {
    expect(may({ scopeType: 'tenant' }, { tenantId: 'globex' })).to.equal(false);
    expect(may({ scopeType: 'tenant' }, { environmentId: 'unknown' })).to.equal(false);
    expect(may({ scopeType: 'planet' } as unknown as GrantScope)).to.equal(false);
  });

  it('denies a narrowed token outside its environments, and the tenant itself', () => {
    const narrowed = { environmentIds: ['staging'], narrowed: true };
    expect(may({ scopeType: 'tenant' }, {}, narrowed)).to.equal(false);
    expect(may({ scopeType: 'tenant' }, { environmentId: 'staging' }, narrowed)).to.equal(true);
    expect(may({ scopeType: 'tenant' }, { environmentId: null }, narrowed)).to.equal(false);
  });

  it('denies what the role does not hold', () => {
    const principal = principalWith([grant({ scopeType: 'tenant' }, 'viewer')]);
    expect(authorize(principal, 'policy.read', TARGET)).to.equal(true);
    expect(authorize(principal, 'policy.publish', TARGET)).to.equal(false);
    expect(authorize(principalWith([]), 'policy.read', TARGET)).to.equal(false);
  });
});

const environment = fc.constantFrom('production', 'staging', 'unknown');
const perhaps = <T>(value: fc.Arbitrary<T>): fc.Arbitrary<T | null> => fc.option(value, { nil: null });
const team = fc.constantFrom('risk', 'sales');
const id = fc.constantFrom('r1', 'r2');
const permission = fc.constantFrom(...ALL_PERMISSIONS);

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

const anyPrincipal: fc.Arbitrary<Principal> = fc
  .tuple(
    fc.array(fc.record({ bindingId: fc.constant('rb'), role: fc.constantFrom(...ROLES), scope: anyScope }), {
      maxLength: 4,
    }),
    fc.subarray(['production', 'staging']),
    fc.boolean(),
  )
  .map(([grants, environmentIds, narrowed]) => principalWith(grants, { environmentIds, narrowed }));

const anyTarget: fc.Arbitrary<Target> = fc.record({
  tenantId: fc.constantFrom('acme', 'acme', 'globex'),
  environmentId: perhaps(environment),
  resourceId: perhaps(id),
  ownerTeam: perhaps(team),
});

describe('whatever the grants', () => {
  it('no grant, no access; each access has a grant whose role holds the permission', () => {
    fc.assert(
      fc.property(anyPrincipal, permission, anyTarget, (principal, wanted, target) => {
        expect(authorize({ ...principal, grants: [] }, wanted, target)).to.equal(false);
        if (!authorize(principal, wanted, target)) return;
        expect(target.tenantId).to.equal(principal.tenantId);
        expect(principal.grants.some(({ role }) => roleHolds(role, wanted))).to.equal(true);
      }),
      { numRuns: 1000 },
    );
  });

  it('access is the sum of the single grants: more grants never take any away', () => {
    fc.assert(
      fc.property(anyPrincipal, permission, anyTarget, (principal, wanted, target) => {
        const single = principal.grants.some((one) =>
          authorize({ ...principal, grants: [one] }, wanted, target),
        );
        expect(authorize(principal, wanted, target)).to.equal(single);
      }),
      { numRuns: 1000 },
    );
  });

  it('a narrower token never gives more', () => {
    fc.assert(
      fc.property(
        anyPrincipal,
        permission,
        anyTarget,
        fc.subarray(['production', 'staging']),
        (principal, wanted, target, kept) => {
          const environmentIds = principal.environmentIds.filter((one) => kept.includes(one));
          const narrowed = { ...principal, environmentIds, narrowed: true };
          if (authorize(narrowed, wanted, target))
            expect(authorize(principal, wanted, target)).to.equal(true);
        },
      ),
      { numRuns: 1000 },
    );
  });

  it('a list covers just the records that may be read one by one', () => {
    fc.assert(
      fc.property(
        anyPrincipal,
        permission,
        environment,
        id,
        perhaps(team),
        (principal, wanted, environmentId, resourceId, ownerTeam) => {
          const scope = { tenantId: 'acme', environmentId };
          const coverage = coverageOf(principal, wanted, scope);
          const listed =
            coverage !== undefined &&
            (coverage.all ||
              coverage.resourceIds.includes(resourceId) ||
              (ownerTeam !== null && coverage.ownerTeams.includes(ownerTeam)));
          expect(listed).to.equal(authorize(principal, wanted, { ...scope, resourceId, ownerTeam }));
        },
      ),
      { numRuns: 2000 },
    );
  });

  it('nobody may act in an environment in which they hold no grant', () => {
    fc.assert(
      fc.property(anyPrincipal, permission, anyTarget, (principal, wanted, target) => {
        if (target.environmentId === null || holdsGrantIn(principal, target.environmentId)) return;
        expect(authorize(principal, wanted, target)).to.equal(false);
      }),
      { numRuns: 1000 },
    );
  });

  it('the environments told are those with a grant, sorted', () => {
    fc.assert(
      fc.property(anyPrincipal, (principal) => {
        expect(grantedEnvironments(principal)).to.deep.equal(
          ['production', 'staging', 'unknown'].filter((one) => holdsGrantIn(principal, one)),
        );
      }),
    );
  });

  it('the permissions told are those of the roles, sorted, each once', () => {
    fc.assert(
      fc.property(anyPrincipal, (principal) => {
        const held = new Set(
          principal.grants.flatMap(({ role }) => ALL_PERMISSIONS.filter((one) => roleHolds(role, one))),
        );
        expect(heldPermissions(principal, ALL_PERMISSIONS)).to.deep.equal([...held].sort());
      }),
    );
  });
});

describe('allowedActions', () => {
  const machine = defineMachine({
    name: 'lamp',
    states: ['off', 'on'],
    initial: ['off'],
    final: [],
    triggers: ['light', 'quench'],
    guards: [],
    rows: [
      { from: 'off', on: 'light', to: 'on' },
      { from: 'on', on: 'quench', to: 'off' },
    ],
  });
  const actions = defineActions(machine, [
    { action: 'quench', permission: 'policy.archive', trigger: 'quench' },
    { action: 'light', permission: 'policy.publish', trigger: 'light' },
    { action: 'read', permission: 'policy.read' },
  ]);

  it('are what the grants allow and the state offers, sorted', () => {
    const admin = principalWith([grant({ scopeType: 'tenant' })]);
    expect(allowedActions(admin, machine, actions, TARGET, 'off')).to.deep.equal(['light', 'read']);
    expect(allowedActions(admin, machine, actions, TARGET, 'on')).to.deep.equal(['quench', 'read']);
  });

  it('are each one that authorize then allows', () => {
    fc.assert(
      fc.property(
        anyPrincipal,
        anyTarget,
        fc.constantFrom('off' as const, 'on' as const),
        (principal, target, state) => {
          const needed: Record<string, Permission> = {
            read: 'policy.read',
            light: 'policy.publish',
            quench: 'policy.archive',
          };
          const listed = allowedActions(principal, machine, actions, target, state);
          const offered = ['read', state === 'off' ? 'light' : 'quench'];
          const allowed = offered.filter((action) =>
            authorize(principal, needed[action] ?? 'policy.read', target),
          );
          expect(listed).to.deep.equal(allowed.sort());
        },
      ),
    );
  });
});

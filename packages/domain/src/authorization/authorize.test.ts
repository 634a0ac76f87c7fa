import { expect } from 'chai';
import { authorize, type Target } from './authorize.js';
import type { Permission } from './permissions.js';
import type { GrantScope, Principal } from './principal.js';
import { grant, principalWith, TARGET } from './testing/principals.js';

const may = (
  scope: GrantScope,
  target: Partial<Target> = {},
  fields: Partial<Principal> = {},
  permission: Permission = 'policy.write',
): boolean => authorize(principalWith([grant(scope)], fields), permission, { ...TARGET, ...target });

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

  it('denies another tenant, an environment out of reach, and an unknown scope', () => {
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

  it('denies a change to a whole environment under a narrower grant, even one that covers the record', () => {
    const publishes = (scope: GrantScope): boolean => may(scope, {}, {}, 'policy.publish');
    expect([
      publishes({ scopeType: 'tenant' }),
      publishes({ scopeType: 'environment', environmentId: 'production' }),
      publishes({ scopeType: 'environment', environmentId: 'staging' }),
      publishes({ scopeType: 'owner_team', environmentId: null, ownerTeam: 'risk' }),
      publishes({ scopeType: 'owner_team', environmentId: 'production', ownerTeam: 'risk' }),
      publishes({ scopeType: 'resource', environmentId: null, resourceType: 'policy', resourceId: 'pv_1' }),
    ]).to.deep.equal([true, true, false, false, false, false]);
  });

  it('denies what a narrowed token excludes, and grants nothing beyond the grants', () => {
    const tenant = { scopeType: 'tenant' } as const;
    expect(may(tenant, {}, { permissions: ['policy.write'] })).to.equal(true);
    expect(may(tenant, {}, { permissions: ['policy.read'] })).to.equal(false);
    expect(may(tenant, {}, { permissions: [] })).to.equal(false);
    const auditor = principalWith([grant(tenant, 'auditor')], { permissions: ['policy.write'] });
    expect(authorize(auditor, 'policy.write', TARGET)).to.equal(false);
  });

  it('denies what the role does not include', () => {
    const principal = principalWith([grant({ scopeType: 'tenant' }, 'viewer')]);
    expect(authorize(principal, 'policy.read', TARGET)).to.equal(true);
    expect(authorize(principal, 'policy.publish', TARGET)).to.equal(false);
    expect(authorize(principalWith([]), 'policy.read', TARGET)).to.equal(false);
  });
});

import { expect } from 'chai';
import { coverageOf, grantedEnvironments, heldPermissions, holdsGrantIn } from './authorize.js';
import { grant, principalWith } from './testing/principals.js';

const PRODUCTION = { tenantId: 'acme', environmentId: 'production' };

describe('the records that a list may show', () => {
  it('are none in another tenant or in an environment out of reach, even for a tenant grant', () => {
    const admin = principalWith([grant({ scopeType: 'tenant' })]);
    expect([
      coverageOf(admin, 'policy.read', PRODUCTION),
      coverageOf(admin, 'policy.read', { ...PRODUCTION, tenantId: 'globex' }),
      coverageOf(admin, 'policy.read', { ...PRODUCTION, environmentId: 'unknown' }),
    ]).to.deep.equal([{ all: true }, undefined, undefined]);
  });

  it('are absent, not an empty list, where the grants cover nothing', () => {
    const elsewhere = [
      grant({ scopeType: 'owner_team', environmentId: 'staging', ownerTeam: 'risk' }),
      grant({ scopeType: 'resource', environmentId: null, resourceType: 'agent', resourceId: 'ag_1' }),
    ];
    expect(coverageOf(principalWith(elsewhere), 'policy.read', PRODUCTION)).to.equal(undefined);
  });

  it('are listed without duplicates and in order, whatever the order of the grants', () => {
    const team = (ownerTeam: string) => grant({ scopeType: 'owner_team', environmentId: null, ownerTeam });
    const policy = (resourceId: string) =>
      grant({ scopeType: 'resource', environmentId: null, resourceType: 'policy', resourceId });
    const grants = [team('sales'), policy('pv_9'), team('risk'), policy('pv_1'), team('sales')];
    expect(coverageOf(principalWith(grants), 'policy.read', PRODUCTION)).to.deep.equal({
      all: false,
      ownerTeams: ['risk', 'sales'],
      resourceIds: ['pv_1', 'pv_9'],
    });
  });
});

describe('where a caller holds a grant', () => {
  it('is the environment that a grant names, and each one for a grant that names none', () => {
    const staging = principalWith([grant({ scopeType: 'environment', environmentId: 'staging' })]);
    const anywhere = principalWith([
      grant({ scopeType: 'owner_team', environmentId: null, ownerTeam: 'risk' }),
    ]);
    expect([holdsGrantIn(staging, 'staging'), holdsGrantIn(staging, 'production')]).to.deep.equal([
      true,
      false,
    ]);
    expect([holdsGrantIn(anywhere, 'staging'), holdsGrantIn(anywhere, 'unknown')]).to.deep.equal([
      true,
      false,
    ]);
  });

  it('is listed in order, whatever the order of the token', () => {
    const admin = principalWith([grant({ scopeType: 'tenant' })], {
      environmentIds: ['staging', 'production'],
    });
    expect(grantedEnvironments(admin)).to.deep.equal(['production', 'staging']);
    expect(heldPermissions(admin, ['policy.write', 'policy.read'])).to.deep.equal([
      'policy.read',
      'policy.write',
    ]);
  });
});

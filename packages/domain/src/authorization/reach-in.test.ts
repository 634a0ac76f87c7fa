import { expect } from 'chai';
import type { Grant, Principal } from './principal.js';
import { reachIn } from './reach-in.js';

const principal = (...grants: Pick<Grant, 'role' | 'scope'>[]): Principal => ({
  tenantId: 'acme',
  actorType: 'user',
  actorId: 'ada',
  tokenId: null,
  persons: ['ada'],
  displayName: 'Ada',
  groups: [],
  grants: grants.map((grant, i) => ({ ...grant, bindingId: `rb_${i}`, expiresAt: null })),
  environmentIds: ['production', 'staging'],
  narrowed: false,
  permissions: ['agent.read', 'agent.register', 'agent.review'],
  authMethod: 'api_token',
  tokenExpiresAt: null,
});

const team = { scopeType: 'owner_team', ownerTeam: 'payments', environmentId: 'production' } as const;

describe('reachIn', () => {
  it('distinguishes a team from a whole environment, and leaves out what reaches nothing there', () => {
    const caller = principal(
      { role: 'registry_reviewer', scope: { scopeType: 'environment', environmentId: 'production' } },
      { role: 'platform_admin', scope: team },
    );
    const all = { inTenant: false, wholeEnvironment: true, ownerTeams: [], resourceIds: [] };
    expect(reachIn(caller, 'production')).to.deep.equal([
      { permission: 'agent.read', ...all },
      { permission: 'agent.register', ...all, wholeEnvironment: false, ownerTeams: ['payments'] },
      { permission: 'agent.review', ...all },
    ]);
    expect(reachIn(caller, 'staging')).to.deep.equal([]);
    expect(reachIn(caller, 'elsewhere')).to.deep.equal([]);
  });

  it('reaches what belongs to the tenant only by a grant for the tenant', () => {
    const caller = principal({ role: 'registry_reviewer', scope: { scopeType: 'tenant' } });
    const all = { inTenant: true, wholeEnvironment: true, ownerTeams: [], resourceIds: [] };
    expect(reachIn(caller, 'staging')).to.deep.equal([
      { permission: 'agent.read', ...all },
      { permission: 'agent.review', ...all },
    ]);
    // In an absent environment, only permissions that need no environment are reported.
    expect(reachIn(caller, 'elsewhere')).to.deep.equal([
      { permission: 'agent.read', ...all, wholeEnvironment: false },
      { permission: 'agent.review', ...all, wholeEnvironment: false },
    ]);
  });
});

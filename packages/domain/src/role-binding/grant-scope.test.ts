import { expect } from 'chai';
import fc from 'fast-check';
import type { GrantScope } from '../authorization/principal.js';
import { grantScopeFields, grantScopeOf, sameScope, scopeCovers, scopesMeet } from './grant-scope.js';
import { scopeArbitrary } from './testing/bindings.js';

const tenant: GrantScope = { scopeType: 'tenant' };
const production: GrantScope = { scopeType: 'environment', environmentId: 'production' };
const risk: GrantScope = { scopeType: 'owner_team', environmentId: null, ownerTeam: 'risk' };
const riskInProduction: GrantScope = { ...risk, environmentId: 'production' };
const server: GrantScope = {
  scopeType: 'resource',
  environmentId: 'production',
  resourceType: 'mcp_server',
  resourceId: 'srv_crm',
};

describe('grantScopeOf', () => {
  it('reads what grantScopeFields writes', () => {
    for (const scope of [tenant, production, risk, riskInProduction, server])
      expect(grantScopeOf(grantScopeFields(scope))).to.deep.equal({ ok: true, value: scope });
  });

  it('names a required field that is missing, or a forbidden one that is present', () => {
    const fieldOf = (fields: Parameters<typeof grantScopeOf>[0]): unknown => grantScopeOf(fields);
    const refused = (field: string) => ({ ok: false, refusal: { reasonCode: 'invalid_request', field } });
    expect(fieldOf({ scopeType: 'galaxy' })).to.deep.equal(refused('scope.scope_type'));
    expect(fieldOf({ scopeType: 'environment' })).to.deep.equal(refused('scope.environment_id'));
    expect(fieldOf({ scopeType: 'owner_team' })).to.deep.equal(refused('scope.owner_team'));
    expect(fieldOf({ scopeType: 'resource', resourceId: 'x' })).to.deep.equal(refused('scope.resource_type'));
    expect(fieldOf({ scopeType: 'resource', resourceType: 'starship', resourceId: 'x' })).to.deep.equal(
      refused('scope.resource_type'),
    );
    expect(fieldOf({ scopeType: 'resource', resourceType: 'agent' })).to.deep.equal(
      refused('scope.resource_id'),
    );
    expect(fieldOf({ scopeType: 'tenant', environmentId: 'production' })).to.deep.equal(
      refused('scope.environment_id'),
    );
    expect(fieldOf({ scopeType: 'environment', environmentId: 'e', ownerTeam: 't' })).to.deep.equal(
      refused('scope.owner_team'),
    );
    expect(fieldOf({ scopeType: 'owner_team', ownerTeam: 't', resourceId: 'x' })).to.deep.equal(
      refused('scope.resource_id'),
    );
  });
});

describe('scopeCovers', () => {
  it('extends from the tenant through the environment to the owner team and the resource', () => {
    const scopes = { tenant, production, risk, riskInProduction, server };
    const covered = Object.fromEntries(
      Object.entries(scopes).map(([name, outer]) => [
        name,
        Object.entries(scopes)
          .filter(([, inner]) => scopeCovers(outer, inner))
          .map(([inner]) => inner),
      ]),
    );
    expect(covered).to.deep.equal({
      tenant: ['tenant', 'production', 'risk', 'riskInProduction', 'server'],
      production: ['production', 'riskInProduction', 'server'],
      risk: ['risk', 'riskInProduction'],
      riskInProduction: ['riskInProduction'],
      server: ['server'],
    });
  });

  it('is reflexive and transitive: every scope covers itself, and what a covered one covers', () => {
    fc.assert(
      fc.property(scopeArbitrary, scopeArbitrary, scopeArbitrary, (a, b, c) => {
        expect(scopeCovers(a, a)).to.equal(true);
        if (scopeCovers(a, b) && scopeCovers(b, c)) expect(scopeCovers(a, c)).to.equal(true);
        if (sameScope(a, b)) expect(a).to.deep.equal(b);
      }),
      { numRuns: 300 },
    );
  });

  it('overlaps with what it covers, both ways', () => {
    fc.assert(
      fc.property(scopeArbitrary, scopeArbitrary, (a, b) => {
        if (scopeCovers(a, b)) expect(scopesMeet(a, b)).to.equal(true);
        expect(scopesMeet(a, b)).to.equal(scopesMeet(b, a));
      }),
      { numRuns: 300 },
    );
  });

  it('lets an environment overlap with a team of every environment, without either covering the other', () => {
    expect(scopesMeet(production, risk)).to.equal(true);
    expect(scopeCovers(production, risk) || scopeCovers(risk, production)).to.equal(false);
    expect(scopesMeet(risk, server)).to.equal(false);
  });
});

import { expect } from 'chai';
import { mayReadVariable, parseVariableGrant, type VariableGrant } from './variable-grant.js';

const grants = (...texts: string[]): VariableGrant[] =>
  texts.map(parseVariableGrant).filter((grant) => grant !== undefined);

describe('parseVariableGrant', () => {
  it('reads a tenant, an environment and a name, where identifiers may contain colons', () => {
    expect(
      ['acme/production:SIEM_TOKEN', '*/*:HOOK', 'acme:eu/eu:production:X'].map(parseVariableGrant),
    ).to.deep.equal([
      { tenantId: 'acme', environmentId: 'production', name: 'SIEM_TOKEN' },
      { tenantId: '*', environmentId: '*', name: 'HOOK' },
      { tenantId: 'acme:eu', environmentId: 'eu:production', name: 'X' },
    ]);
  });

  it('reads nothing else, and no setting of the service itself', () => {
    const others = [
      '',
      'SIEM_TOKEN',
      'acme:SIEM_TOKEN',
      'acme/production',
      'acme/production:',
      'acme/production:*',
      'acme/:X',
      '/production:X',
      'acme*/production:X',
      '../production:X',
      'acme/production/x:X',
      'acme/production:A B',
      '*/*:GOVGATE_ADMIN_TOKEN',
    ];
    expect(others.filter((text) => parseVariableGrant(text) !== undefined)).to.deep.equal([]);
  });
});

describe('mayReadVariable', () => {
  it('depends on tenant, environment and name together, exactly as written', () => {
    const list = grants('acme/production:TOKEN', 'acme/*:URL', '*/staging:SHARED');
    const may = (tenantId: string, environmentId: string, name: string) =>
      mayReadVariable(list, { tenantId, environmentId }, name);
    expect([
      may('acme', 'production', 'TOKEN'),
      may('acme', 'staging', 'URL'),
      may('umbra', 'staging', 'SHARED'),
    ]).to.deep.equal([true, true, true]);
    expect([
      may('acme', 'staging', 'TOKEN'),
      may('umbra', 'production', 'TOKEN'),
      may('umbra', 'production', 'URL'),
      may('umbra', 'production', 'SHARED'),
      may('ACME', 'production', 'TOKEN'),
      may('acme', 'production', 'token'),
      mayReadVariable([], { tenantId: 'acme', environmentId: 'production' }, 'TOKEN'),
    ]).to.deep.equal([false, false, false, false, false, false, false]);
  });
});

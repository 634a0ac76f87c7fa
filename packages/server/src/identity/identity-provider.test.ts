import { expect } from 'chai';
import { systemClock } from '../system/system-clock.js';
import { makeIdentityProvider } from './identity-provider.js';

/** The warnings when the keys come from there. */
const warnings = (jwks: string): readonly string[] => {
  const reported: string[] = [];
  const log = { warn: (what: string) => void reported.push(what), info: () => undefined };
  const issuer = {
    issuer: 'https://issuer.example',
    audience: 'govgate',
    jwks,
    tenantClaim: 'tenant_id',
    userClaim: 'sub',
    groupsClaim: 'groups',
    environmentsClaim: 'environments',
    provision: false,
  };
  makeIdentityProvider({ issuers: [issuer], leewaySeconds: 60 }, { clock: systemClock, log }).open();
  return reported;
};

describe('the way to the keys of an identity provider', () => {
  it('causes a warning where it is plain http to another machine', () => {
    expect(warnings('http://issuer.invalid/jwks')).to.deep.equal([
      'the key set of the identity provider is fetched over plain http: anybody on the network path can forge sign-ins',
    ]);
    for (const host of ['127.0.0.1.issuer.invalid', 'localhost.invalid'])
      expect(warnings(`http://${host}/jwks`).length, host).to.equal(1);
  });

  it('is safe within the machine, over TLS and from a file', () => {
    for (const host of ['localhost', '127.0.0.1', '[::1]'])
      expect(warnings(`http://${host}:1/jwks`), host).to.deep.equal([]);
    for (const jwks of ['https://issuer.invalid/jwks', '/etc/govgate/jwks.json'])
      expect(warnings(jwks), jwks).to.deep.equal([]);
  });
});

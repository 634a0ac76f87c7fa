import { readFileSync, writeFileSync } from 'node:fs';
import { manualClock } from '@govgate/ports-testkit';
import { expect } from 'chai';
import { readSettings } from '../settings/read-settings.js';
import { type JwtIssuer, makeJwtIssuer } from '../testing/worlds/jwt-issuer.js';
import { makeIdentityProvider } from './identity-provider.js';

const REVOKED = 'https://schemas.openid.net/secevent/caep/event-type/session-revoked';
const NO_LOG = { warn: () => undefined, info: () => undefined };

describe('the verifier of signals', () => {
  let issuer: JwtIssuer;
  beforeEach(async () => {
    issuer = await makeJwtIssuer();
  });
  afterEach(() => issuer.dispose());

  /** What is said of a token of so many seconds ago. */
  const saidOf = async (delivery: 'pushed' | 'polled', ageSeconds: number): Promise<string> => {
    const iat = Math.floor(Date.now() / 1_000) - ageSeconds;
    const token = await issuer.signalOf('vic', REVOKED, { iat });
    const { jwt } = readSettings(issuer.settings).settings;
    const clock = manualClock(new Date().toISOString());
    const { signals } = makeIdentityProvider(jwt ?? { issuers: [], leewaySeconds: 0 }, {
      clock,
      log: NO_LOG,
    });
    const said = await signals?.verify(token, delivery);
    return typeof said === 'object' ? 'verified' : String(said);
  };

  const keySet = (): string => issuer.settings.GOVGATE_JWT_JWKS ?? '';

  it('takes a polled one that waited for most of a day, and a pushed one for ten minutes', async () => {
    const ages = [60, 700, 22 * 3_600, 24 * 3_600];
    expect(await Promise.all(ages.map((age) => saidOf('pushed', age)))).to.deep.equal([
      'verified',
      'invalid_request',
      'invalid_request',
      'invalid_request',
    ]);
    expect(await Promise.all(ages.map((age) => saidOf('polled', age)))).to.deep.equal([
      'verified',
      'verified',
      'verified',
      'invalid_request',
    ]);
  });

  it('lets a polled one wait for its key for an hour: the key set may not have been read since it changed', async () => {
    writeFileSync(keySet(), readFileSync(keySet(), 'utf8').replace('"k1"', '"k0"'));
    expect([
      await saidOf('pushed', 0),
      await saidOf('polled', 0),
      await saidOf('polled', 3_500),
    ]).to.deep.equal(['invalid_key', 'unavailable', 'unavailable']);
    expect([await saidOf('polled', 3_700), await saidOf('polled', -3_700)]).to.deep.equal([
      'invalid_key',
      'invalid_key',
    ]);
  });

  it('says nothing against one while there is no key set', async () => {
    writeFileSync(keySet(), 'broken');
    expect([await saidOf('pushed', 0), await saidOf('polled', 5 * 3_600)]).to.deep.equal([
      'unavailable',
      'unavailable',
    ]);
  });
});

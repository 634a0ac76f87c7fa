import { isLive } from '@govgate/domain/internal';
import { clientSessionKind } from '@govgate/ports';
import { expect } from 'chai';
import { sampleSession } from '../testing/samples/session-samples.js';
import { type Answered, startTestService, type TestService } from '../testing/test-service.js';
import { type JwtIssuer, makeJwtIssuer } from '../testing/worlds/jwt-issuer.js';
import { makeWorld, PRODUCTION, putRecords, STAGING, TENANT, type Tokens } from '../testing/worlds/world.js';

const SESSIONS = 150;

describe('a sign-out at the identity provider', () => {
  let issuer: JwtIssuer;
  let service: TestService;
  let tokens: Tokens;

  beforeEach(async () => {
    issuer = await makeJwtIssuer();
    service = await startTestService({ on: 'sqlite', settings: issuer.settings });
    tokens = await makeWorld(service.ports);
    await putRecords(
      service.ports,
      TENANT,
      [PRODUCTION, STAGING].flatMap((environmentId) =>
        Array.from({ length: SESSIONS }, (_, i) => ({
          kind: clientSessionKind,
          record: sampleSession(`${environmentId}_${i}`, { environmentId }),
        })),
      ),
    );
  });

  afterEach(async () => {
    await service.stop();
    issuer.dispose();
  });

  const signOut = (logoutToken: string): Promise<Answered> =>
    service.call('/v1/identity/backchannel-logout', {
      method: 'POST',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      body: new URLSearchParams({ logout_token: logoutToken }).toString(),
    });

  const liveIn = async (environmentId: string): Promise<number> => {
    const scope = { tenantId: TENANT, environmentId };
    const page = await service.ports.records.page(clientSessionKind, scope, { limit: 1_000 });
    return page.items.filter(({ record }) => record.userId === 'vic' && isLive(record.state)).length;
  };

  const eventsOf = async (type: string): Promise<number> => {
    const path = `/v1/audit/events?tenant_id=${TENANT}&event_type=${type}&limit=1`;
    return (await service.call(path, { token: tokens.admin })).json.page.total_count;
  };

  const endOnLogout = (environmentId: string): Promise<Answered> =>
    service.call(`/v1/environments/${environmentId}`, {
      method: 'PUT',
      token: tokens.admin,
      body: { sessions: { end_on_logout: true } },
    });

  it('ends their live sessions where the environment says so, once, with its events', async () => {
    expect((await endOnLogout(PRODUCTION)).status).to.equal(200);
    const token = await issuer.logoutTokenOf('vic');
    const answer = await signOut(token);
    expect([answer.status, answer.json, answer.headers.get('cache-control')]).to.deep.equal([
      200,
      {},
      'no-store',
    ]);
    expect([await liveIn(PRODUCTION), await liveIn(STAGING)]).to.deep.equal([0, SESSIONS]);
    expect([await eventsOf('user.signed_out'), await eventsOf('session.terminated')]).to.deep.equal([
      1,
      SESSIONS,
    ]);
    const again = await signOut(token);
    expect([again.status, again.json.reasonCode, again.json.field]).to.deep.equal([
      400,
      'invalid_request',
      'logout_token',
    ]);
    const fresh = await signOut(await issuer.logoutTokenOf('vic'));
    expect([fresh.status, await eventsOf('user.signed_out')]).to.deep.equal([200, 2]);
  });

  it('of one token sent ten times at once counts once', async () => {
    const token = await issuer.logoutTokenOf('vic');
    const answers = await Promise.all(Array.from({ length: 10 }, () => signOut(token)));
    expect(answers.map(({ status }) => status).sort()).to.deep.equal([200, ...Array(9).fill(400)]);
    expect(await eventsOf('user.signed_out')).to.equal(1);
  });

  it('of somebody unknown is answered alike, and leaves nothing', async () => {
    const answer = await signOut(await issuer.logoutTokenOf('nobody-here'));
    expect([answer.status, answer.json, await eventsOf('user.signed_out')]).to.deep.equal([200, {}, 0]);
  });

  it('is refused with anything but a valid logout token, alike and without an echo', async () => {
    const now = Math.floor(Date.now() / 1000);
    const wrong = [
      { nonce: 'n' },
      { events: undefined },
      { events: { 'https://other.example': {} } },
      { jti: undefined },
      { iat: undefined },
      { iat: now - 3_600 },
      { iat: now + 3_600 },
      { exp: now - 3_600 },
      { iss: 'https://stranger.example' },
      { aud: 'somebody-else' },
      { sub: undefined, sid: 's1' },
      { tenant_id: 7 },
    ];
    const signed = await Promise.all(wrong.map((claims) => issuer.logoutTokenOf('vic', claims)));
    const [head, body] = (await issuer.logoutTokenOf('vic')).split('.');
    const sent = [...signed, await issuer.jwtOf('vic'), `${head}.${body}.c2lnbmF0dXJl`, 'canary', ''];
    const answers = await Promise.all(sent.map(signOut));
    expect(answers.map(({ status, json }) => [status, json.reasonCode, json.field])).to.deep.equal(
      sent.map(() => [400, 'invalid_request', 'logout_token']),
    );
    expect(answers.some(({ text }) => text.includes('canary'))).to.equal(false);
    const json = await service.call('/v1/identity/backchannel-logout', {
      method: 'POST',
      body: { logout_token: 'a.b.c' },
    });
    expect([json.status, await eventsOf('user.signed_out')]).to.deep.equal([415, 0]);
  });
});

describe('a sign-out without an identity provider', () => {
  it('is refused', async () => {
    const service = await startTestService();
    const answer = await service.call('/v1/identity/backchannel-logout', {
      method: 'POST',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      body: 'logout_token=a.b.c',
    });
    await service.stop();
    expect([answer.status, answer.json.reasonCode]).to.deep.equal([400, 'invalid_request']);
  });
});

import { isLive } from '@govgate/domain/internal';
import { clientSessionKind } from '@govgate/ports';
import { expect } from 'chai';
import { sampleSession } from '../testing/samples/session-samples.js';
import { type Answered, startTestService, type TestService } from '../testing/test-service.js';
import { type JwtIssuer, makeJwtIssuer } from '../testing/worlds/jwt-issuer.js';
import { makeWorld, PRODUCTION, putRecords, STAGING, TENANT, type Tokens } from '../testing/worlds/world.js';

const CAEP = 'https://schemas.openid.net/secevent/caep/event-type';
const REVOKED = `${CAEP}/session-revoked`;
const DISABLED = 'https://schemas.openid.net/secevent/risc/event-type/account-disabled';
const SESSIONS = 150;

const opaque = (id: string) => ({ format: 'opaque', id });

describe('signals of the identity provider', () => {
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

  const signal = (token: string): Promise<Answered> =>
    service.call('/v1/identity/signals', {
      method: 'POST',
      headers: { 'content-type': 'application/secevent+jwt' },
      body: token,
    });

  const live = async (): Promise<number> => {
    const inEach = [PRODUCTION, STAGING].map(async (environmentId) => {
      const scope = { tenantId: TENANT, environmentId };
      const page = await service.ports.records.page(clientSessionKind, scope, { limit: 1_000 });
      return page.items.filter(({ record }) => record.userId === 'vic' && isLive(record.state)).length;
    });
    return (await Promise.all(inEach)).reduce((sum, count) => sum + count, 0);
  };

  const eventsOf = async (type: string): Promise<readonly { reason_code: string; actor: object }[]> => {
    const path = `/v1/audit/events?tenant_id=${TENANT}&event_type=${type}&limit=50`;
    return (await service.call(path, { token: tokens.admin })).json.items;
  };

  const statusOf = async (): Promise<string> =>
    (await service.call('/v1/users/vic', { token: tokens.admin })).json.status;

  for (const type of ['session-revoked', 'credential-change'])
    it(`end sessions everywhere by ${type}, once for a token`, async () => {
      const token = await issuer.signalOf('vic', `${CAEP}/${type}`);
      const answer = await signal(token);
      expect([answer.status, answer.json, await live()]).to.deep.equal([202, {}, 0]);
      const [event] = await eventsOf('user.signed_out');
      expect(event?.reason_code).to.equal(type.replace('-', '_'));
      const again = await signal(token);
      expect([again.status, again.json, (await eventsOf('user.signed_out')).length]).to.deep.equal([
        202,
        {},
        1,
      ]);
      expect(await statusOf()).to.equal('active');
    });

  it('disable a user by account-disabled, and never again by the same token', async () => {
    const token = await issuer.signalOf('vic', DISABLED);
    expect([(await signal(token)).status, await statusOf(), await live()]).to.deep.equal([
      202,
      'disabled',
      0,
    ]);
    const [event] = await eventsOf('user.disabled');
    expect([event?.reason_code, event?.actor]).to.deep.equal([
      'account_disabled',
      { actor_type: 'system', actor_id: 'identity_provider', auth_method: 'none' },
    ]);
    const enable = await service.call('/v1/users/vic/enable', {
      token: tokens.admin,
      body: { reason_code: 'back', reason: 'Back again' },
    });
    expect([enable.status, (await signal(token)).status, await statusOf()]).to.deep.equal([
      200,
      202,
      'active',
    ]);
  });

  it('disable nobody again by a token that found them disabled', async () => {
    const turn = (verb: string) =>
      service.call(`/v1/users/vic/${verb}`, {
        token: tokens.admin,
        body: { reason_code: 'by_hand', reason: 'By hand' },
      });
    await turn('disable');
    const token = await issuer.signalOf('vic', DISABLED);
    expect((await signal(token)).status).to.equal(202);
    await turn('enable');
    expect([(await signal(token)).status, await statusOf()]).to.deep.equal([202, 'active']);
  });

  it('end no session that began after the same token came first', async () => {
    const token = await issuer.signalOf('vic', REVOKED);
    expect([(await signal(token)).status, await live()]).to.deep.equal([202, 0]);
    const since = sampleSession('since', { environmentId: PRODUCTION });
    await putRecords(service.ports, TENANT, [{ kind: clientSessionKind, record: since }]);
    expect([(await signal(token)).status, await live()]).to.deep.equal([202, 1]);
  });

  it('of one token sent ten times at once count once', async () => {
    const token = await issuer.signalOf('vic', REVOKED);
    const answers = await Promise.all(Array.from({ length: 10 }, () => signal(token)));
    expect(answers.map(({ status }) => status)).to.deep.equal(Array(10).fill(202));
    expect((await eventsOf('user.signed_out')).length).to.equal(1);
  });

  it('are acknowledged where they say nothing that is acted upon', async () => {
    const verification = 'https://schemas.openid.net/secevent/ssf/event-type/verification';
    const sent = [
      await issuer.signalOf('vic', verification),
      await issuer.signalOf('vic', `${CAEP}/device-compliance-change`),
      await issuer.signalOf('nobody-here', REVOKED),
      await issuer.signalOf('vic', REVOKED, { sub_id: { format: 'complex', application: opaque('ide') } }),
    ];
    expect((await Promise.all(sent.map(signal))).map(({ status }) => status)).to.deep.equal([
      202, 202, 202, 202,
    ]);
    expect(await live()).to.equal(2 * SESSIONS);
  });

  it('name the user in a complex subject, with the tenant', async () => {
    const subject = { format: 'complex', user: opaque('vic') };
    const tenant = opaque(TENANT);
    const token = await issuer.signalOf('vic', REVOKED, {
      tenant_id: undefined,
      sub_id: { ...subject, tenant },
    });
    expect([(await signal(token)).status, await live()]).to.deep.equal([202, 0]);
  });

  it('are refused with anything but a valid token, alike and without an echo', async () => {
    const now = Math.floor(Date.now() / 1000);
    const wrong = [
      { events: undefined },
      { events: { [REVOKED]: 'yes' } },
      { jti: undefined },
      { iat: undefined },
      { iat: now - 3_600 },
      { iss: 'https://stranger.example' },
      { aud: 'somebody-else' },
      { sub_id: undefined },
      { sub_id: { format: 'iss_sub', iss: 'https://stranger.example', sub: 'vic' } },
      { sub_id: { format: 'email', email: 'vic@example.com' } },
      { tenant_id: 7 },
    ];
    const signed = await Promise.all(wrong.map((claims) => issuer.signalOf('vic', REVOKED, claims)));
    const [head, body] = (await issuer.signalOf('vic', REVOKED)).split('.');
    const others = [await issuer.logoutTokenOf('vic'), await issuer.signalOf('vic', REVOKED, {}, 'at+jwt')];
    const sent = [...signed, ...others, `${head}.${body}.c2lnbmF0dXJl`, 'canary', ''];
    const answers = await Promise.all(sent.map(signal));
    const description = 'It is not a Security Event Token that is accepted here.';
    expect(
      answers.map(({ status, headers, json }) => [status, headers.get('content-language'), json]),
    ).to.deep.equal(sent.map(() => [400, 'en', { err: 'invalid_request', description }]));
    expect(answers.some(({ text }) => text.includes('canary'))).to.equal(false);
    expect([await live(), await statusOf()]).to.deep.equal([2 * SESSIONS, 'active']);
  });
});

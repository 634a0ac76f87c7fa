import { generateKeyPairSync } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DEFAULT_EXPORT_SETTINGS, isLive } from '@govgate/domain/internal';
import { clientSessionKind, destinationKind, exportLaneKind } from '@govgate/ports';
import { expect } from 'chai';
import { createRemoteJWKSet, jwtVerify } from 'jose';
import { type Recorder, startRecorder } from '../../../../tools/test-services/receivers/http-recorder.js';
import { sampleWebhook } from '../testing/samples/delivery-test-samples.js';
import { sampleSession } from '../testing/samples/session-samples.js';
import { REACHES_LOOPBACK, startTestService, type TestService } from '../testing/test-service.js';
import { until } from '../testing/until.js';
import { makeWorld, PRODUCTION, putRecords, STAGING, TENANT, type Tokens } from '../testing/worlds/world.js';

const ISSUER = 'https://govgate-a.example';
const AUDIENCE = 'dstref_gateway-berlin';
const ENDPOINT = 'EXAMPLE_SIGNALS_ENDPOINT';
const TOKEN = 'EXAMPLE_SIGNALS_TOKEN';
const SECRET = 'example-token-of-a-receiver';
const SCOPE = { tenant_id: TENANT, environment_id: PRODUCTION };

describe('shared signals that are sent', () => {
  const folder = mkdtempSync(join(tmpdir(), 'govgate-signals-'));
  const keyFile = join(folder, 'signals.pem');
  let sender: TestService;
  let tokens: Tokens;

  before(() => {
    const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
    writeFileSync(keyFile, privateKey.export({ type: 'pkcs8', format: 'pem' }));
    process.env[TOKEN] = SECRET;
  });
  after(() => {
    rmSync(folder, { recursive: true });
    delete process.env[TOKEN];
    delete process.env[ENDPOINT];
  });

  beforeEach(async () => {
    sender = await startTestService({
      on: 'sqlite',
      work: true,
      settings: {
        GOVGATE_PUBLIC_URL: ISSUER,
        GOVGATE_SSF_KEY_FILE: keyFile,
        ...REACHES_LOOPBACK,
        GOVGATE_SECRET_ENV: [ENDPOINT, TOKEN].map((name) => `${TENANT}/${PRODUCTION}:${name}`).join(),
      },
    });
    tokens = await makeWorld(sender.ports);
    await putSessions(sender);
  });
  afterEach(() => sender.stop());

  const putSessions = (service: TestService) =>
    putRecords(
      service.ports,
      TENANT,
      [PRODUCTION, STAGING].flatMap((environmentId) =>
        ['s1', 's2'].map((id) => ({
          kind: clientSessionKind,
          record: sampleSession(`${environmentId}_${id}`, { environmentId }),
        })),
      ),
    );

  const call = async (path: string, body?: object) => {
    const answer = await sender.call(path, { token: tokens.admin, ...(body === undefined ? {} : { body }) });
    expect(answer.status, answer.text).to.be.lessThan(300);
    return answer.json;
  };

  const createDestination = () =>
    call(`/v1/siem-webhooks?${new URLSearchParams(SCOPE)}`, {
      destination_id: 'dst_signals',
      kind: 'ssf_push',
      destination_ref: AUDIENCE,
      endpoint_ref: 'epref_gateway-berlin',
      endpoint_secret_ref: `env:${ENDPOINT}`,
      token_secret_ref: `env:${TOKEN}`,
    });

  const endSession = () =>
    call(`/v1/sessions/${PRODUCTION}_s1/terminate?${new URLSearchParams(SCOPE)}`, {
      reason_code: 'incident',
      reason: 'canary of free text',
    });
  const disableVic = () =>
    call('/v1/users/vic/disable', { reason_code: 'left', reason: 'canary of free text' });
  const ofDestination = (part: string) =>
    call(`/v1/siem-webhooks/dst_signals/${part}?${new URLSearchParams(SCOPE)}`);

  describe('to a strict receiver', () => {
    let receiver: Recorder;
    beforeEach(async () => {
      receiver = await startRecorder((_request, response) => response.writeHead(202).end());
      process.env[ENDPOINT] = `${receiver.url}/events`;
    });
    afterEach(() => receiver.close());

    /** The tokens that came, verified by the published keys. */
    const verified = () => {
      const keys = createRemoteJWKSet(new URL(`${sender.url}/v1/identity/signals/keys`));
      const rules = { issuer: ISSUER, audience: AUDIENCE, typ: 'secevent+jwt', algorithms: ['RS256'] };
      return Promise.all(receiver.seen.map(async ({ body }) => (await jwtVerify(body, keys, rules)).payload));
    };

    it('are verified by the published keys, and hold metadata alone', async () => {
      await createDestination();
      await endSession();
      await disableVic();
      const test = await call('/v1/siem-webhooks/dst_signals/test', { ...SCOPE, reason_code: 'routine' });
      expect(test.delivery_status.reason_code).to.equal('delivered');
      // Both sessions of the environment, the user and the verification.
      await until(() => receiver.seen.length >= 4);
      const claims = await verified();
      const types = claims.flatMap(({ events }) => Object.keys(events as object));
      expect(types.map((type) => type.split('/').at(-1)).sort()).to.deep.equal([
        'account-disabled',
        'session-revoked',
        'session-revoked',
        'verification',
      ]);
      expect(new Set(claims.map(({ jti }) => jti)).size).to.equal(4);
      for (const one of claims) expect(one).not.to.have.any.keys('sub', 'exp');
      const told = JSON.stringify([claims, receiver.seen.map(({ url }) => url)]);
      for (const secret of ['canary', SECRET, 'env:', receiver.url]) expect(told).not.to.include(secret);
      expect(receiver.seen.every(({ headers }) => headers.authorization === `Bearer ${SECRET}`)).to.equal(
        true,
      );
    });
  });

  it('are described for receivers without a token, with public keys alone, and may be kept', async () => {
    const metadata = await sender.call('/.well-known/ssf-configuration');
    expect([metadata.status, metadata.json]).to.deep.equal([
      200,
      {
        spec_version: '1_0',
        issuer: ISSUER,
        jwks_uri: `${ISSUER}/v1/identity/signals/keys`,
        delivery_methods_supported: ['urn:ietf:rfc:8935'],
      },
    ]);
    const keys = await sender.call('/v1/identity/signals/keys');
    expect(keys.json.keys.map(Object.keys)).to.deep.equal([['kty', 'use', 'alg', 'kid', 'n', 'e']]);
    for (const { headers } of [metadata, keys])
      expect(headers.get('cache-control')).to.equal('public, max-age=300');
  });

  it('are neither described nor created where there is no key', async () => {
    const without = await startTestService();
    const paths = ['/.well-known/ssf-configuration', '/v1/identity/signals/keys'];
    const answers = await Promise.all(paths.map((path) => without.call(path)));
    await without.stop();
    expect(answers.map(({ status, headers }) => [status, headers.get('cache-control')])).to.deep.equal(
      paths.map(() => [404, 'no-store']),
    );
  });

  describe('to another govgate', () => {
    let receiver: TestService;
    let receiverTokens: Tokens;

    beforeEach(async () => {
      receiver = await startTestService({
        on: 'sqlite',
        settings: {
          GOVGATE_JWT_ISSUER: ISSUER,
          GOVGATE_JWT_AUDIENCE: AUDIENCE,
          GOVGATE_JWT_JWKS: `${sender.url}/v1/identity/signals/keys`,
        },
      });
      receiverTokens = await makeWorld(receiver.ports);
      await putSessions(receiver);
      process.env[ENDPOINT] = `${receiver.url}/v1/identity/signals`;
      await createDestination();
    });
    afterEach(() => receiver.stop());

    const liveThere = async (): Promise<number> => {
      const inEach = [PRODUCTION, STAGING].map(async (environmentId) => {
        const page = await receiver.ports.records.page(
          clientSessionKind,
          { tenantId: TENANT, environmentId },
          { limit: 100 },
        );
        return page.items.filter(({ record }) => record.userId === 'vic' && isLive(record.state)).length;
      });
      return (await Promise.all(inEach)).reduce((sum, count) => sum + count, 0);
    };
    const eventsThere = async () =>
      (await receiver.call(`/v1/audit/events?tenant_id=${TENANT}&limit=100`, { token: receiverTokens.admin }))
        .json.total_count;

    it('end sessions and disable users there, and change nothing when they are sent again', async () => {
      expect(await liveThere()).to.be.greaterThan(3);
      await endSession();
      await until(async () => (await liveThere()) === 0);
      const user = () => receiver.call('/v1/users/vic', { token: receiverTokens.admin });
      expect((await user()).json.status).to.equal('active');
      await disableVic();
      await until(async () => (await user()).json.status === 'disabled');
      await until(async () => (await ofDestination('status')).lag_events === 0);

      const before = await eventsThere();
      const head = (await call(`/v1/audit/events?tenant_id=${TENANT}&limit=1`)).items[0].sequence;
      const { replay_id } = await call('/v1/siem-webhooks/dst_signals/replay', {
        ...SCOPE,
        reason_code: 'again',
        from_sequence: 1,
        to_sequence: head,
      });
      expect(replay_id).to.be.a('string');
      await until(async () => JSON.stringify(await ofDestination('status')).includes('"completed"'));
      expect([await eventsThere(), (await ofDestination('dead-letters')).items]).to.deep.equal([before, []]);
    });
  });

  it('of a destination that a bundle brought to a service without a key fail with a reason', async () => {
    const without = await startTestService({
      work: true,
      settings: { GOVGATE_SECRET_ENV: `${TENANT}/${PRODUCTION}:${ENDPOINT}` },
    });
    const { admin } = await makeWorld(without.ports);
    process.env[ENDPOINT] = 'http://127.0.0.1:9/events';
    const record = sampleWebhook({
      kind: 'ssf_push',
      endpointSecretRef: `env:${ENDPOINT}`,
      exportSettings: DEFAULT_EXPORT_SETTINGS,
    });
    await putRecords(without.ports, TENANT, [{ kind: destinationKind, record }]);
    await putSessions(without);
    const scope = { tenantId: TENANT, environmentId: PRODUCTION };
    const lane = () => without.ports.records.get(exportLaneKind, scope, record.destinationId);
    await until(async () => (await lane()) !== undefined);
    const query = new URLSearchParams(SCOPE);
    await without.call(`/v1/sessions/${PRODUCTION}_s1/terminate?${query}`, {
      token: admin,
      body: { reason_code: 'incident' },
    });
    const path = `/v1/siem-webhooks/${record.destinationId}/status?${query}`;
    const status = async () => (await without.call(path, { token: admin })).json;
    await until(async () => (await status()).last_reason_code === 'secret_ref_unresolved');
    const { unusable_reference, delivered_events, refused_events } = await status();
    await without.stop();
    expect([unusable_reference, delivered_events, refused_events]).to.deep.equal(['signing_key_ref', 0, 0]);
  });
});

import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { DESTINATION_KINDS } from '@govgate/domain/internal';
import { destinationKind, destinationObservationKind } from '@govgate/ports';
import { expect } from 'chai';
import { isCheckpoint } from '../testing/delivery/is-checkpoint.js';
import { expectRefusal } from '../testing/expectations.js';
import { sampleWebhook } from '../testing/samples/delivery-test-samples.js';
import { REACHES_LOOPBACK, startTestService, type TestService } from '../testing/test-service.js';
import { makeWorld, PRODUCTION, putRecords, TENANT, type Tokens } from '../testing/worlds/world.js';

const ENDPOINT = 'EXAMPLE_DELIVERY_TEST_ENDPOINT';
const TOKEN = 'EXAMPLE_DELIVERY_TEST_TOKEN';
const READABLE = {
  GOVGATE_SECRET_ENV: [ENDPOINT, TOKEN].map((name) => `${TENANT}/${PRODUCTION}:${name}`).join(),
};
const SCOPE = { tenantId: TENANT, environmentId: PRODUCTION };

describe('the delivery test of a destination', () => {
  let service: TestService;
  let tokens: Tokens;
  let receiver: Server | undefined;
  const received: string[] = [];

  const start = async (settings: Record<string, string> = REACHES_LOOPBACK, work = true): Promise<void> => {
    service = await startTestService({ settings: { ...READABLE, ...settings }, work });
    tokens = await makeWorld(service.ports);
  };

  const receive = async (listener: RequestListener): Promise<void> => {
    receiver = createServer((request, response) => {
      if (!isCheckpoint(request)) received.push(String(request.headers['webhook-id']));
      request.resume();
      listener(request, response);
    });
    await new Promise<void>((resolve) => receiver?.listen(0, '127.0.0.1', resolve));
    const { port } = receiver.address() as AddressInfo;
    process.env[ENDPOINT] = `http://127.0.0.1:${port}/in`;
  };

  const destination = (over: Parameters<typeof sampleWebhook>[0] = {}) =>
    putRecords(service.ports, TENANT, [
      { kind: destinationKind, record: sampleWebhook({ endpointSecretRef: `env:${ENDPOINT}`, ...over }) },
    ]);

  const test = (headers: Record<string, string> = {}) =>
    service.call('/v1/siem-webhooks/dst_tested/test', {
      token: tokens.admin,
      headers,
      body: { tenant_id: TENANT, environment_id: PRODUCTION, reason_code: 'routine' },
    });

  const events = async () => {
    const answer = await service.call(`/v1/audit/events?tenant_id=${TENANT}&resource_type=siem_webhook`, {
      token: tokens.admin,
    });
    return answer.json.items.map((event: Record<string, unknown>) => [
      event.event_type,
      event.outcome,
      event.reason_code,
      (event.actor as { actor_id: string }).actor_id,
    ]);
  };

  const delivery = async () =>
    (await service.ports.records.get(destinationObservationKind, SCOPE, 'dst_tested'))?.record.delivery;

  afterEach(async () => {
    await service.stop();
    receiver?.closeAllConnections();
    receiver?.close();
    receiver = undefined;
    received.length = 0;
    delete process.env[ENDPOINT];
  });

  it('answers with the true outcome, keeps it on the destination, and records both in the trail', async () => {
    await start();
    await receive((_, response) => response.writeHead(204).end());
    await destination();
    const answer = await test();
    const requested = answer.json.audit_event_ref;
    expect([answer.status, answer.json]).to.deep.equal([
      200,
      {
        schemaVersion: '1.0',
        request_id: answer.headers.get('x-request-id'),
        tenant_id: TENANT,
        environment_id: PRODUCTION,
        destination_id: 'dst_tested',
        accepted: true,
        delivery_status: {
          status: 'healthy',
          checked_at: answer.json.delivery_status.checked_at,
          reason_code: 'delivered',
        },
        audit_event_ref: requested,
        permissions: { allowed_actions: ['disable', 'read', 'replay', 'test', 'update'] },
      },
    ]);
    expect((await delivery())?.status).to.equal('healthy');
    // The synthetic event carries the id of the event that requested it.
    expect(received).to.deep.equal([requested]);
    expect(await events()).to.deep.equal([
      ['siem_webhook.test_completed', 'success', 'delivered', 'worker'],
      ['siem_webhook.test_requested', 'success', 'routine', 'ada'],
    ]);
  });

  it('answers 200 with the failure of an endpoint that refuses', async () => {
    await start();
    await receive((_, response) => response.writeHead(403).end());
    await destination();
    const { status, json } = await test();
    const { checked_at: _, ...reported } = json.delivery_status;
    expect([status, json.accepted, reported]).to.deep.equal([
      200,
      true,
      {
        status: 'degraded',
        reason_code: 'auth_rejected',
        last_error: { reason_code: 'auth_rejected', retryable: false },
      },
    ]);
  });

  it('answers 202 at once where no worker is running, and the check stays queued', async () => {
    await start(REACHES_LOOPBACK, false);
    await destination();
    const { status, json } = await test();
    expect([status, json.accepted, json.delivery_status]).to.deep.equal([
      202,
      true,
      { status: 'pending', checked_at: '', reason_code: 'check_queued' },
    ]);
    expect((await delivery())?.status).to.equal('pending');
  });

  it('refuses on a disabled destination, and sends nothing', async () => {
    await start();
    await receive((_, response) => response.end());
    await destination({ enabled: false });
    expectRefusal(await test(), 409, 'destination_disabled');
    expect(received).to.deep.equal([]);
  });

  it('speaks the protocol of each kind: a webhook receiver is not a collector, index or intake', async () => {
    await start();
    await receive((_, response) => response.writeHead(200).end('{}'));
    process.env[TOKEN] = 'example-token-of-a-test';
    const said: Record<string, string> = {};
    for (const kind of DESTINATION_KINDS) {
      await destination({ kind, destinationId: `dst_${kind}`, tokenSecretRef: `env:${TOKEN}` });
      const { json } = await service.call(`/v1/siem-webhooks/dst_${kind}/test`, {
        token: tokens.admin,
        body: { tenant_id: TENANT, environment_id: PRODUCTION, reason_code: 'routine' },
      });
      said[kind] = json.delivery_status.reason_code;
    }
    delete process.env[TOKEN];
    expect(said).to.deep.equal({
      webhook: 'delivered',
      splunk_hec: 'network_error',
      syslog: 'ssrf_blocked',
      elasticsearch: 'network_error',
      datadog: 'network_error',
      otlp_http: 'delivered',
      ssf_push: 'secret_ref_unresolved',
    });
  });

  it('replays the outcome, not the pending answer, to a repeated Idempotency-Key, and sends once', async () => {
    await start();
    await receive((_, response) => response.writeHead(204).end());
    await destination();
    const first = await test({ 'idempotency-key': 'once' });
    const second = await test({ 'idempotency-key': 'once' });
    expect(second.json.delivery_status).to.deep.equal(first.json.delivery_status);
    expect([second.status, received.length]).to.deep.equal([200, 1]);
  });

  it('answers a repeated Idempotency-Key that the check is under way, and later with its outcome', async () => {
    await start();
    let finish: (() => void) | undefined;
    await receive((_, response) => {
      finish = () => response.writeHead(204).end();
    });
    await destination();
    const key = { 'idempotency-key': 'once' };
    const first = test(key);
    for (let looked = 0; finish === undefined && looked < 200; looked += 1)
      await new Promise((resolve) => setTimeout(resolve, 20));
    expectRefusal(await test(key), 409, 'idempotency_in_progress');
    finish?.();
    const answered = await first;
    expect([answered.status, answered.json.delivery_status.status]).to.deep.equal([200, 'healthy']);
    const again = await test(key);
    expect([again.status, again.json.delivery_status]).to.deep.equal([200, answered.json.delivery_status]);
    expect(received.length).to.equal(1);
  });

  it('replays that a check is queued while nobody has made it, and requests no second one', async () => {
    await start(REACHES_LOOPBACK, false);
    await destination();
    const key = { 'idempotency-key': 'once' };
    const first = await test(key);
    const second = await test(key);
    expect([first.status, second.status]).to.deep.equal([202, 202]);
    expect(second.json.audit_event_ref).to.equal(first.json.audit_event_ref);
    expect((await events()).length).to.equal(1);
  });

  it('limits tests of one destination, whoever asks', async () => {
    await start({ ...REACHES_LOOPBACK, GOVGATE_RATE_DELIVERY_TESTS_PER_MINUTE: '1' }, false);
    await destination();
    await test();
    expectRefusal(await test(), 429, 'rate_limited');
  });
});

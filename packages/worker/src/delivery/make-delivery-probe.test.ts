import type { IncomingHttpHeaders } from 'node:http';
import type { DeliveryCheck, DeliveryTarget } from '@govgate/ports';
import { expect } from 'chai';
import { Webhook } from 'standardwebhooks';
import { makeEgress } from '../egress/make-egress.js';
import { LOOPBACK } from '../egress/testing/egress-cases.js';
import { startHttp } from '../egress/testing/loopback-server.js';
import { checkOf, kindBench, SIGNING_KEY, TOKEN, targetOf } from './testing/kind-bench.js';
import { CANARY, RECEIVERS } from './testing/receivers.js';

const PATH = '/in/example-secret-path';

const check = (changes: Partial<DeliveryTarget> = {}): DeliveryCheck =>
  checkOf(targetOf('webhook', { tokenSecretRef: null, ...changes }));

describe('delivery probe', () => {
  const egress = makeEgress(LOOPBACK);
  after(() => egress.close());

  const warnings: string[] = [];
  const log = { warn: (what: string) => void warnings.push(what) };
  const probeTo = (endpoint: string, more: Record<string, string> = {}) =>
    kindBench({ egress, log }, endpoint, more).probe;

  const received = async (changes: Partial<DeliveryTarget> = {}) => {
    const seen: { method?: string; url?: string; headers: IncomingHttpHeaders; body: string }[] = [];
    const server = await startHttp((request, response) => {
      let body = '';
      request.on('data', (chunk: Buffer) => {
        body += chunk.toString();
      });
      request.on('end', () => {
        seen.push({ method: request.method ?? '', url: request.url ?? '', headers: request.headers, body });
        response.writeHead(204).end();
      });
    });
    const outcome = await probeTo(`http://127.0.0.1:${server.port}${PATH}\n`).check(check(changes));
    await server.close();
    return { seen, outcome };
  };

  it('sends one signed CloudEvents document with metadata and nothing else', async () => {
    const { seen, outcome } = await received();
    const [{ method, url, headers, body } = { headers: {}, body: '{}' }] = seen;
    expect([seen.length, method, url, headers['content-type']]).deep.equal([
      1,
      'POST',
      PATH,
      'application/cloudevents+json; charset=utf-8',
    ]);
    expect(JSON.parse(body)).deep.equal({
      specversion: '1.0',
      type: 'siem_webhook.test',
      source: 'govgate',
      id: 'evt_1',
      time: '2026-01-01T00:00:00.000Z',
      data: {
        synthetic: true,
        tenant_id: 'acme',
        environment_id: 'production',
        destination_id: 'dst_1',
        request_id: 'req_1',
      },
    });
    expect([headers['webhook-id'], headers['webhook-timestamp'], headers.authorization]).deep.equal([
      'evt_1',
      '1767225600',
      undefined,
    ]);
    expect({ ...outcome, latencyMs: 0 }).deep.equal({
      reasonCode: 'delivered',
      retryable: false,
      latencyMs: 0,
      retryAfterSeconds: null,
    });
  });

  it('signs what it sends, so that a third-party verifier recomputes the same', async () => {
    const { seen } = await received();
    const [{ headers, body } = { headers: {}, body: '' }] = seen;
    const at = new Date(Number(headers['webhook-timestamp']) * 1_000);
    expect(headers['webhook-signature']).equal(new Webhook(SIGNING_KEY).sign('evt_1', at, body));
  });

  it('carries a token as a bearer, and neither token nor key nor path in the body', async () => {
    const { seen } = await received({ tokenSecretRef: 'env:TOKEN' });
    expect(seen[0]?.headers.authorization).equal(`Bearer ${TOKEN}`);
    for (const secret of [TOKEN, SIGNING_KEY, PATH, 'env:']) expect(seen[0]?.body).not.include(secret);
  });

  it('sends without a signature where there is no key', async () => {
    const { seen, outcome } = await received({ signingKeyRef: null });
    expect([outcome.reasonCode, seen[0]?.headers['webhook-signature']]).deep.equal(['delivered', undefined]);
  });

  for (const { behaviour, start, reasonCode, retryable, retryAfterSeconds = null } of RECEIVERS) {
    it(`reports ${reasonCode} for a receiver that ${behaviour}`, async () => {
      const server = await start();
      const outcome = await probeTo(`http://127.0.0.1:${server.port}${PATH}`).check(
        check({ tokenSecretRef: 'env:TOKEN' }),
      );
      await server.close();
      expect(outcome.latencyMs).within(0, 5_000);
      expect({ ...outcome, latencyMs: 0 }).deep.equal({
        reasonCode,
        retryable,
        latencyMs: 0,
        retryAfterSeconds,
      });
      for (const canary of [CANARY, TOKEN, SIGNING_KEY, PATH])
        expect(JSON.stringify(outcome)).not.include(canary);
    });
  }

  it('sends nothing while a reference resolves to nothing usable', async () => {
    const server = await startHttp((_request, response) => response.end());
    const endpoint = `http://127.0.0.1:${server.port}/`;
    const reasons = await Promise.all([
      probeTo(endpoint).check(check({ endpointSecretRef: null })),
      probeTo(endpoint).check(check({ tenantId: 'umbra' })),
      probeTo(endpoint).check(check({ environmentId: 'staging' })),
      probeTo(endpoint).check(check({ endpointSecretRef: 'env:MISSING' })),
      probeTo(endpoint).check(check({ signingKeyRef: 'env:MISSING' })),
      probeTo(endpoint).check(check({ tokenSecretRef: 'env:MISSING' })),
      probeTo(endpoint, { 'acme production env:SIGNING_KEY': 'no key!' }).check(check()),
      probeTo(endpoint, { 'acme production env:TOKEN': 'two\r\nlines: x' }).check(
        check({ tokenSecretRef: 'env:TOKEN' }),
      ),
    ]);
    await server.close();
    expect([reasons.map((r) => r.reasonCode), server.connections()]).deep.equal([
      Array.from({ length: 8 }, () => 'secret_ref_unresolved'),
      0,
    ]);
    expect(warnings.map((line) => line.split('its ')[1]).sort()).deep.equal([
      'endpoint_secret_ref does not resolve',
      'endpoint_secret_ref does not resolve',
      'endpoint_secret_ref does not resolve',
      'endpoint_secret_ref is not set',
      'signing_key_ref does not resolve',
      'signing_key_ref resolves to no signing key',
      'token_secret_ref does not resolve',
      'token_secret_ref resolves to no bearer token',
    ]);
  });

  it('blocks an endpoint that is an invalid URL or internal', async () => {
    const endpoints = ['not a url', 'https://10.0.0.1/', 'ftp://127.0.0.1/', 'https://u:p@example.com/'];
    const outcomes = await Promise.all(endpoints.map((endpoint) => probeTo(endpoint).check(check())));
    expect(outcomes.map((o) => [o.reasonCode, o.retryable])).deep.equal(
      endpoints.map(() => ['ssrf_blocked', false]),
    );
  });
});

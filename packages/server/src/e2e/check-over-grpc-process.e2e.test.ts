import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { expect } from 'chai';
import { onFreePort } from '../../../../tools/test-services/loopback-port.js';
import { connectGrpcGateway, type GrpcGateway } from '../testing/gateways/grpc-gateway.js';
import { type SpawnedService, spawnService } from '../testing/processes/spawned-service.js';
import { ADMIN_TOKEN } from '../testing/test-service.js';

const SECRET = 'hunter2-that-nobody-may-keep';
const body = JSON.stringify({
  jsonrpc: '2.0',
  id: 1,
  method: 'tools/call',
  params: { name: 'read', arguments: { password: SECRET, text: `Bearer ${SECRET}` } },
});
const HEADERS = { 'content-type': 'application/json', 'x-govgate-user': 'ada' };
const ROUTE = { govgate_environment: 'production', govgate_server: 'srv_1' };

describe('the process that answers over gRPC', () => {
  let folder: string;
  let service: SpawnedService;
  let gateway: GrpcGateway;

  before(async () => {
    folder = mkdtempSync(join(tmpdir(), 'govgate-grpc-'));
    service = await onFreePort(async (port) => {
      gateway = connectGrpcGateway(port);
      return spawnService({
        GOVGATE_DATA: folder,
        GOVGATE_LOG_LEVEL: 'trace',
        GOVGATE_EXT_AUTHZ_PORT: String(port),
        GOVGATE_DRAIN_SECONDS: '1',
        GOVGATE_RATE_EVALUATIONS_PER_MINUTE: '3',
      });
    });
  });

  after(async () => {
    gateway.close();
    await service.kill();
    rmSync(folder, { recursive: true, force: true });
  });

  const check = (http: object = { body }, token = ADMIN_TOKEN) =>
    gateway.check(
      { request: { http: { method: 'POST', headers: HEADERS, ...http } }, context_extensions: ROUTE },
      { authorization: `Bearer ${token}` },
    );

  /** The lines of the log about checks. */
  const lines = (): readonly Record<string, unknown>[] =>
    service
      .stderr()
      .split('\n')
      .filter((line) => line.startsWith('{'))
      .map((line) => JSON.parse(line))
      .filter(({ operation }) => operation === 'checkCall');

  it('logs a check as any other call, and keeps nothing of what it was about', async () => {
    const { json, headers } = await check();
    expect(json.decision).to.equal(false);
    const refused = await check({ body, size: body.length + 1 });
    await check({ body }, 'nobody');
    const trail = await service.call('/v1/audit/events?limit=100', { token: ADMIN_TOKEN });
    const approvals = await service.call('/v1/approvals?environment_id=production', { token: ADMIN_TOKEN });
    expect([trail.status, approvals.status]).to.deep.equal([200, 200]);
    for (const text of [
      JSON.stringify(json),
      refused.json.reasonCode,
      trail.text,
      approvals.text,
      service.stderr(),
    ])
      expect(text).not.to.include(SECRET);
    const seen = lines().map(({ requestId, status, reasonCode, failedCheck }) => ({
      requestId,
      status,
      reasonCode,
      failedCheck,
    }));
    expect(seen.map(({ status, reasonCode }) => [status, reasonCode])).to.deep.equal([
      [403, undefined],
      [400, 'invalid_request'],
      [401, 'token_invalid'],
    ]);
    expect(seen.map(({ requestId }) => requestId).slice(0, 2)).to.deep.equal([
      headers?.['x-request-id'],
      refused.headers?.['x-request-id'],
    ]);
  });

  it('counts checks against the quota of the gateway', async () => {
    for (let sent = 0; sent < 8; sent += 1) {
      const { status, code, headers } = await check();
      if (status !== 429) continue;
      expect([code, Number(headers?.['retry-after']) > 0]).to.deep.equal([8, true]);
      return;
    }
    expect.fail('no check was beyond the quota');
  });

  it('says not serving as soon as it is to stop, still answers, and ends with 0', async () => {
    expect(await gateway.health()).to.equal(1);
    const stopped = service.stop();
    while ((await gateway.health()) === 1) await wait(10);
    expect((await check()).allowed).to.equal(false);
    expect(await stopped).to.equal(0);
    expect(await check().catch(({ code }) => code)).to.equal(14);
  });

  it('says in a sentence that its port is taken', async () => {
    const taken = new URL(service.url).port;
    const other = await spawnService({
      GOVGATE_DATA: folder,
      GOVGATE_PORT: taken,
      GOVGATE_HOST: '127.0.0.1',
    });
    try {
      const fault = await spawnService({
        GOVGATE_DATA: mkdtempSync(join(folder, 'second-')),
        GOVGATE_EXT_AUTHZ_PORT: taken,
      }).catch(({ message }) => message);
      expect(fault).to.include(`The port ${taken} is not available. Set GOVGATE_EXT_AUTHZ_PORT`);
    } finally {
      await other.kill();
    }
  });
});

import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'chai';
import { SAMPLE_RECORDS } from '../testing/samples/operation-samples.js';
import { type Answered, startTestService, type TestService } from '../testing/test-service.js';
import { makeWorld, PRODUCTION, putRecords, TENANT, type Tokens } from '../testing/worlds/world.js';

const SURFACES = `/v1/client-surfaces?environment_id=${PRODUCTION}`;
const PLANES = `/v1/data-planes?tenant_id=${TENANT}&environment_id=${PRODUCTION}`;

describe('two services over one store', () => {
  let folder: string;
  let here: TestService;
  let there: TestService;
  let tokens: Tokens;

  beforeEach(async () => {
    folder = mkdtempSync(join(tmpdir(), 'govgate-shared-'));
    const settings = { GOVGATE_DATA: folder };
    here = await startTestService({ on: 'sqlite', settings });
    there = await startTestService({ on: 'sqlite', settings });
    tokens = await makeWorld(here.ports);
    await putRecords(here.ports, TENANT, SAMPLE_RECORDS);
  });

  afterEach(async () => {
    await here.stop();
    await there.stop();
    rmSync(folder, { recursive: true, force: true });
  });

  const list = (path: string, headers: Record<string, string> = {}): Promise<Answered> =>
    here.call(path, { token: tokens.admin, headers });

  const surface = async (): Promise<Record<string, unknown>> =>
    (await list(SURFACES)).json.items.find(
      ({ clientSurfaceId }: { clientSurfaceId: string }) => clientSurfaceId === 'cs_active',
    );

  const elsewhere = async (
    method: string,
    path: string,
    body: unknown,
    token = tokens.admin,
  ): Promise<number> => (await there.call(path, { method, token, body })).status;

  it('answer a list again word for word, each call under its own request id', async () => {
    const first = await list(SURFACES, { 'x-request-id': 'req_one' });
    const second = await list(SURFACES, { 'x-request-id': 'a-second.request' });
    const third = await list(SURFACES, { 'x-request-id': 'req_one' });
    expect([first.json.requestId, second.json.requestId]).to.deep.equal(['req_one', 'a-second.request']);
    expect(second.text).to.equal(first.text.replace('req_one', 'a-second.request'));
    expect(third.text).to.equal(first.text);
    expect(second.headers.get('content-length')).to.equal(String(Buffer.byteLength(second.text)));
  });

  it('show at once what the other one committed, including in ready lists', async () => {
    const counts = async () => {
      const { lifecycleState, activeSessionCount, recentAuditCount, recentDenyCount } = await surface();
      return [lifecycleState, activeSessionCount, recentAuditCount, recentDenyCount];
    };
    const seen = [await counts(), await counts()];
    await elsewhere('PUT', `/v1/sessions/cls_new?environment_id=${PRODUCTION}`, {
      user_id: 'vic',
      client_surface_id: 'cs_active',
      state: 'active',
    });
    seen.push(await counts());
    const disable = `/v1/client-surfaces/cs_active/disable?environment_id=${PRODUCTION}`;
    const reason = { reasonCode: 'sample' };
    expect(await elsewhere('POST', disable, reason, tokens.viewer)).to.equal(403);
    seen.push(await counts());
    expect(await elsewhere('POST', disable, reason)).to.equal(200);
    seen.push(await counts());
    expect(seen).to.deep.equal([
      ['active', 0, 0, 0],
      ['active', 0, 0, 0],
      ['active', 1, 0, 0],
      ['active', 1, 1, 1],
      ['disabled', 1, 2, 1],
    ]);
  });

  it('show at once how far data planes have applied a revocation, which is not a commit', async () => {
    const revoke = `/v1/client-surfaces/cs_active/revoke?environment_id=${PRODUCTION}`;
    expect(await elsewhere('POST', revoke, { reasonCode: 'sample' })).to.equal(200);
    const states = [(await surface()).revocationState];
    const { last_sequence } = (
      await here.call(`/v1/revocations?environment_id=${PRODUCTION}`, { token: tokens.admin })
    ).json;
    for (const plane of ['dp_heard', 'dp_draining']) {
      const beat = { lastRevocationSequence: last_sequence };
      await elsewhere('PUT', `/v1/data-planes/${plane}/heartbeat?environment_id=${PRODUCTION}`, beat);
      states.push((await surface()).revocationState);
    }
    expect(states).to.deep.equal(['revocation_pending', 'revocation_pending', 'revoked']);
  });

  it('list data planes with the other one’s reports and orders', async () => {
    const figures = async () => {
      const { kpis, facets } = (await list(PLANES)).json;
      return [kpis.total, kpis.activeSessions, facets.status];
    };
    const seen = [await figures()];
    await elsewhere('PUT', `/v1/data-planes/dp_draining/heartbeat?environment_id=${PRODUCTION}`, {
      readiness: { status: 'ready', serving: true },
      policySync: { observedVersion: 'pv_live' },
      lastRevocationSequence: 1,
      activeSessions: { total: 3 },
    });
    seen.push(await figures());
    const reason = { reasonCode: 'sample' };
    await elsewhere('POST', `/v1/data-planes/dp_draining/resume?environment_id=${PRODUCTION}`, reason);
    seen.push(await figures());
    await elsewhere('POST', `/v1/data-planes/dp_heard/deregister?environment_id=${PRODUCTION}`, reason);
    seen.push(await figures());
    expect(seen).to.deep.equal([
      // dp_heard has never reported that it applied a revocation.
      [2, 0, { unhealthy: 1, unknown: 1 }],
      [2, 3, { degraded: 1, unhealthy: 1 }],
      [2, 3, { healthy: 1, unhealthy: 1 }],
      [1, 3, { healthy: 1 }],
    ]);
  });
});

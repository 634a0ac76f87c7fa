import { generateKeyPairSync, type KeyObject } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'chai';
import { exportJWK, SignJWT } from 'jose';
import { freeLoopbackPort } from '../../../../../tools/test-services/loopback-port.js';
import { spawnService } from '../../testing/processes/spawned-service.js';
import { ADMIN_TOKEN, type Call, startTestService, type TestService } from '../../testing/test-service.js';
import { makeWorld, TENANT } from '../../testing/worlds/world.js';

const ISSUER = 'https://issuer.example';
const ME = '/v1/identity/me';
const JUNK = 500;

describe('K8: the identity provider may be away', () => {
  const keys = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const stranger = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  let folder: string;
  let provider: Server;
  let isUp = true;
  let asked = 0;
  let settings: Record<string, string>;
  let service: Pick<TestService, 'call'> & { stop(): Promise<unknown> };

  before(async () => {
    folder = mkdtempSync(join(tmpdir(), 'govgate-k8-'));
    const keySet = { keys: [{ ...(await exportJWK(keys.publicKey)), kid: 'k1', alg: 'ES256' }] };
    provider = createServer((_, response) => {
      asked += 1;
      if (isUp) response.end(JSON.stringify(keySet));
      else response.writeHead(500).end();
    });
    await new Promise<void>((resolve) => provider.listen(0, '127.0.0.1', resolve));
    settings = {
      GOVGATE_JWT_ISSUER: ISSUER,
      GOVGATE_JWT_AUDIENCE: 'govgate',
      GOVGATE_JWT_JWKS: `http://127.0.0.1:${(provider.address() as AddressInfo).port}/jwks`,
    };
  });

  beforeEach(() => {
    asked = 0;
  });
  afterEach(() => service.stop());
  after(() => {
    provider.closeAllConnections();
    provider.close();
    rmSync(folder, { recursive: true, force: true });
  });

  const start = async (up: boolean): Promise<Call> => {
    isUp = up;
    const started = await startTestService({ settings });
    service = started;
    await makeWorld(started.ports);
    return started.call;
  };

  const jwt = (over: object = {}, kid = 'k1', key: KeyObject = keys.privateKey): Promise<string> =>
    new SignJWT({ iss: ISSUER, aud: 'govgate', sub: 'ada', tenant_id: TENANT, ...over })
      .setProtectedHeader({ alg: 'ES256', typ: 'at+jwt', kid })
      .setExpirationTime('5m')
      .sign(key);

  const answers = async (tokens: readonly string[]): Promise<Record<string, number>> => {
    const counts: Record<string, number> = {};
    for (let from = 0; from < tokens.length; from += 50)
      for (const { status, json } of await Promise.all(
        tokens.slice(from, from + 50).map((token) => service.call(ME, { token })),
      )) {
        const what = `${status} ${json.reasonCode ?? ''}`.trim();
        counts[what] = (counts[what] ?? 0) + 1;
      }
    return counts;
  };

  const junk = (): Promise<string[]> =>
    Promise.all(Array.from({ length: JUNK }, (_, i) => jwt({}, `junk-${i}`, stranger.privateKey)));

  it('asks it once, however many tokens with unknown keys come, and says that nothing can be decided yet', async () => {
    const call = await start(false);
    expect(await answers(await junk())).to.deep.equal({ '503 identity_provider_unavailable': JUNK });
    const refused = await call(ME, { token: await jwt() });
    expect([refused.json.retryable, refused.headers.get('retry-after') !== null, asked]).to.deep.equal([
      true,
      true,
      1,
    ]);
    expect((await call(ME, { token: ADMIN_TOKEN })).status).to.equal(200);
    const ready = await call('/readyz');
    expect([ready.status, ready.json.parts.identity_provider]).to.deep.equal([200, 'unavailable']);
  });

  it('continues with the last good keys, and asks once for any amount of junk', async () => {
    const call = await start(true);
    expect((await call(ME, { token: await jwt() })).status).to.equal(200);
    isUp = false;
    expect(await answers(await junk())).to.deep.equal({ '401 token_invalid': JUNK });
    expect((await call(ME, { token: await jwt({ jti: 'another' }) })).status).to.equal(200);
    expect([asked, (await call('/readyz')).json.parts.identity_provider]).to.deep.equal([2, 'unavailable']);
  });

  it('reports to log and metrics which check a token failed, not the token, and within a limit', async () => {
    isUp = true;
    const data = { GOVGATE_DATA: folder };
    const filling = await startTestService({ on: 'sqlite', settings: data });
    await makeWorld(filling.ports);
    await filling.stop();
    const metricsPort = await freeLoopbackPort();
    const spawned = await spawnService({
      ...settings,
      ...data,
      GOVGATE_LOG_LEVEL: 'warn',
      GOVGATE_METRICS_PORT: String(metricsPort),
    });
    service = spawned;
    const { call, stderr } = spawned;
    const wrong = [
      await jwt({ aud: 'others' }),
      await jwt({ iss: 'https://others.example' }),
      await jwt({ sub: 'ghost' }),
      await jwt({}, 'k1', stranger.privateKey),
    ];
    for (const token of wrong) expect((await call(ME, { token })).json.reasonCode).to.equal('token_invalid');
    await answers(await junk());
    const metrics = await (await fetch(`http://127.0.0.1:${metricsPort}/metrics`)).text();
    await spawned.stop();
    const lines = stderr()
      .split('\n')
      .filter((line) => line.startsWith('{'))
      .map((line) => JSON.parse(line));
    const reported = lines.filter(({ status }) => status === 401);
    expect(reported.slice(0, 4).map(({ level, failedCheck }) => [level, failedCheck])).to.deep.equal([
      [40, 'audience'],
      [40, 'issuer'],
      [40, 'subject_unknown'],
      [40, 'signature'],
    ]);
    expect([reported.length, lines.at(-1)?.key_unknown]).to.deep.equal([60, JUNK + 4 - 60]);
    for (const [check, count] of [
      ['audience', 1],
      ['key_unknown', JUNK],
    ])
      expect(metrics).to.contain(`govgate_refused_tokens_total{check="${check}"} ${count}`);
    for (const token of wrong) expect(stderr()).not.to.contain(token.slice(-40));
  });
});

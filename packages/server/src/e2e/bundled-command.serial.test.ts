import { mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect } from 'chai';
import { buildOnce } from '../../../../tools/build/build-once.js';
import { freeLoopbackPort } from '../../../../tools/test-services/loopback-port.js';
import { describeWithMongo } from '../../../../tools/test-services/require-service.js';
import { runCli, type SpawnedService, spawnService } from '../testing/processes/spawned-service.js';
import { spawnWorker } from '../testing/processes/spawned-worker.js';
import { takeMongoDatabase } from '../testing/stores/mongo-database.js';
import { ADMIN_TOKEN, REACHES_LOOPBACK } from '../testing/test-service.js';

const BUNDLED = fileURLToPath(new URL('../../dist/bin/cli.js', import.meta.url));

const TEST = { tenant_id: 'default', environment_id: 'production', reason_code: 'routine' };
const DESTINATION = {
  destination_id: 'dst_bundled',
  tenant_id: 'default',
  environment_id: 'production',
  kind: 'webhook',
  enabled: true,
  destination_ref: 'dstref_sample_bundled',
  endpoint_ref: 'epref_sample_bundled',
  endpoint_secret_ref: 'env:EXAMPLE_TARGET',
};

/** The locations of an operator's store, receiver and metrics. */
interface CommandRun {
  readonly environment: Readonly<Record<string, string>>;
  readonly metricsUrl: string;
  dispose(): void;
}

const makePlace = async (settings: Readonly<Record<string, string>> = {}): Promise<CommandRun> => {
  await buildOnce();
  const folder = mkdtempSync(join(tmpdir(), 'govgate-bundled-'));
  const receiver = createServer((_, response) => void response.writeHead(204).end());
  await new Promise<void>((resolve) => receiver.listen(0, '127.0.0.1', resolve));
  const metricsPort = await freeLoopbackPort();
  const jwks = join(folder, 'jwks.json');
  writeFileSync(jwks, '{"keys":[]}');
  const environment = {
    GOVGATE_DATA: folder,
    GOVGATE_METRICS_PORT: String(metricsPort),
    GOVGATE_JWT_ISSUER: 'https://issuer.example',
    GOVGATE_JWT_AUDIENCE: 'govgate',
    GOVGATE_JWT_JWKS: jwks,
    ...REACHES_LOOPBACK,
    GOVGATE_SECRET_ENV: 'default/production:EXAMPLE_TARGET',
    EXAMPLE_TARGET: `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/`,
    ...settings,
  };
  const bundle = join(folder, 'bundle.json');
  writeFileSync(bundle, JSON.stringify({ schema_version: '1.0', destinations: [DESTINATION] }));
  const imported = await runCli(['import', bundle], environment);
  expect(imported.code, imported.stderr).to.equal(0);
  return {
    environment,
    metricsUrl: `http://127.0.0.1:${metricsPort}/metrics`,
    dispose: () => {
      receiver.closeAllConnections();
      receiver.close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
};

/** The result of a check, and the answer to an unknown JWT: probes and token verifier are loaded on demand. */
const used = async ({ call }: SpawnedService): Promise<readonly unknown[]> => {
  const path = '/v1/siem-webhooks/dst_bundled/test';
  const tested = await call(path, { token: ADMIN_TOKEN, body: TEST });
  const unknown = await call('/v1/identity/me', { token: 'eyJhbGciOiJFUzI1NiJ9.e30.c2ln' });
  return [tested.status, tested.json.delivery_status?.reason_code, unknown.status, unknown.json.reasonCode];
};

// Other tests bundle the command themselves, with the same options: this is what `npm run build` produces.
describe('the bundled command', () => {
  it('serves with metrics, tokens of an issuer and checks of deliveries', async () => {
    const place = await makePlace();
    const service = await spawnService(place.environment, ['serve'], BUNDLED);
    try {
      expect(await used(service)).to.deep.equal([200, 'delivered', 401, 'token_invalid']);
      const metrics = await (await fetch(place.metricsUrl)).text();
      expect(metrics).to.contain('govgate_http_requests_total{operation="testDestination",status="200"} 1');
    } finally {
      await service.stop();
      place.dispose();
    }
  }).timeout(60_000);

  it('can be read by whichever user runs it', async () => {
    await buildOnce();
    const dist = fileURLToPath(new URL('../../dist', import.meta.url));
    const names = readdirSync(dist, { recursive: true, encoding: 'utf8' });
    const unreadable = names.filter((name) => {
      const found = statSync(join(dist, name));
      const needed = found.isDirectory() ? 0o005 : 0o004;
      return (found.mode & needed) !== needed;
    });
    expect(unreadable).to.deep.equal([]);
  }).timeout(120_000);

  it('prints a link to the console of the demonstration that signs in once', async () => {
    const place = await makePlace();
    const own = { GOVGATE_DATA: join(place.environment.GOVGATE_DATA ?? '', 'own') };
    const service = await spawnService(own, ['demo'], BUNDLED);
    try {
      await service.prints('Ctrl-C');
      const [, address, code] = /\n(http\S+\/console\/)#link=(\S+)/.exec(service.stdout()) ?? [];
      const redeem = async () => {
        const headers = { 'content-type': 'application/json' };
        const body = JSON.stringify({ code });
        const answer = await fetch(`${address}sign-in-link`, { method: 'POST', headers, body });
        return [answer.status, await answer.json()];
      };
      const [, token] = /export TOKEN=(\S+)/.exec(service.stdout()) ?? [];
      expect(await redeem()).to.deep.equal([200, { token }]);
      expect(await redeem()).to.deep.equal([
        403,
        {
          reasonCode: 'sign_in_link_refused',
          message: 'The sign-in link was used already, or is over.',
        },
      ]);
    } finally {
      await service.stop();
      place.dispose();
    }
  }).timeout(60_000);
});

describeWithMongo('the bundled command on MongoDB and Redis', () => {
  it('serves, with a worker beside it and metrics, and both stop on request', async () => {
    const database = takeMongoDatabase();
    const place = await makePlace({
      GOVGATE_MONGO_URL: database.url,
      GOVGATE_KEYS_IN_STORE: 'true',
      GOVGATE_REDIS_URL: process.env.GOVGATE_TEST_REDIS_URL ?? '',
    });
    const worker = await spawnWorker(place.environment, 'running the jobs', BUNDLED);
    const own = { ...place.environment, GOVGATE_METRICS_PORT: '0' };
    const service = await spawnService(own, ['serve'], BUNDLED);
    try {
      expect(await used(service)).to.deep.equal([200, 'delivered', 401, 'token_invalid']);
      const metrics = await (await fetch(place.metricsUrl)).text();
      expect(metrics).to.match(/govgate_jobs_total\{name="delivery_check",outcome="done"\} 1/);
    } finally {
      const stopped = [await service.stop(), await worker.stop()];
      await database.drop();
      place.dispose();
      expect(stopped).to.deep.equal([0, 0]);
    }
  }).timeout(90_000);
});

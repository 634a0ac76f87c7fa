import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { destinationKind } from '@govgate/ports';
import { expect } from 'chai';
import { isCheckpoint } from '../testing/delivery/is-checkpoint.js';
import { sampleWebhook } from '../testing/samples/delivery-test-samples.js';
import { onEveryStore } from '../testing/stores/on-every-store.js';
import { REACHES_LOOPBACK, type TestService } from '../testing/test-service.js';
import { makeWorld, PRODUCTION, putRecords, TENANT, type Tokens } from '../testing/worlds/world.js';

const ENDPOINT = 'EXAMPLE_TESTS_AT_ONCE_ENDPOINT';
/** One less than a destination's own limit a minute. */
const AT_ONCE = 9;

onEveryStore('delivery tests of one destination at once', (start) => {
  let service: TestService;
  let tokens: Tokens;
  let receiver: Server;
  let received = 0;

  const begin = async (work: boolean): Promise<void> => {
    received = 0;
    receiver = createServer((request, response) => {
      if (!isCheckpoint(request)) received += 1;
      request.resume();
      response.writeHead(204).end();
    });
    await new Promise<void>((resolve) => receiver.listen(0, '127.0.0.1', resolve));
    process.env[ENDPOINT] = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/in`;
    const settings = {
      ...REACHES_LOOPBACK,
      GOVGATE_SECRET_ENV: `${TENANT}/${PRODUCTION}:${ENDPOINT}`,
    };
    service = await start({ settings, work });
    tokens = await makeWorld(service.ports);
    await putRecords(service.ports, TENANT, [
      { kind: destinationKind, record: sampleWebhook({ endpointSecretRef: `env:${ENDPOINT}` }) },
    ]);
  };

  afterEach(async () => {
    await service.stop();
    receiver.closeAllConnections();
    receiver.close();
    delete process.env[ENDPOINT];
  });

  const testAtOnce = async (): Promise<number[]> => {
    const body = { tenant_id: TENANT, environment_id: PRODUCTION, reason_code: 'routine' };
    const ask = () => service.call('/v1/siem-webhooks/dst_tested/test', { token: tokens.admin, body });
    const answers = await Promise.all(Array.from({ length: AT_ONCE }, ask));
    return answers.map(({ status }) => status).sort();
  };

  it('are all accepted, and all made', async () => {
    await begin(true);
    expect(await testAtOnce()).to.deep.equal(Array(AT_ONCE).fill(200));
    expect(received).to.equal(AT_ONCE);
  });

  it('are all accepted where nobody makes them yet', async () => {
    await begin(false);
    expect(await testAtOnce()).to.deep.equal(Array(AT_ONCE).fill(202));
  });
});

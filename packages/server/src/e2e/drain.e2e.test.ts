import { mkdtempSync, rmSync } from 'node:fs';
import { Agent, get, type IncomingMessage } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { expect } from 'chai';
import { type SpawnedService, spawnService } from '../testing/processes/spawned-service.js';

describe('a service that is told to stop', () => {
  let folder: string;
  let service: SpawnedService;

  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'govgate-drain-'));
  });

  afterEach(async () => {
    await service.kill();
    rmSync(folder, { recursive: true, force: true });
  });

  const start = async (seconds: string): Promise<void> => {
    service = await spawnService({ GOVGATE_DATA: folder, GOVGATE_DRAIN_SECONDS: seconds });
  };

  const ask = (path: string, agent: Agent): Promise<IncomingMessage> =>
    new Promise((resolve, reject) => {
      get(service.url + path, { agent }, resolve).once('error', reject);
    });

  it('says not ready at once, and serves new connections until the time for it is over', async () => {
    await start('1');
    const stopped = service.stop();
    let answer = await service.call('/readyz');
    // The signal may still be on its way.
    while (answer.status === 200) answer = await service.call('/readyz');
    expect([answer.status, answer.json]).to.deep.equal([
      503,
      { status: 'not_ready', parts: { store: 'ready' }, warnings: ['draining'] },
    ]);
    const fresh = new Agent({ keepAlive: false });
    expect((await ask('/healthz', fresh)).statusCode).to.equal(200);
    expect(await stopped).to.equal(0);
    expect(await ask('/healthz', fresh).catch(({ code }) => code)).to.equal('ECONNREFUSED');
  });

  it('tells connections that are kept alive to close before it closes them, so that no call is lost', async () => {
    await start('1');
    const agent = new Agent({ keepAlive: true, maxSockets: 1 });
    const reported: (string | undefined)[] = [];
    const stopped = service.stop();
    while (reported.at(-1) !== 'close') {
      const answer = await ask('/healthz', agent);
      await text(answer);
      reported.push(answer.headers.connection);
    }
    expect(new Set(reported)).to.deep.equal(new Set(['keep-alive', 'close']));
    expect(await stopped).to.equal(0);
  });

  it('stops without waiting where the time is zero', async () => {
    await start('0');
    const before = performance.now();
    expect(await service.stop()).to.equal(0);
    expect(performance.now() - before).to.be.lessThan(3_000);
  });
});

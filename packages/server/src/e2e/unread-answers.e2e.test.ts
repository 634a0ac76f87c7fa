import { connect, type Socket } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import { expect } from 'chai';
import { buildOnce } from '../../../../tools/build/build-once.js';
import { type Answered, startTestService, type TestService } from '../testing/test-service.js';

/** More than the system's own buffers take of what a connection asks for. */
const READERS = 150;
const AHEAD = 40;
/** A minute of the collector's leisure, and everything that a connection needs besides its answer. */
const GROWTH_MB = 40;

describe('answers that nobody reads, without a token', () => {
  let service: TestService;
  const sockets = new Set<Socket>();

  before(async function () {
    this.timeout(120_000);
    await buildOnce();
    service = await startTestService();
  });
  afterEach(() => {
    for (const socket of sockets) socket.destroy();
    sockets.clear();
  });
  after(() => service.stop());

  const askWithoutReading = (path: string): void => {
    const socket = connect(Number(new URL(service.url).port), '127.0.0.1');
    sockets.add(socket);
    socket.pause();
    socket.on('error', () => undefined);
    socket.write(`GET ${path} HTTP/1.1\r\nHost: a\r\n\r\n`.repeat(AHEAD));
  };

  /** Asks until the address has no more to ask for, for ten seconds at most. */
  const refusedIn = async (path: string, triesLeft = 100): Promise<Answered> => {
    const answer = await service.call(path);
    if (answer.status === 429 || triesLeft === 0) return answer;
    await delay(100);
    return refusedIn(path, triesLeft - 1);
  };

  /** Waits until no connection takes more. */
  const buffersInMb = async (): Promise<number> => {
    let [before, now] = [-1, process.memoryUsage().arrayBuffers];
    while (now !== before) {
      await delay(300);
      [before, now] = [now, process.memoryUsage().arrayBuffers];
    }
    return now / 2 ** 20;
  };

  for (const path of ['/reference', '/v1/openapi.json'])
    it(`cost no memory and end at the limit of their address: ${path}`, async function () {
      this.timeout(60_000);
      expect((await service.call(path)).status).to.equal(200);
      const before = await buffersInMb();
      for (let i = 0; i < READERS; i += 1) askWithoutReading(path);
      const refused = await refusedIn(path);
      const grownMb = (await buffersInMb()) - before;
      const other = await service.call('/healthz');
      expect([refused.status, refused.json?.reasonCode, refused.headers.get('retry-after')]).to.deep.equal([
        429,
        'rate_limited',
        '1',
      ]);
      expect(other.status).to.equal(200);
      expect(grownMb).to.be.lessThan(GROWTH_MB);
    });
});

import { expect } from 'chai';
import type { EgressRequest, EgressResult } from './egress.js';
import { makeEgress } from './make-egress.js';
import { LOOPBACK } from './testing/egress-cases.js';
import { type LoopbackServer, OpenServers, startHttp, startTcp } from './testing/loopback-server.js';

const CANARY = 'canary-that-must-not-leave';

describe('limits of the egress guard', () => {
  const servers = new OpenServers();
  const open = (starting: Promise<LoopbackServer>): Promise<string> => servers.open(starting);
  const egress = makeEgress(LOOPBACK);

  after(() => egress.close());
  afterEach(() => servers.close());

  const call = (url: string, more: Partial<EgressRequest> = {}): Promise<EgressResult> =>
    egress.request({ url, method: 'GET', limits: { timeoutMs: 1_000 }, ...more });

  const failing = (failure: string): object => ({ ok: false, failure });

  it('gives up after its time on a lookup, a silent server and a slow head', async () => {
    const guard = makeEgress({ ...LOOPBACK, lookup: () => new Promise(() => {}) });
    const url = 'https://slow.example/';
    const lookup = await guard.request({ url, method: 'GET', limits: { timeoutMs: 100 } });
    await guard.close();
    const silent = await call(await open(startTcp(() => {})));
    const slowHead = 'HTTP/1.1 200 OK\r\nx-slow: 1234567890';
    const dripping = await call(
      await open(
        startTcp((socket) => {
          let sent = 0;
          const timer = setInterval(() => {
            socket.write(slowHead[sent % slowHead.length] ?? '');
            sent += 1;
          }, 20);
          socket.on('close', () => clearInterval(timer));
        }),
      ),
    );
    expect([lookup, silent, dripping]).deep.equal(Array.from({ length: 3 }, () => failing('timeout')));
  });

  it('stops at once on request', async () => {
    const url = await open(startTcp(() => {}));
    const stopped = await call(url, { signal: AbortSignal.abort() });
    expect(stopped).deep.equal(failing('timeout'));
  });

  it('decides by the head when the body drips, never ends, breaks off or is huge', async () => {
    const head = 'HTTP/1.1 200 OK\r\ncontent-length: 100000000\r\n\r\n';
    let sent = 0;
    const urls = await Promise.all([
      open(startTcp((socket) => socket.write(`${head}${CANARY}`))),
      open(
        startTcp((socket) => {
          socket.write(`${head}x`);
          setTimeout(() => socket.resetAndDestroy(), 50);
        }),
      ),
      open(
        startTcp((socket) => {
          const pump = (): void => {
            sent += 65_536;
            if (sent < 50_000_000) socket.write('x'.repeat(65_536), pump);
          };
          socket.write(head, pump);
        }),
      ),
    ]);
    const results = await Promise.all(urls.map((url) => call(url)));
    const fine = { ok: true, head: { status: 200, headers: {} }, body: 'discarded' };
    expect(results).deep.equal([fine, fine, fine]);
    expect(sent).below(20_000_000);
  });

  it('names a reset, garbage, a huge head, too many headers and endless interim heads', async () => {
    const answering = (text: string): Promise<string> =>
      open(startTcp((socket) => socket.on('data', () => socket.write(text))));
    const many = Array.from({ length: 101 }, (_, i) => `x-${i}: 1\r\n`).join('');
    const urls = await Promise.all([
      open(startTcp((socket) => socket.on('data', () => socket.resetAndDestroy()))),
      open(startTcp((socket) => socket.on('data', () => socket.end()))),
      answering(`${CANARY}\r\n\r\n`),
      answering(`HTTP/1.1 200 OK\r\nx-long: ${'a'.repeat(20_000)}\r\n\r\n`),
      answering(`HTTP/1.1 200 OK\r\n${many}content-length: 0\r\n\r\n`),
      answering('HTTP/1.1 103 Early Hints\r\n\r\n'.repeat(20)),
    ]);
    const results = await Promise.all(urls.map((url) => call(url)));
    expect(results).deep.equal([
      failing('connection_reset'),
      failing('connection_reset'),
      ...Array.from({ length: 4 }, () => failing('answer_invalid')),
    ]);
  });

  it('gives a reader the body up to the limit, and the head even when the body fails', async () => {
    const reported = { responseHeaders: ['x-session'], limits: { timeoutMs: 1_000, maxBodyBytes: 1_000 } };
    const read = async (url: string, stopAt: number): Promise<[EgressResult, number]> => {
      let bytes = 0;
      const result = await call(url, {
        ...reported,
        readBody: (chunk) => {
          bytes += chunk.length;
          return bytes >= stopAt ? 'enough' : 'more';
        },
      });
      return [result, bytes];
    };
    const serving = (length: number, body: string): Promise<string> =>
      open(
        startHttp((_request, response) => {
          response.writeHead(200, { 'x-session': 's1', 'content-length': length });
          response.write(body);
        }),
      );
    const head = { status: 200, headers: { 'x-session': 's1' } };
    const whole = await read(await serving(4, 'four'), 1_000);
    const stopped = await read(await serving(10, 'four'), 2);
    const huge = await read(await serving(2_000, 'x'.repeat(2_000)), 10_000);
    const hanging = await read(await serving(10, 'four'), 10);
    expect([whole, stopped, huge[0], hanging]).deep.equal([
      [{ ok: true, head, body: 'complete' }, 4],
      [{ ok: true, head, body: 'stopped' }, 4],
      { ok: true, head, body: 'too_large' },
      [{ ok: false, failure: 'timeout', head }, 4],
    ]);
  });
});

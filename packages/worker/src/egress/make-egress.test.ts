import { setImmediate as nextTurn } from 'node:timers/promises';
import { expect } from 'chai';
import type { EgressRequest, EgressResult } from './egress.js';
import { makeEgress } from './make-egress.js';
import { EGRESS_CASES, LOOPBACK } from './testing/egress-cases.js';
import { FAULTY_GUARDS } from './testing/faulty-egress.js';
import { closedPort, type LoopbackServer, startHttp, startTcp } from './testing/loopback-server.js';
import { makeTestAuthority, type TestAuthority } from './testing/test-authority.js';

const CANARY = 'canary-that-must-not-leave';

describe('egress guard', () => {
  let authority: TestAuthority | undefined;
  let servers: LoopbackServer[] = [];
  const egress = makeEgress(LOOPBACK);

  before(() => {
    authority = makeTestAuthority();
  });
  after(async () => {
    authority?.remove();
    await egress.close();
  });
  afterEach(async () => {
    await Promise.all(servers.map((server) => server.close()));
    servers = [];
  });

  const open = async (starting: Promise<LoopbackServer>): Promise<string> => {
    const server = await starting;
    servers.push(server);
    return `http://127.0.0.1:${server.port}/`;
  };

  const call = (url: string, more: Partial<EgressRequest> = {}): Promise<EgressResult> =>
    egress.request({ url, method: 'GET', limits: { timeoutMs: 300 }, ...more });

  const failing = (failure: string): object => ({ ok: false, failure });

  for (const { name, run } of EGRESS_CASES) it(name, () => run(makeEgress, authority));

  for (const { fault, breaks, make } of FAULTY_GUARDS) {
    it(`would catch a guard that ${fault}`, async function () {
      if (authority === undefined) this.skip();
      const broken: string[] = [];
      for (const { name, run } of EGRESS_CASES) await run(make, authority).catch(() => broken.push(name));
      expect(broken).deep.equal(breaks);
    });
  }

  it('sends what it is given and tells only the headers asked for', async () => {
    const seen: unknown[] = [];
    const url = await open(
      startHttp((request, response) => {
        const chunks: Buffer[] = [];
        request.on('data', (chunk: Buffer) => chunks.push(chunk));
        request.on('end', () => {
          const { 'x-test': given, connection } = request.headers;
          seen.push(request.method, request.url, given, connection, Buffer.concat(chunks).toString());
          response.writeHead(429, { 'retry-after': '7', 'x-canary': CANARY }).end(CANARY);
        });
      }),
    );
    const result = await call(`${url}in?x=1`, {
      method: 'POST',
      headers: { 'x-test': 'given' },
      body: '{"a":1}',
      tellHeaders: ['retry-after'],
    });
    expect([result, seen]).deep.equal([
      { ok: true, head: { status: 429, headers: { 'retry-after': '7' } }, body: 'discarded' },
      ['POST', '/in?x=1', 'given', 'close', '{"a":1}'],
    ]);
  });

  it('says why no connection came about', async () => {
    const named = (lookup: () => Promise<never>): Promise<EgressResult> => {
      const guard = makeEgress({ ...LOOPBACK, lookup });
      return guard.request({ url: 'https://gone.example/', method: 'GET', limits: { timeoutMs: 300 } });
    };
    const refused = await call(`http://127.0.0.1:${await closedPort()}/`);
    const unknown = await named(() => Promise.reject(new Error(CANARY)));
    const noAnswer = await named(async () => [] as never);
    const plainServer = await open(startHttp((_request, response) => response.end()));
    const noTls = await call(plainServer.replace('http:', 'https:'));
    expect([refused, unknown, noAnswer, noTls]).deep.equal(
      ['connection_refused', 'dns_error', 'dns_error', 'tls_error'].map(failing),
    );
  });

  it('goes to the next vetted address when nobody listens on the first', async () => {
    const server = await startHttp((_request, response) => response.writeHead(204).end());
    servers.push(server);
    const lookup = async () => [
      { address: '::1', family: 6 },
      { address: '127.0.0.1', family: 4 },
    ];
    const guard = makeEgress({
      allowCidrs: ['127.0.0.1/32', '::1/128'],
      httpCidrs: ['127.0.0.1/32', '::1/128'],
      lookup,
    });
    const url = `http://two.example:${server.port}/`;
    const result = await guard.request({ url, method: 'GET', limits: { timeoutMs: 1_000 } });
    await guard.close();
    expect(result.ok).equal(true);
  });

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

  it('stops at once when it is told to', async () => {
    const url = await open(startTcp(() => {}));
    const stopped = await call(url, { signal: AbortSignal.abort() });
    expect(stopped).deep.equal(failing('timeout'));
  });

  it('lets the head decide when the body drips, never ends, breaks off or is huge', async () => {
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

  it('calls a reset, rubbish, a huge head, too many headers and endless interim heads by their names', async () => {
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
    const told = { tellHeaders: ['x-session'], limits: { timeoutMs: 300, maxBodyBytes: 1_000 } };
    const read = async (url: string, stopAt: number): Promise<[EgressResult, number]> => {
      let bytes = 0;
      const result = await call(url, {
        ...told,
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

  it('keeps connections between calls when it polls', async () => {
    const server = await startHttp((_request, response) => response.writeHead(204).end());
    servers.push(server);
    const poller = makeEgress({ ...LOOPBACK, keepAliveMs: 60_000 });
    const poll = (): Promise<EgressResult> =>
      poller.request({
        url: `http://127.0.0.1:${server.port}/`,
        method: 'GET',
        limits: { timeoutMs: 1_000 },
      });
    const results: boolean[] = [];
    for (let round = 0; round < 3; round += 1) {
      results.push((await poll()).ok);
      await nextTurn();
    }
    expect([results, server.connections()]).deep.equal([[true, true, true], 1]);
    await poller.close();
  });

  it('lets no slow poll hold up another one to the same host', async () => {
    const server = await startHttp((request, response) => {
      if (request.url !== '/hang') response.writeHead(204).end();
    });
    servers.push(server);
    const poller = makeEgress({ ...LOOPBACK, keepAliveMs: 60_000 });
    const poll = (path: string): Promise<EgressResult> =>
      poller.request({
        url: `http://127.0.0.1:${server.port}${path}`,
        method: 'GET',
        limits: { timeoutMs: 300 },
      });
    const [hanging, ...others] = await Promise.all([poll('/hang'), poll('/'), poll('/')]);
    const again = await poll('/');
    expect([hanging, ...others.map((r) => r.ok), again.ok]).deep.equal([
      failing('timeout'),
      true,
      true,
      true,
    ]);
    await poller.close();
  });

  it('repeats a polled call once when a kept connection dies under it', async () => {
    let requests = 0;
    const server = await startTcp((socket) =>
      socket.on('data', () => {
        requests += 1;
        if (requests === 2) socket.resetAndDestroy();
        else socket.write('HTTP/1.1 204 No Content\r\nconnection: keep-alive\r\n\r\n');
      }),
    );
    servers.push(server);
    const poller = makeEgress({ ...LOOPBACK, keepAliveMs: 60_000 });
    const url = `http://127.0.0.1:${server.port}/`;
    const poll = () => poller.request({ url, method: 'GET', limits: { timeoutMs: 1_000 } });
    expect([(await poll()).ok, (await poll()).ok, requests]).deep.equal([true, true, 3]);
    await poller.close();
  });

  it('lets nothing out of a header that cannot be sent', async () => {
    const url = await open(startHttp((_request, response) => response.end()));
    const result = await call(url, { headers: { authorization: `Bearer ${CANARY}\r\nx: y` } });
    expect(result).deep.equal(failing('network_error'));
  });
});

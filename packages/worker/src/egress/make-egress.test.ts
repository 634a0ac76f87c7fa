import { setImmediate as nextTurn } from 'node:timers/promises';
import { expect } from 'chai';
import {
  makeTestAuthority,
  type TestAuthority,
} from '../../../../tools/test-services/receivers/test-authority.js';
import type { EgressRequest, EgressResult } from './egress.js';
import { makeEgress } from './make-egress.js';
import { EGRESS_CASES, LOOPBACK } from './testing/egress-cases.js';
import { FAULTY_GUARDS } from './testing/faulty-egress.js';
import {
  closedPort,
  type LoopbackServer,
  OpenServers,
  startHttp,
  startHttps,
  startTcp,
} from './testing/loopback-server.js';

const CANARY = 'canary-that-must-not-leave';

describe('egress guard', () => {
  let authority: TestAuthority | undefined;
  const servers = new OpenServers();
  const open = (starting: Promise<LoopbackServer>): Promise<string> => servers.open(starting);
  const egress = makeEgress(LOOPBACK);

  before(() => {
    authority = makeTestAuthority();
  });
  after(async () => {
    authority?.remove();
    await egress.close();
  });
  afterEach(() => servers.close());

  const call = (url: string, more: Partial<EgressRequest> = {}): Promise<EgressResult> =>
    egress.request({ url, method: 'GET', limits: { timeoutMs: 1_000 }, ...more });

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

  it('sends what it is given and returns only the requested headers', async () => {
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
      responseHeaders: ['retry-after'],
    });
    expect([result, seen]).deep.equal([
      { ok: true, head: { status: 429, headers: { 'retry-after': '7' } }, body: 'discarded' },
      ['POST', '/in?x=1', 'given', 'close', '{"a":1}'],
    ]);
  });

  it('says why no connection came about', async () => {
    const named = (lookup: () => Promise<never>): Promise<EgressResult> => {
      const guard = makeEgress({ ...LOOPBACK, lookup });
      return guard.request({ url: 'https://gone.example/', method: 'GET', limits: { timeoutMs: 1_000 } });
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

  describe('of a name with several addresses', () => {
    // None of them is the default for an empty address, so that only the answers themselves lead there.
    const ADDRESSES = ['::1', '127.0.0.2'];

    const callIn = async (order: string[], scheme: 'http' | 'https', port: number): Promise<EgressResult> => {
      const ranges = ['127.0.0.0/8', '::1/128'];
      const guard = makeEgress({
        allowCidrs: ranges,
        httpCidrs: ranges,
        lookup: async () => order.map((address) => ({ address, family: address.includes(':') ? 6 : 4 })),
      });
      const url = `${scheme}://two.example:${port}/`;
      const result = await guard.request({ url, method: 'GET', limits: { timeoutMs: 1_000 } });
      await guard.close();
      return result;
    };

    const listening = (host: string, port = 0): Promise<LoopbackServer> =>
      servers.started(startHttp((_request, response) => response.writeHead(204).end(), host, port));

    it('goes to the next when nobody listens on the first', async () => {
      const { port } = await listening('127.0.0.2');
      expect((await callIn(ADDRESSES, 'http', port)).ok).equal(true);
    });

    it('stays with the first when that answers', async () => {
      const { port } = await listening('127.0.0.2');
      expect((await callIn(ADDRESSES.toReversed(), 'http', port)).ok).equal(true);
    });

    it('tries one of each family and no others', async () => {
      const { port } = await listening('127.0.0.3');
      expect(await callIn(['127.0.0.2', '127.0.0.3'], 'http', port)).deep.equal(
        failing('connection_refused'),
      );
    });

    it('does not try the next after an invalid certificate', async function () {
      const first = await listening('127.0.0.2');
      const next = await listening('::1', first.port).catch(() => this.skip());
      expect(await callIn(ADDRESSES.toReversed(), 'https', first.port)).deep.equal(failing('tls_error'));
      expect([first.connections(), next.connections()]).deep.equal([1, 0]);
    });
  });

  it('speaks HTTP/1.1 to a server that prefers another version', async function () {
    if (authority === undefined) this.skip();
    const offers = { ...authority.issue('IP:127.0.0.1'), ALPNProtocols: ['h2', 'http/1.1'] };
    const server = await servers.started(
      startHttps(offers, (_request, response) => response.writeHead(204).end()),
    );
    const guard = makeEgress({ ...LOOPBACK, authorities: authority.authorities });
    const url = `https://127.0.0.1:${server.port}/`;
    expect((await guard.request({ url, method: 'GET', limits: { timeoutMs: 1_000 } })).ok).equal(true);
    await guard.close();
  });

  it('keeps connections between calls when it polls', async () => {
    const server = await servers.started(startHttp((_request, response) => response.writeHead(204).end()));
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

  it('lets no slow poll delay another one to the same host', async () => {
    const server = await servers.started(
      startHttp((request, response) => {
        if (request.url !== '/hang') response.writeHead(204).end();
      }),
    );
    const poller = makeEgress({ ...LOOPBACK, keepAliveMs: 60_000 });
    const poll = (path: string): Promise<EgressResult> =>
      poller.request({
        url: `http://127.0.0.1:${server.port}${path}`,
        method: 'GET',
        limits: { timeoutMs: 1_000 },
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

  it('repeats a polled call once when its kept connection dies', async () => {
    let requests = 0;
    const url = await open(
      startTcp((socket) =>
        socket.on('data', () => {
          requests += 1;
          if (requests === 2) socket.resetAndDestroy();
          else socket.write('HTTP/1.1 204 No Content\r\nconnection: keep-alive\r\n\r\n');
        }),
      ),
    );
    const poller = makeEgress({ ...LOOPBACK, keepAliveMs: 60_000 });
    const poll = () => poller.request({ url, method: 'GET', limits: { timeoutMs: 1_000 } });
    expect([(await poll()).ok, (await poll()).ok, requests]).deep.equal([true, true, 3]);
    await poller.close();
  });

  it('leaks nothing of a header that cannot be sent', async () => {
    const url = await open(startHttp((_request, response) => response.end()));
    const result = await call(url, { headers: { authorization: `Bearer ${CANARY}\r\nx: y` } });
    expect(result).deep.equal(failing('network_error'));
  });
});

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

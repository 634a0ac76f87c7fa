import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { expect } from 'chai';
import {
  makeTestAuthority,
  type TestAuthority,
} from '../../../../tools/test-services/receivers/test-authority.js';
import type { EgressSettings } from './egress.js';
import { type EgressProxy, wayTo } from './egress-proxy.js';
import { makeEgress } from './make-egress.js';
import { OpenServers, startHttps, startTcp } from './testing/loopback-server.js';
import { makeTlsDialer } from './tls-dialer.js';

const NAME = 'siem.example';

describe('the way to a host', () => {
  const proxy = { hosts: ['siem.example', '*.hooks.example'], direct: ['inside.example', '.corp.example'] };

  it('is the proxy for listed names alone, and none for others', () => {
    const ways = {
      'siem.example': 'proxy',
      'SIEM.example': 'proxy',
      'a.hooks.example': 'proxy',
      'hooks.example': 'blocked',
      'evilhooks.example': 'blocked',
      'a.siem.example': 'blocked',
      'inside.example': 'direct',
      'a.inside.example': 'direct',
      'notinside.example': 'blocked',
      'corp.example': 'direct',
      '203.0.113.9': 'blocked',
    };
    const found = Object.keys(ways).map((host) => [host, wayTo(proxy, host)]);
    expect(Object.fromEntries(found)).deep.equal(ways);
  });

  it('is none where nothing is listed, unless everything is direct', () => {
    expect(wayTo({ hosts: [], direct: [''] }, NAME)).equal('blocked');
    expect(wayTo({ hosts: [], direct: ['*'] }, NAME)).equal('direct');
  });
});

describe('egress through a proxy', () => {
  let authority: TestAuthority | undefined;
  const servers = new OpenServers();
  before(function () {
    authority = makeTestAuthority();
    if (authority === undefined) this.skip();
  });
  after(() => authority?.remove());
  afterEach(() => servers.close());

  const looks: string[] = [];
  const settingsFor = (proxy: Partial<EgressProxy> & { readonly port: number }): EgressSettings => ({
    allowCidrs: [],
    httpCidrs: [],
    lookup: async (name) => {
      looks.push(name);
      return [];
    },
    ...(authority === undefined ? {} : { authorities: authority.authorities }),
    proxy: { host: '127.0.0.1', hosts: [NAME], direct: [], ...proxy },
  });

  /** A proxy that knows one name, and what it was asked. */
  const startProxy = async (answer = 'HTTP/1.1 200 Connection established\r\n\r\n') => {
    if (authority === undefined) throw new Error('no authority');
    const target = await servers.started(
      startHttps(authority.issue(`DNS:${NAME}`), (request, response) =>
        response.end(String(request.headers.host)),
      ),
    );
    const requests: string[] = [];
    const { port } = await servers.started(
      startTcp((socket) => void serveTunnel(socket, { requests, answer, port: target.port })),
    );
    return { requests, port };
  };

  const call = async (settings: EgressSettings, host = NAME) => {
    const egress = makeEgress(settings);
    let text = '';
    const result = await egress.request({
      url: `https://${host}/hook`,
      method: 'POST',
      body: 'x',
      limits: { timeoutMs: 2_000 },
      readBody: (chunk) => {
        text += Buffer.from(chunk).toString();
        return 'more';
      },
    });
    await egress.close();
    return result.ok ? [result.head.status, text] : result.failure;
  };

  it('asks the proxy for the name, with its credential, and speaks TLS with the host itself', async () => {
    const { requests, port } = await startProxy();
    expect(await call(settingsFor({ port, authorization: 'Basic YTpi' }))).deep.equal([200, NAME]);
    expect(requests).deep.equal([
      `CONNECT ${NAME}:443 HTTP/1.1\r\nHost: ${NAME}:443\r\nProxy-Authorization: Basic YTpi\r\n\r\n`,
    ]);
    expect(looks).deep.equal([]);
  });

  it('asks it for no other name, and for none that the guard refuses', async () => {
    const { requests, port } = await startProxy();
    const settings = settingsFor({ port, hosts: [NAME, 'localhost', '127.0.0.1'] });
    for (const host of ['other.example', 'localhost', '127.0.0.1', '169.254.169.254', `${NAME}.evil.example`])
      expect(await call(settings, host), host).equal('ssrf_blocked');
    expect(await call(settingsFor({ port, hosts: [] }))).equal('ssrf_blocked');
    expect(requests).deep.equal([]);
  });

  it('goes around it only where that is configured', async () => {
    const { requests, port } = await startProxy();
    expect(await call(settingsFor({ port, direct: ['example'] }))).equal('dns_error');
    expect([requests, looks]).deep.equal([[], [NAME]]);
  });

  it('connects through no proxy that refuses, or speaks before the host does', async () => {
    for (const [answer, failure] of [
      ['HTTP/1.1 407 Proxy Authentication Required\r\n\r\n', 'connection_refused'],
      ['HTTP/1.1 200 OK\r\n\r\nHTTP/1.1 200 OK', 'answer_invalid'],
      ['SSH-2.0-x\r\n\r\n', 'connection_refused'],
      ['x'.repeat(20_000), 'answer_invalid'],
    ] as const)
      expect(await call(settingsFor(await startProxy(answer)))).equal(failure);
  });

  it('carries TLS for other protocols as well', async () => {
    const { requests, port } = await startProxy();
    const dialled = await makeTlsDialer(settingsFor({ port })).dial(NAME, 6514, 2_000);
    expect(dialled.ok && dialled.socket.authorized).equal(true);
    if (dialled.ok) dialled.socket.destroy();
    expect(requests.map((text) => text.split('\r\n')[0])).deep.equal([`CONNECT ${NAME}:6514 HTTP/1.1`]);
  });
});

interface Tunnel {
  readonly requests: string[];
  readonly answer: string;
  readonly port: number;
}

const serveTunnel = async (socket: Socket, { requests: wanted, answer, port }: Tunnel): Promise<void> => {
  const [head] = (await once(socket, 'data')) as [Buffer];
  wanted.push(head.toString());
  const target = connect({ host: '127.0.0.1', port });
  target.on('error', () => socket.destroy());
  socket.on('close', () => target.destroy());
  socket.write(answer);
  socket.pipe(target).pipe(socket);
};

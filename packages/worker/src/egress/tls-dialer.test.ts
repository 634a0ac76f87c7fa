import type { AddressInfo } from 'node:net';
import { createServer, type Server } from 'node:tls';
import { expect } from 'chai';
import {
  makeTestAuthority,
  type TestAuthority,
} from '../../../../tools/test-services/receivers/test-authority.js';
import type { EgressSettings, ResolvedAddress } from './egress.js';
import { BLOCKED_ADDRESSES } from './testing/address-vectors.js';
import { LOOPBACK } from './testing/egress-cases.js';
import { startTcp } from './testing/loopback-server.js';
import { makeTlsDialer } from './tls-dialer.js';

const answers = (...addresses: string[]): ResolvedAddress[] =>
  addresses.map((address) => ({ address, family: address.includes(':') ? 6 : 4 }));

describe('TLS connections under the egress guard', () => {
  let authority: TestAuthority;
  let server: Server;
  let requests: (string | false | null)[] = [];
  const port = (): number => (server.address() as AddressInfo).port;

  before(async function () {
    const made = makeTestAuthority();
    if (made === undefined) return this.skip();
    authority = made;
    server = createServer(authority.issue('DNS:siem.example', 'IP:127.0.0.1'), (socket) => {
      requests.push(socket.servername);
      socket.on('error', () => undefined);
    });
    server.on('tlsClientError', () => undefined);
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  });
  after(() => {
    server?.close();
    authority?.remove();
  });
  beforeEach(() => {
    requests = [];
  });

  const dial = async (host: string, settings: Partial<EgressSettings> = {}, at = port()) => {
    const dialer = makeTlsDialer({
      ...LOOPBACK,
      lookup: async () => answers('127.0.0.1'),
      authorities: authority.authorities,
      ...settings,
    });
    const dialled = await dialer.dial(host, at, 1_000);
    if (!dialled.ok) return dialled.failure;
    dialled.socket.end();
    return 'open';
  };

  it('keeps the name in SNI and in the check of the certificate; an address must be in it', async () => {
    expect(await dial('other.example')).to.equal('tls_error');
    requests = [];
    for (const [place, host] of ['siem.example', '127.0.0.1'].entries()) {
      expect(await dial(host)).to.equal('open');
      // The client has its connection a moment before the server does.
      while (requests.length <= place) await new Promise((resolve) => setImmediate(resolve));
    }
    expect(requests).to.deep.equal(['siem.example', false]);
  });

  it('refuses a certificate from an untrusted issuer, whatever the environment says', async () => {
    const stranger = makeTestAuthority();
    const before = process.env.NODE_TLS_REJECT_UNAUTHORIZED;
    process.env.NODE_TLS_REJECT_UNAUTHORIZED = '0';
    try {
      expect(await dial('siem.example', { authorities: stranger?.authorities ?? '' })).to.equal('tls_error');
    } finally {
      if (before === undefined) delete process.env.NODE_TLS_REJECT_UNAUTHORIZED;
      else process.env.NODE_TLS_REJECT_UNAUTHORIZED = before;
      stranger?.remove();
    }
  });

  it('connects to no forbidden address, whether one of several answers or literal', async () => {
    const verdicts = await Promise.all(
      BLOCKED_ADDRESSES.map(([address]) =>
        dial('siem.example', { allowCidrs: [], lookup: async () => answers(address) }),
      ),
    );
    expect([...new Set(verdicts)]).to.deep.equal(['ssrf_blocked']);
    const mixed = { allowCidrs: [], lookup: async () => answers('8.8.8.8', '127.0.0.1') };
    const spelt = ['2130706433', '0x7f.1', '127.0.0.1.', 'user@siem.example', 'siem.example/x', ''];
    const written = await Promise.all([
      dial('siem.example', mixed),
      dial('localhost', { allowCidrs: [] }),
      ...spelt.map((host) => dial(host)),
    ]);
    expect([...new Set(written)]).to.deep.equal(['ssrf_blocked']);
    expect(requests).to.deep.equal([]);
  });

  it('resolves once, so that a second answer has no effect', async () => {
    let lookups = 0;
    const lookup = async () => {
      lookups += 1;
      return lookups === 1 ? answers('127.0.0.1') : answers('10.0.0.1');
    };
    expect([await dial('siem.example', { lookup }), lookups]).to.deep.equal(['open', 1]);
  });

  it('gives up after its time on a lookup and on a server that does not complete the handshake, and says what failed', async () => {
    const silent = await startTcp(() => undefined);
    const closing = await startTcp((socket) => socket.destroy());
    const failures = await Promise.all([
      dial('siem.example', { lookup: () => new Promise(() => undefined) }),
      dial('siem.example', {}, silent.port),
      dial('siem.example', {}, closing.port),
      dial('siem.example', { lookup: () => Promise.reject(new Error('canary')) }),
    ]);
    await Promise.all([silent.close(), closing.close()]);
    expect(failures).to.deep.equal(['timeout', 'timeout', 'connection_reset', 'dns_error']);
    expect(await dial('siem.example', {}, closing.port)).to.equal('connection_refused');
  });
});

import { setTimeout as after } from 'node:timers/promises';
import { expect } from 'chai';
import { makeAddressPolicy } from './address-policy.js';
import type { EgressSettings } from './egress.js';
import { failureOf } from './failure-of.js';
import { makeEgress } from './make-egress.js';
import { makeNameLookup } from './name-lookup.js';
import { LOOPBACK } from './testing/egress-cases.js';
import { type LoopbackServer, OpenServers, startTcp } from './testing/loopback-server.js';

describe('rules of the egress guard', () => {
  const servers = new OpenServers();
  const open = (starting: Promise<LoopbackServer>): Promise<string> => servers.open(starting);
  afterEach(() => servers.close());

  const requestOnce = async (
    url: string,
    settings: Partial<EgressSettings> = {},
    signal = new AbortController().signal,
  ) => {
    const guard = makeEgress({ ...LOOPBACK, ...settings });
    const result = await guard.request({ url, method: 'GET', limits: { timeoutMs: 20_000 }, signal });
    await guard.close();
    return result;
  };

  it('asks the system for every address of a name, so that all of them are checked', async () => {
    const answers = await makeNameLookup()('localhost');
    expect(answers.map(({ address }) => address)).to.include.oneOf(['127.0.0.1', '::1']);
  });

  it('ends a cancelled call at once, long before its own limit', async () => {
    const calledOff = new AbortController();
    const url = await open(startTcp(() => void after(50).then(() => calledOff.abort())));
    const startedAt = performance.now();
    expect(await requestOnce(url, {}, calledOff.signal)).deep.equal({ ok: false, failure: 'timeout' });
    expect(performance.now() - startedAt).to.be.lessThan(10_000);
  });

  it('never repeats a polled call that the other side answered, however badly', async () => {
    let connections = 0;
    const url = await open(
      startTcp((socket) => {
        connections += 1;
        socket.on('error', () => {});
        socket.end('rubbish\r\n\r\n');
      }),
    );
    const result = await requestOnce(url, { keepAliveMs: 60_000 });
    expect([result, connections]).deep.equal([{ ok: false, failure: 'answer_invalid' }, 1]);
  });

  it('builds no policy from a text that is not a range', () => {
    for (const text of ['10.0.0.1', '10.0.0.0/33', '10.1/16', '0x0a.0.0.0/8', '::ffff:10.0.0.0/200', ''])
      expect(() => makeAddressPolicy([text], []), text).to.throw(TypeError);
  });

  it('names failures by their codes alone', () => {
    const told = (code: unknown, message = 'canary') =>
      failureOf(Object.assign(new Error(message), { code }));
    expect(
      ['EAI_AGAIN', 'ENOTFOUND', 'ECONNREFUSED', 'EPIPE', 'ETIMEDOUT', 'CERT_HAS_EXPIRED'].map((code) =>
        told(code),
      ),
    ).deep.equal([
      'dns_error',
      'dns_error',
      'connection_refused',
      'connection_reset',
      'timeout',
      'tls_error',
    ]);
    expect([told('ENEW', 'ECONNREFUSED'), told(7), failureOf('ETIMEDOUT')]).deep.equal(
      Array.from({ length: 3 }, () => 'network_error'),
    );
  });
});

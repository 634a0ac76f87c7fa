import type { IncomingMessage } from 'node:http';
import { manualClock } from '@govgate/ports-testkit';
import { expect } from 'chai';
import { makeAddressGuard } from './address-guard.js';
import { makeClientAddress } from './client-address.js';

const from = (remoteAddress: string, forwarded?: string): IncomingMessage =>
  ({
    socket: { remoteAddress },
    headers: forwarded === undefined ? {} : { 'x-forwarded-for': forwarded },
  }) as unknown as IncomingMessage;

const bench = (proxies: readonly string[] = []) => {
  const clock = manualClock('2026-01-01T00:00:20.000Z');
  const guard = makeAddressGuard(clock, makeClientAddress(proxies));
  const spend = (request: IncomingMessage): void => {
    for (let i = 0; i < 600; i += 1) guard.count(request);
  };
  return { clock, guard, spend };
};

describe('the address guard', () => {
  it('considers an address exhausted from its 600th call without a valid token in a minute, and no other address', () => {
    const { clock, guard } = bench();
    const seen: boolean[] = [];
    for (let i = 0; i < 600; i += 1) {
      guard.count(from('192.0.2.1'));
      if (i >= 598) seen.push(guard.isSpent(from('192.0.2.1')), guard.isSpent(from('192.0.2.2')));
    }
    expect([seen, guard.seconds()]).to.deep.equal([[false, false, true, false], 40]);
    clock.advance(40_000);
    expect(guard.isSpent(from('192.0.2.1'))).to.equal(false);
  });

  it('counts an IPv6 network as one, and an IPv4 address as the same however it is written', () => {
    const { guard, spend } = bench();
    spend(from('2001:db8:1:2::1'));
    spend(from('::ffff:192.0.2.1'));
    const requests = ['2001:db8:1:2:ffff::9', '2001:db8:1:3::1', '2001:db8::1', '192.0.2.1', '::1'];
    expect(requests.map((address) => guard.isSpent(from(address)))).to.deep.equal([
      true,
      false,
      false,
      true,
      false,
    ]);
  });

  it('trusts only a trusted proxy about where a call came from', () => {
    const { guard, spend } = bench();
    spend(from('192.0.2.1', '198.51.100.7'));
    expect(guard.isSpent(from('192.0.2.1', '203.0.113.9'))).to.equal(true);
    expect(guard.isSpent(from('198.51.100.7'))).to.equal(false);
  });

  it('counts the last address that is not a trusted proxy’s', () => {
    const { guard, spend } = bench(['10.0.0.0/8', 'fd00::/8']);
    spend(from('10.0.0.1', '203.0.113.9, 198.51.100.7, 10.0.0.2'));
    const requests: readonly (readonly [string, string | undefined])[] = [
      ['10.0.0.9', '198.51.100.7'],
      ['fd00::1', '1.2.3.4,198.51.100.7'],
      ['10.0.0.1', '203.0.113.9'],
      ['10.0.0.1', undefined],
      ['10.0.0.1', `198.51.100.7, ${'x'.repeat(9_000)}`],
    ];
    expect(requests.map(([address, forwarded]) => guard.isSpent(from(address, forwarded)))).to.deep.equal([
      true,
      true,
      false,
      false,
      false,
    ]);
  });
});

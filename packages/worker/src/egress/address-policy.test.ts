import { expect } from 'chai';
import fc from 'fast-check';
import { makeAddressPolicy, mayConnect } from './address-policy.js';
import { BLOCKED_ADDRESSES, PUBLIC_ADDRESSES } from './testing/address-vectors.js';

const closed = makeAddressPolicy([], []);

describe('address policy', () => {
  for (const [address, kind] of BLOCKED_ADDRESSES) {
    it(`refuses ${address} (${kind})`, () => {
      expect(mayConnect(address, 'https:', closed)).equal(false);
    });
  }

  for (const address of PUBLIC_ADDRESSES) {
    it(`allows ${address} over https and not over http`, () => {
      expect([mayConnect(address, 'https:', closed), mayConnect(address, 'http:', closed)]).deep.equal([
        true,
        false,
      ]);
    });
  }

  it('refuses every IPv4 address inside an IPv6 one', () => {
    const byte = fc.integer({ min: 0, max: 255 });
    fc.assert(
      fc.property(fc.tuple(byte, byte, byte, byte), ([a, b, c, d]) => {
        const dotted = `${a}.${b}.${c}.${d}`;
        const high = ((a << 8) | b).toString(16);
        const low = ((c << 8) | d).toString(16);
        const forms = [`::${dotted}`, `::ffff:${dotted}`, `64:ff9b::${dotted}`, `2002:${high}:${low}::1`];
        expect(forms.filter((form) => mayConnect(form, 'https:', closed))).deep.equal([]);
      }),
    );
  });

  it('allows a configured range, and nothing else', () => {
    const policy = makeAddressPolicy(['10.1.0.0/16', 'fd12::/16'], []);
    const verdicts = ['10.1.2.3', '10.2.0.1', 'fd12::1', 'fd13::1'].map((a) =>
      mayConnect(a, 'https:', policy),
    );
    expect(verdicts).deep.equal([true, false, true, false]);
  });

  it('sends plain http only to a range configured for it that is public or allowed', () => {
    const policy = makeAddressPolicy(['10.0.0.0/8'], ['10.1.0.0/16', '127.0.0.0/8', '8.8.8.0/24']);
    const verdicts = ['10.1.0.1', '10.2.0.1', '127.0.0.1', '8.8.8.8', '8.8.4.4'].map((a) =>
      mayConnect(a, 'http:', policy),
    );
    expect(verdicts).deep.equal([true, false, false, true, false]);
  });

  it('allows a metadata address only by an entry for that single address', () => {
    const wide = makeAddressPolicy(['0.0.0.0/0', '::/0'], []);
    const exact = makeAddressPolicy(['169.254.169.254/32', 'fd00:ec2::254/128'], []);
    const requests = ['169.254.169.254', 'fd00:ec2::254', '168.63.129.16'];
    expect(requests.map((a) => mayConnect(a, 'https:', wide))).deep.equal([false, false, false]);
    expect(requests.map((a) => mayConnect(a, 'https:', exact))).deep.equal([true, true, false]);
  });

  it('does not treat an IPv4 range as its IPv4-mapped equivalent', () => {
    const policy = makeAddressPolicy(['127.0.0.0/8'], []);
    expect(mayConnect('::ffff:127.0.0.1', 'https:', policy)).equal(false);
  });
});

import { expect } from 'chai';
import fc from 'fast-check';
import { makeAddressPolicy, mayConnect } from './address-policy.js';
import { parseAddressRange } from './address-range.js';

describe('parseAddressRange', () => {
  it('reads a range of either family', () => {
    expect(['10.0.0.0/8', 'fd00::/8', '::/0', '1.2.3.4/32'].map(parseAddressRange)).deep.equal([
      { address: '10.0.0.0', prefix: 8 },
      { address: 'fd00::', prefix: 8 },
      { address: '::', prefix: 0 },
      { address: '1.2.3.4', prefix: 32 },
    ]);
  });

  it('reads nothing else', () => {
    const others = [
      '10.0.0.0',
      '10.0.0.0/33',
      '10.0.0.0/99',
      'fd00::/129',
      '10/8',
      'example.com/8',
      '',
    ].concat([
      '10.0.0.0/-1',
      '10.0.0.0/08',
      '10.0.0.0/8 ',
      '300.0.0.1/8',
      '10.0.0.0/',
      '/8',
      'fe80::1%eth0/64',
      '::/1e1',
    ]);
    expect(others.filter((text) => parseAddressRange(text) !== undefined)).deep.equal([]);
  });

  it('reads only what the egress guard accepts', () => {
    const range = fc.tuple(fc.oneof(fc.ipV4(), fc.ipV6()), fc.integer({ min: 0, max: 128 }));
    fc.assert(
      fc.property(range, ([address, prefix]) => {
        const parsed = parseAddressRange(`${address}/${prefix}`);
        if (parsed === undefined) return;
        mayConnect('10.0.0.1', 'https:', makeAddressPolicy([`${address}/${prefix}`], []));
      }),
    );
  });
});

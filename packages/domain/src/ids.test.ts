import { expect } from 'chai';
import { ID_PREFIXES, isId } from './ids.js';

describe('isId', () => {
  const good = ['a', '0', 'A.b_c:d-e', 'evt_018f4e2a9c7b7d3e8a1b2c3d4e5f6071', 'x'.repeat(128)];
  const bad = [
    '',
    '_a',
    '.a',
    '-a',
    ':a',
    'a b',
    'a/b',
    'a\n',
    '\na',
    'ä',
    'a@b',
    'a%20',
    '../etc',
    'x'.repeat(129),
    'a\u0000',
  ];

  for (const text of good) it(`takes ${text.slice(0, 20)}`, () => expect(isId(text)).to.equal(true));
  for (const text of bad)
    it(`refuses ${JSON.stringify(text.slice(0, 20))}`, () => expect(isId(text)).to.equal(false));

  it('accepts what the service mints', () => {
    for (const prefix of Object.values(ID_PREFIXES))
      expect(isId(`${prefix}_${'0'.repeat(32)}`)).to.equal(true);
  });
});

describe('the prefixes of minted ids', () => {
  it('are those that the contract names, and all differ', () => {
    expect(ID_PREFIXES).to.include({
      auditEvent: 'evt',
      revocation: 'rev',
      submission: 'sub',
      snapshot: 'snap',
      roleBinding: 'rb',
      request: 'req',
    });
    expect(new Set(Object.values(ID_PREFIXES)).size).to.equal(Object.keys(ID_PREFIXES).length);
  });
});

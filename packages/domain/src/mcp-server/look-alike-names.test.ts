import { expect } from 'chai';
import { lookAlikeNames } from './look-alike-names.js';

const ALIKE: readonly (readonly [string, string, string])[] = [
  ['case', 'Delete_Id', 'delete_id'],
  ['width', 'ｄelete', 'delete'],
  ['an invisible character', 'del\u200bete', 'delete'],
  ['a Cyrillic letter', 'sеnd', 'send'],
  ['a Greek letter', 'prοxy', 'proxy'],
  ['a digit', 'too1', 'tool'],
  ['two letters that look like one', 'rnodel', 'model'],
  ['a Cherokee letter', '\u13a2est', 'Test'],
  ['an Armenian letter', 's\u0435t_\u0578ame', 'set_name'],
  ['a dash', 'read\u2010file', 'read-file'],
  ['a slash', 'files\u2215read', 'files/read'],
  ['case and a letter', 'FIL\u0415', 'file'],
  ['a composed letter', 'gr\u00f6\u03b2e', 'gro\u0308\u03b2e'],
];

describe('names that look alike', () => {
  for (const [what, one, other] of ALIKE)
    it(`are found where they differ by ${what}`, () =>
      expect([...lookAlikeNames([one, 'search', other])].sort()).to.deep.equal([one, other].sort()));

  it('are none among names that differ', () =>
    expect([...lookAlikeNames(['read', 'read_file', 'write', 'Größe', 'grosse'])]).to.deep.equal([]));

  it('are found among a thousand long names', () => {
    const names = Array.from(
      { length: 1_000 },
      (_, index) => `${'I'.repeat(200)}${index % 2 ? 'l' : 'I'}${index}x`,
    );
    expect(lookAlikeNames(names).size).to.be.lessThan(1_001);
  });
});

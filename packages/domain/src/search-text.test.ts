import { expect } from 'chai';
import fc from 'fast-check';
import { searchText } from './search-text.js';

describe('searchText', () => {
  it('makes texts alike that differ in case, accents or the form of their characters only', () => {
    const alike: readonly (readonly string[])[] = [
      ['billing agent', 'Billing Agent', 'BILLING AGENT', 'bílling ägent', 'ｂｉｌｌｉｎｇ agent'],
      ['équipe', 'e\u0301quipe', 'EQUIPE'],
      ['straße', 'STRASSE', 'STRAẞE'],
      ['ΟΔΟΣ', 'οδος', 'οδοσ', 'Οδός'],
      ['İstanbul', 'istanbul', 'ISTANBUL'],
      ['ﬁle', 'file'],
      ['a\nb', 'a b'],
    ];
    for (const texts of alike) expect(new Set(texts.map(searchText)).size, texts[0]).to.equal(1);
  });

  it('keeps texts apart that differ otherwise', () => {
    const texts = ['billing', 'billing ', 'bill', 'agent_1', 'agent-1', 'agent.1', '团队', '团'];
    expect(new Set(texts.map(searchText)).size).to.equal(texts.length);
  });

  it('finds every part of a text in the form of the whole, for texts of letters', () => {
    fc.assert(
      fc.property(fc.stringMatching(/^[A-Za-zäéßΣσς]{0,12}$/), fc.nat(12), fc.nat(12), (text, a, b) => {
        expect(searchText(text)).to.contain(searchText(text.slice(Math.min(a, b), Math.max(a, b))));
      }),
    );
  });
});

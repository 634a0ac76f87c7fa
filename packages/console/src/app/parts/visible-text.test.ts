import { expect } from 'chai';
import { textPieces } from './visible-text.js';

describe('textPieces', () => {
  it('leaves visible text unchanged, in any script', () => {
    const text = 'Größe, 日本語, \u05e9\u05dc\u05d5\u05dd\n\tnew line';
    expect(textPieces(text)).to.deep.equal([{ text }]);
  });

  it('names direction, zero-width, control and tag characters, special line ends and half characters', () => {
    const hidden = [
      '\u202e',
      '\u2066',
      '\u200b',
      '\u0000',
      '\u001b',
      '\u{e0041}',
      '\u2028',
      '\ud800',
      '\u00a0',
      '\ufeff',
      '\u00ad',
      '\u3164',
    ];
    expect(hidden.map((one) => textPieces(`a${one}b`))).to.deep.equal(
      ['202E', '2066', '200B', '0000', '001B', 'E0041', '2028', 'D800', '00A0', 'FEFF', '00AD', '3164'].map(
        (code) => [{ text: 'a' }, { hidden: `U+${code}` }, { text: 'b' }],
      ),
    );
  });

  it('handles a long text of nothing else', () => {
    expect(textPieces('\u202e'.repeat(10_000))).to.have.length(10_000);
  });
});

import { expect } from 'chai';
import { patched, patchedFiles } from './patch.js';

const patch = { file: 'a.ts', from: 'one', to: '$& two' };

describe('a patch of a planted bug', () => {
  it('replaces the only matching place, with the exact text', () => {
    expect(patched('zero one three', patch)).to.equal('zero $& two three');
  });

  it('is refused where nothing matches', () => {
    expect(() => patched('zero three', patch)).to.throw('a.ts: nothing reads "one"');
    expect(() => patched('zero three', { ...patch, from: '' })).to.throw('a.ts: nothing reads ""');
  });

  it('is refused where several places match', () => {
    expect(() => patched('one one one', patch)).to.throw('a.ts: 3 places read "one"');
  });

  it('is applied on top of the earlier patches of its file', () => {
    const files = patchedFiles(
      [patch, { file: 'b.ts', from: 'b', to: 'c' }, { file: 'a.ts', from: 'two', to: 'three' }],
      (file) => (file === 'a.ts' ? 'one' : 'b'),
    );
    expect([...files]).to.deep.equal([
      ['a.ts', '$& three'],
      ['b.ts', 'c'],
    ]);
  });
});

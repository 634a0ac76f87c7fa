import { expect } from 'chai';
import { namesAnswer, readIfMatch } from './conditional-headers.js';

describe('If-Match', () => {
  const recordsOf = (header: string | undefined): unknown => {
    const read = readIfMatch(header);
    return read.ok ? read.value : read.refusal;
  };

  it('names records by the part of the tag before the dot', () => {
    expect(['"7.abc"', '"7"', '"7.abc", "8"', '*', undefined].map(recordsOf)).to.deep.equal([
      ['7'],
      ['7'],
      ['7', '8'],
      ['*'],
      undefined,
    ]);
  });

  it('takes tags that a compressing proxy weakened or marked', () => {
    const marked = ['W/"7.abc"', 'W/"7"', '"7.abc-gzip"', '"7-gzip"', '"7--gzip"', 'W/"7-br"'];
    expect(marked.map(recordsOf)).to.deep.equal(marked.map(() => ['7']));
  });

  it('matches no record with what is no tag', () => {
    expect(['7', 'w/"7"', '"7', '"7-other"', ''].map(recordsOf)).to.deep.equal([
      [''],
      [''],
      [''],
      ['7-other'],
      [''],
    ]);
  });
});

describe('If-None-Match', () => {
  it('names an answer by its tag, weakened or marked on the way, and by nothing less', () => {
    const named = ['"7.abc"', 'W/"7.abc"', '"7.abc-gzip"', 'W/"7.abc--br"', '"6.x", "7.abc"', '*'];
    const others = ['"7"', '7.abc', '"7.ab"', '"7.abc-other"', 'w/"7.abc"', ''];
    expect([...named, ...others].filter((header) => namesAnswer(header, '"7.abc"'))).to.deep.equal(named);
  });
});

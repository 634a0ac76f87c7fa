import { expect } from 'chai';
import { checkBody } from './body-safety.js';

const verdict = (body: unknown): string => {
  const result = checkBody(body);
  return result.ok ? 'taken' : JSON.stringify(result.refusal);
};
const refused = (detail: string, field?: string): string =>
  JSON.stringify({ reasonCode: 'invalid_request', ...(field && { field }), detail });
const TOO_DEEP = 'Objects and lists may be nested 32 deep.';
const TOO_MANY = 'A body may hold 50,000 members and entries.';
const BAD_TEXT = 'A text may contain neither U+0000 nor half of a surrogate pair.';

/** Nested objects, `depth` of them, with a value in the innermost one. */
const nested = (depth: number, innermost: unknown): Record<string, unknown> => {
  let body: Record<string, unknown> = { inner: innermost };
  for (let level = 1; level < depth; level += 1) body = { inner: body };
  return body;
};

const keyed = (count: number): Record<string, unknown> =>
  Object.fromEntries(Array.from({ length: count }, (_, index) => [`key_${index}`, null]));

describe('the first look at a body', () => {
  it('passes on the very object that it has checked', () => {
    const body = { name: 'gateway', flags: [true, 1, null], owner: { team: 'risk' } };
    const result = checkBody(body);
    expect(result).to.deep.equal({ ok: true, value: body });
    expect(result.ok && result.value).to.equal(body);
  });

  it('refuses what is not an object', () => {
    for (const body of [null, undefined, 'text', 7, true, [], [{}]])
      expect(verdict(body)).to.equal(
        '{"reasonCode":"invalid_request","detail":"The value must be an object.","expected":{"type":"object"}}',
      );
  });

  it('takes 32 levels and refuses the 33rd, of objects and of lists', () => {
    expect(verdict(nested(32, 'deep'))).to.equal('taken');
    expect(verdict(nested(33, 'deep'))).to.equal(refused(TOO_DEEP));
    expect(verdict(nested(31, []))).to.equal('taken');
    expect(verdict(nested(32, []))).to.equal(refused(TOO_DEEP));
    expect(verdict(nested(32, null))).to.equal('taken');
  });

  it('survives a depth that would break a recursive walk', () => {
    expect(verdict(nested(200_000, 'deep'))).to.equal(refused(TOO_DEEP));
  });

  it('accepts 50,000 keys and refuses one more, wherever they are', () => {
    expect(verdict(keyed(50_000))).to.equal('taken');
    expect(verdict(keyed(50_001))).to.equal(refused(TOO_MANY));
    expect(verdict({ one: keyed(24_999), two: keyed(24_999) })).to.equal('taken');
    expect(verdict({ one: keyed(25_000), two: keyed(24_999) })).to.equal(refused(TOO_MANY, 'two'));
  });

  it('refuses a NUL and a lone surrogate in a string, and a lone surrogate in a key, and says where', () => {
    expect(verdict({ name: 'a\0b' })).to.equal(refused(BAD_TEXT, 'name'));
    expect(verdict({ list: ['good', { of: '\ud800' }] })).to.equal(refused(BAD_TEXT, 'list.1.of'));
    expect(verdict({ good: 1, '\udc00': 2 })).to.equal(refused(BAD_TEXT));
  });

  it('names no place that is made up or looks like a credential', () => {
    for (const name of ['two words', `ghp_${'a1B2'.repeat(9)}`])
      expect(verdict({ [name]: '\0' })).to.equal(refused(BAD_TEXT));
  });

  it('takes pairs', () => {
    expect(verdict({ name: 'a pair 😀', '😀': '' })).to.equal('taken');
  });

  it('gives the same result for a body with the text that it was parsed from', () => {
    const texts = [
      '{"name":"a pair 😀","list":["é",{"😀":1}]}',
      '{"name":"a\\u0000b"}',
      '{"list":["good",{"inner":"\\ud800"}]}',
      '{"\\udc00":2}',
      '{"name":"\\ud83d\\ude00 \\n \\\\"}',
      `{"inner":${'['.repeat(32)}${']'.repeat(32)}}`,
    ];
    const told = (text: string) => [checkBody(JSON.parse(text)).ok, checkBody(JSON.parse(text), text).ok];
    expect(texts.map(told)).to.deep.equal([true, false, false, false, true, false].map((ok) => [ok, ok]));
  });
});

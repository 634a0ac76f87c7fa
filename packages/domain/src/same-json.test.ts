import { expect } from 'chai';
import fc from 'fast-check';
import { canonicalJson, type Json } from './canonical-json.js';
import { isSameJson } from './same-json.js';

const inOtherOrder = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(inOtherOrder);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .reverse()
      .map(([name, inner]) => [name, inOtherOrder(inner)]),
  );
};

const json = (): fc.Arbitrary<unknown> => fc.jsonValue({ maxDepth: 3 });

describe('whether two values have the same JSON', () => {
  it('is what their canonical texts say', () => {
    fc.assert(
      fc.property(json(), json(), fc.boolean(), (one, other, isCopy) => {
        const a = JSON.parse(JSON.stringify(one)) as Json;
        const b = (isCopy ? inOtherOrder(a) : JSON.parse(JSON.stringify(other))) as Json;
        expect(isSameJson(a, b)).to.equal(canonicalJson(a) === canonicalJson(b));
      }),
      { numRuns: 2_000 },
    );
  });

  it('detects one that differs anywhere', () => {
    const value = { a: [1, { b: null }], c: 'x' };
    for (const other of [
      { a: [1, { b: 0 }], c: 'x' },
      { a: [1, {}], c: 'x' },
      { a: [1], c: 'x' },
      { a: { 0: 1, 1: { b: null } }, c: 'x' },
      { a: [1, { b: null }] },
      { a: [1, { b: null }], c: 'x', d: null },
      null,
      'x',
    ])
      expect([isSameJson(value, other), isSameJson(other, value)], JSON.stringify(other)).to.deep.equal([
        false,
        false,
      ]);
  });

  it('treats an undefined member as absent', () => {
    expect(isSameJson({ a: 1, b: undefined }, { a: 1 })).to.equal(true);
    expect(isSameJson({ a: 1, b: undefined }, { a: 1, c: 2 })).to.equal(false);
    expect(isSameJson({ b: undefined }, { c: undefined })).to.equal(true);
  });
});

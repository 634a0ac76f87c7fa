import { expect } from 'chai';
import fc from 'fast-check';
import { CompactRange, type Subtree } from './compact-range.js';
import { ALL_LEVELS, partsOf } from './leaf-span.js';
import { consistencySpans, inclusionSpans } from './proof-spans.js';
import { hex, leafHash, sampleLeaves, spanHash, treeHash } from './testing/reference-tree.js';
import { type TreeHead, verifyConsistency, verifyInclusion } from './verify-proof.js';

const MOST = 300;
const LEAVES = sampleLeaves(MOST);
const ROOTS = new Map<number, TreeHead>();

const headOf = (size: number): TreeHead => {
  const head = ROOTS.get(size) ?? { size, root: treeHash(LEAVES.slice(0, size)) };
  ROOTS.set(size, head);
  return head;
};

const pathOf = (spans: ReturnType<typeof inclusionSpans>): Uint8Array[] =>
  spans.map((span) => spanHash(LEAVES, span));

const twoSizes = fc
  .tuple(fc.integer({ min: 1, max: MOST }), fc.integer({ min: 1, max: MOST }))
  .map(([a, b]) => ({ first: Math.min(a, b), second: Math.max(a, b) }));

/** Manipulations of a path, each of which must be detected. */
const mutated = (path: readonly Uint8Array[], at: number, how: number): Uint8Array[] => {
  const index = path.length === 0 ? 0 : at % path.length;
  const [found, next] = [path[index], path[(index + 1) % path.length]];
  if (found === undefined || how % 4 === 0)
    return path.toSpliced(index, 0, sampleLeaves(1, 9000)[0] as Uint8Array);
  if (how % 4 === 1) return path.toSpliced(index, 1);
  if (how % 4 === 2 || next === undefined || hex(next) === hex(found))
    return path.with(index, found.with(at % 32, (found[at % 32] as number) ^ (1 << (how % 8))));
  return path.with(index, next).with((index + 1) % path.length, found);
};

describe('proofs', () => {
  it('of inclusion hold for every leaf of every tree', () => {
    fc.assert(
      fc.property(twoSizes, ({ first, second }) => {
        const leaf = { index: first - 1, hash: leafHash(LEAVES[first - 1] as Uint8Array) };
        const path = pathOf(inclusionSpans(leaf.index, second));
        expect(path.length).to.be.at.most(Math.ceil(Math.log2(second)));
        expect(verifyInclusion(leaf, headOf(second), path)).to.equal(true);
      }),
      { numRuns: 500 },
    );
  });

  it('of inclusion fail with a different path, leaf, position or tree', () => {
    fc.assert(
      fc.property(twoSizes, fc.nat(), fc.nat(), ({ first, second }, at, how) => {
        const leaf = { index: first - 1, hash: leafHash(LEAVES[first - 1] as Uint8Array) };
        const path = pathOf(inclusionSpans(leaf.index, second));
        const other = { ...leaf, hash: leafHash(LEAVES[first % MOST] as Uint8Array) };
        const head = headOf(second);
        const tried = [
          verifyInclusion(leaf, head, mutated(path, at, how)),
          verifyInclusion(other, head, path),
          verifyInclusion({ ...leaf, index: second > 1 ? (leaf.index + 1) % second : 1 }, head, path),
          verifyInclusion(leaf, { ...head, root: headOf((second % MOST) + 1).root }, path),
          verifyInclusion({ ...leaf, index: -1 }, head, path),
          verifyInclusion({ ...leaf, index: second }, head, path),
          verifyInclusion({ ...leaf, index: leaf.index + 0.5 }, head, path),
        ];
        expect(tried).to.deep.equal(tried.map(() => false));
      }),
      { numRuns: 500 },
    );
  });

  it('of consistency hold between any two trees', () => {
    fc.assert(
      fc.property(twoSizes, ({ first, second }) => {
        const path = pathOf(consistencySpans(first, second));
        expect(verifyConsistency(headOf(first), headOf(second), path)).to.equal(true);
      }),
      { numRuns: 500 },
    );
  });

  it('of consistency fail with a different path or tree', () => {
    fc.assert(
      fc.property(twoSizes, fc.nat(), fc.nat(), ({ first, second }, at, how) => {
        const path = pathOf(consistencySpans(first, second));
        const [a, b] = [headOf(first), headOf(second)];
        const forged = treeHash(sampleLeaves(first, 1));
        const tried = [
          verifyConsistency(a, b, mutated(path, at, how)),
          verifyConsistency({ ...a, root: forged }, b, path),
          verifyConsistency(a, { ...b, root: forged }, path),
          verifyConsistency({ ...a, size: 0 }, b, path),
          verifyConsistency({ size: second + 1, root: a.root }, b, path),
        ];
        expect(tried).to.deep.equal(tried.map(() => false));
      }),
      { numRuns: 500 },
    );
  });

  it('can only be requested within the tree', () => {
    for (const wrong of [
      () => inclusionSpans(3, 3),
      () => inclusionSpans(-1, 3),
      () => consistencySpans(0, 3),
    ])
      expect(wrong).to.throw(RangeError);
    expect(() => consistencySpans(4, 3)).to.throw(RangeError);
  });
});

describe('CompactRange', () => {
  it('joins two ranges to the result of a single pass, wherever they meet', () => {
    fc.assert(
      fc.property(twoSizes, ({ first, second }) => {
        const left = new CompactRange(0);
        const right = new CompactRange(first);
        for (const leaf of LEAVES.slice(0, first)) left.append(leafHash(leaf));
        for (const leaf of LEAVES.slice(first, second)) right.append(leafHash(leaf));
        const parts = partsOf({ from: first, to: second }, ALL_LEVELS);
        expect(right.subtrees().map(({ level, place }) => ({ level, place }))).to.deep.equal(parts);
        const kept = left.copy();
        left.join(right);
        expect([left.end, hex(left.root())]).to.deep.equal([second, hex(headOf(second).root)]);
        expect(hex(kept.root())).to.equal(hex(headOf(first).root));
      }),
      { numRuns: 300 },
    );
  });

  it('reports each subtree of the levels asked for once, when it is complete', () => {
    const reported: Subtree[] = [];
    const range = new CompactRange(0, undefined, {
      levels: [1, 2, 4],
      add: (subtree) => reported.push(subtree),
    });
    for (const leaf of LEAVES.slice(0, 21)) range.append(leafHash(leaf));
    const expected = [1, 2, 4].flatMap((level) =>
      Array.from({ length: Math.floor(21 / 2 ** level) }, (_, place) => {
        const span = { from: place * 2 ** level, to: (place + 1) * 2 ** level };
        return `${level}/${place} ${hex(spanHash(LEAVES, span))}`;
      }),
    );
    expect(reported.map(({ level, place, hash }) => `${level}/${place} ${hex(hash)}`).sort()).to.deep.equal(
      expected.sort(),
    );
  });

  it('refuses a subtree where none can begin, and a range that does not adjoin it', () => {
    const range = new CompactRange(1);
    expect(() => range.append(leafHash(LEAVES[0] as Uint8Array), 1)).to.throw(RangeError);
    expect(() => range.join(new CompactRange(2))).to.throw(RangeError);
  });
});

import { readFileSync } from 'node:fs';
import { expect } from 'chai';
import { fromBase64, toBase64 } from '../base64.js';
import { consistencySpans, inclusionSpans } from './proof-spans.js';
import { leafHash, sampleLeaves, spanHash } from './testing/reference-tree.js';
import { verifyConsistency, verifyInclusion } from './verify-proof.js';

interface GoVectors {
  readonly roots: Readonly<Record<string, string>>;
  readonly inclusion: readonly {
    readonly index: number;
    readonly size: number;
    readonly path: readonly string[];
  }[];
  readonly consistency: readonly {
    readonly first: number;
    readonly second: number;
    readonly path: readonly string[];
  }[];
}

/** Written by golang.org/x/mod/sumdb/tlog: another implementation of the same trees. */
const GO = JSON.parse(
  readFileSync(new URL('./testing/go-vectors.json', import.meta.url), 'utf8'),
) as GoVectors;

const bytes = (text: string | undefined): Uint8Array => fromBase64(text ?? '') ?? new Uint8Array();
const headOf = (size: number) => ({ size, root: bytes(GO.roots[size]) });
const LEAVES = sampleLeaves(70);

describe('the tree, checked against vectors of golang.org/x/mod/sumdb/tlog', () => {
  it('has their roots at every size', () => {
    const ours = LEAVES.map((_, index) => toBase64(spanHash(LEAVES, { from: 0, to: index + 1 })));
    expect(ours).to.deep.equal(LEAVES.map((_, index) => GO.roots[index + 1]));
  });

  it('proves inclusion with their paths, and accepts them', () => {
    expect(GO.inclusion.length).to.be.greaterThan(20);
    for (const { index, size, path } of GO.inclusion) {
      expect(inclusionSpans(index, size).map((span) => toBase64(spanHash(LEAVES, span)))).to.deep.equal(path);
      const leaf = { index, hash: leafHash(LEAVES[index] as Uint8Array) };
      expect(verifyInclusion(leaf, headOf(size), path.map(bytes))).to.equal(true);
    }
  });

  it('proves consistency with their paths, and accepts them', () => {
    expect(GO.consistency.length).to.be.greaterThan(15);
    for (const { first, second, path } of GO.consistency) {
      expect(consistencySpans(first, second).map((span) => toBase64(spanHash(LEAVES, span)))).to.deep.equal(
        path,
      );
      expect(verifyConsistency(headOf(first), headOf(second), path.map(bytes))).to.equal(true);
    }
  });
});

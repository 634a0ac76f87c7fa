import { expect } from 'chai';
import { CompactRange } from './compact-range.js';
import { consistencySpans, inclusionSpans } from './proof-spans.js';
import { hex, leafHash, spanHash, treeHash, unhex } from './testing/reference-tree.js';
import { emptyRoot } from './tree-hash.js';
import { verifyConsistency, verifyInclusion } from './verify-proof.js';

// The eight leaves, their roots and paths of the reference tests of Certificate Transparency (google/certificate-transparency,
// merkletree tests; repeated in RFC 6962 implementations since).
const LEAVES = [
  '',
  '00',
  '10',
  '2021',
  '3031',
  '40414243',
  '5051525354555657',
  '606162636465666768696a6b6c6d6e6f',
].map(unhex);

const ROOTS = [
  'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855',
  '6e340b9cffb37a989ca544e6bb780a2c78901d3fb33738768511a30617afa01d',
  'fac54203e7cc696cf0dfcb42c92a1d9dbaf70ad9e621f4bd8d98662f00e3c125',
  'aeb6bcfe274b70a14fb067a5e5578264db0fa9b51af5e0ba159158f329e06e77',
  'd37ee418976dd95753c1c73862b9398fa2a2cf9b4ff0fdfe8b30cd95209614b7',
  '4e3bbb1f7b478dcfe71fb631631519a3bca12c9aefca1612bfce4c13a86264d4',
  '76e67dadbcdf1e10e1b74ddc608abd2f98dfb16fbce75277b5232a127f2087ef',
  'ddb89be403809e325750d3d263cd78929c2942b7942a34b77e122c9594a74c8c',
  '5dc9da79a70659a9ad559cb701ded9a2ab9d823aad2f4960cfe370eff4604328',
];

const INCLUSION: readonly [index: number, size: number, path: readonly string[]][] = [
  [0, 1, []],
  [
    0,
    8,
    [
      '96a296d224f285c67bee93c30f8a309157f0daa35dc5b87e410b78630a09cfc7',
      '5f083f0a1a33ca076a95279832580db3e0ef4584bdff1f54c8a360f50de3031e',
      '6b47aaf29ee3c2af9af889bc1fb9254dabd31177f16232dd6aab035ca39bf6e4',
    ],
  ],
  [
    5,
    8,
    [
      'bc1a0643b12e4d2d7c77918f44e0f4f79a838b6cf9ec5b5c283e1f4d88599e6b',
      'ca854ea128ed050b41b35ffc1b87b8eb2bde461e9e3b5596ece6b9d5975a0ae0',
      'd37ee418976dd95753c1c73862b9398fa2a2cf9b4ff0fdfe8b30cd95209614b7',
    ],
  ],
  [2, 3, ['fac54203e7cc696cf0dfcb42c92a1d9dbaf70ad9e621f4bd8d98662f00e3c125']],
  [
    1,
    5,
    [
      '6e340b9cffb37a989ca544e6bb780a2c78901d3fb33738768511a30617afa01d',
      '5f083f0a1a33ca076a95279832580db3e0ef4584bdff1f54c8a360f50de3031e',
      'bc1a0643b12e4d2d7c77918f44e0f4f79a838b6cf9ec5b5c283e1f4d88599e6b',
    ],
  ],
];

const CONSISTENCY: readonly [first: number, second: number, path: readonly string[]][] = [
  [1, 1, []],
  [
    1,
    8,
    [
      '96a296d224f285c67bee93c30f8a309157f0daa35dc5b87e410b78630a09cfc7',
      '5f083f0a1a33ca076a95279832580db3e0ef4584bdff1f54c8a360f50de3031e',
      '6b47aaf29ee3c2af9af889bc1fb9254dabd31177f16232dd6aab035ca39bf6e4',
    ],
  ],
  [
    6,
    8,
    [
      '0ebc5d3437fbe2db158b9f126a1d118e308181031d0a949f8dededebc558ef6a',
      'ca854ea128ed050b41b35ffc1b87b8eb2bde461e9e3b5596ece6b9d5975a0ae0',
      'd37ee418976dd95753c1c73862b9398fa2a2cf9b4ff0fdfe8b30cd95209614b7',
    ],
  ],
  [
    2,
    5,
    [
      '5f083f0a1a33ca076a95279832580db3e0ef4584bdff1f54c8a360f50de3031e',
      'bc1a0643b12e4d2d7c77918f44e0f4f79a838b6cf9ec5b5c283e1f4d88599e6b',
    ],
  ],
];

const root = (size: number): Uint8Array => unhex(ROOTS[size] ?? '');

describe('the tree, checked against the reference vectors of Certificate Transparency', () => {
  it('has their roots at every size', () => {
    expect(hex(emptyRoot())).to.equal(ROOTS[0]);
    const range = new CompactRange(0);
    const roots = [hex(range.root())];
    for (const leaf of LEAVES) {
      range.append(leafHash(leaf));
      roots.push(hex(range.root()));
    }
    expect(roots).to.deep.equal(ROOTS);
    expect(ROOTS.map((_, size) => hex(treeHash(LEAVES.slice(0, size))))).to.deep.equal(ROOTS);
  });

  it('proves inclusion with their paths, and accepts them', () => {
    for (const [index, size, path] of INCLUSION) {
      expect(inclusionSpans(index, size).map((span) => hex(spanHash(LEAVES, span)))).to.deep.equal(path);
      const leaf = { index, hash: leafHash(LEAVES[index] as Uint8Array) };
      expect(verifyInclusion(leaf, { size, root: root(size) }, path.map(unhex))).to.equal(true);
    }
  });

  it('proves consistency with their paths, and accepts them', () => {
    for (const [first, second, path] of CONSISTENCY) {
      expect(consistencySpans(first, second).map((span) => hex(spanHash(LEAVES, span)))).to.deep.equal(path);
      const heads = [first, second].map((size) => ({ size, root: root(size) }));
      const [a, b] = heads as [(typeof heads)[number], (typeof heads)[number]];
      expect(verifyConsistency(a, b, path.map(unhex))).to.equal(true);
    }
  });
});

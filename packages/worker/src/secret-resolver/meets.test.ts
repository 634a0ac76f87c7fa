import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { expect } from 'chai';
import { meets } from './meets.js';

describe('meets', () => {
  let root: string;
  before(() => {
    root = realpathSync(mkdtempSync(join(tmpdir(), 'govgate-meets-')));
    mkdirSync(join(root, 'data/inner'), { recursive: true });
    mkdirSync(join(root, 'secrets'));
    writeFileSync(join(root, 'data/keys.json'), '{}');
    symlinkSync(join(root, 'data'), join(root, 'link'));
  });
  after(() => rmSync(root, { recursive: true }));

  const at = (path: string): string => join(root, path);

  it('recognises a path that contains the other, lies within it or is the same, both ways', async () => {
    const pairs = [
      ['data', 'data'],
      ['.', 'data'],
      ['data/inner', 'data'],
      ['data', 'data/keys.json'],
      ['link', 'data/keys.json'],
      ['link/inner', 'data'],
      ['link/not/there/yet', 'data'],
      ['not/there/yet', 'not'],
      ['data', 'link/later.json'],
    ] as const;
    for (const [one, other] of pairs) {
      expect(await meets(at(one), at(other)), `${one} ${other}`).to.equal(true);
      expect(await meets(at(other), at(one)), `${other} ${one}`).to.equal(true);
    }
  });

  it('reads relative paths from the current folder', async () => {
    expect(await meets(relative(process.cwd(), at('link')), at('data'))).to.equal(true);
  });

  it('distinguishes paths that only share a prefix or are siblings', async () => {
    const pairs = [
      ['secrets', 'data'],
      ['data-of-others', 'data'],
      ['data/inner', 'data/keys.json'],
      ['not/there/yet', 'not/there/either'],
    ] as const;
    for (const [one, other] of pairs)
      expect(await meets(at(one), at(other)), `${one} ${other}`).to.equal(false);
  });
});

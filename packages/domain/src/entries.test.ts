import { readFileSync } from 'node:fs';
import { expect } from 'chai';
import { describe, it } from 'mocha';

const namesIn = (entry: string): readonly string[] => {
  const source = readFileSync(new URL(entry, import.meta.url), 'utf8').replaceAll(/\/\*\*.*?\*\//gs, '');
  expect(source).not.to.contain('export *');
  return [...source.matchAll(/\{([^}]*)\}/g)]
    .flatMap(([, list = '']) => list.split(','))
    .map((name) => name.replace(/^\s*type\s/, '').trim())
    .filter((name) => name !== '');
};

describe('the entry @govgate/domain', () => {
  it('exports at most 250 names, each picked', () => {
    expect(namesIn('index.ts').length).to.be.within(150, 250);
  });

  it('has no name that @govgate/domain/internal has, too', () => {
    const picked = new Set(namesIn('index.ts'));
    expect(namesIn('internal.ts').filter((name) => picked.has(name))).to.deep.equal([]);
  });
});

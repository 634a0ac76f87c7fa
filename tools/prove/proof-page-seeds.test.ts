import { expect } from 'chai';
import { proofPage } from './proof-page.js';
import { readSeedFigure, type SeedFigure, seedRows } from './proof-page-seeds.js';

const OCCASION = { date: '2026-01-02', commit: 'def', machine: '2 CPUs', form: 'short', missing: [] };
const noticed = { id: '1', bug: 'a bug', specs: [{ spec: 'a', test: 'holds' }] };
const unnoticed = { id: '2', bug: 'another', specs: [{ spec: 'a', missed: '3 tests passed' }] };
const figure = { date: '2026-01-01T10:00:00.000Z', commit: 'abc', caught: 1, of: 1, seeds: [noticed] };

const rowOf = (seeds: SeedFigure): string | undefined =>
  proofPage(OCCASION, [], seedRows(seeds))
    .split('\n')
    .find((line) => line.startsWith('| MU'));

describe('the seeded bugs on the page of proofs', () => {
  it('stand with the day and the commit of their own run', () => {
    expect(rowOf(figure)).to.equal(
      '| MU | The tests notice a broken promise | kept | 1 of 1 caught | bugs planted that no test noticed: 0 of 1, in 1 forms (run apart by `npm run seeds`, 2026-01-01, commit abc) |',
    );
  });

  it('are called broken where one was not noticed, and which', () => {
    const row = rowOf({ ...figure, of: 2, seeds: [noticed, unnoticed] });
    expect(row).to.contain(
      '| **broken** | 1 of 2 caught | bugs planted that no test noticed: 1 of 2, in 2 forms',
    );
    expect(row).to.contain('<br>not noticed: 2 another |');
  });

  it('have no figure where they were never run', () => {
    expect(readSeedFigure('docs/proof/no-such-figure.json')).to.equal(undefined);
  });
});

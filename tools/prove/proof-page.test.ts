import { expect } from 'chai';
import { proofPage } from './proof-page.js';
import { type Proved, summed } from './prove-one.js';

const OCCASION = { date: '2026-01-01', commit: 'abc', machine: '2 CPUs', form: 'short', missing: [] };

const proved = (tests: Partial<Proved['tests']>, figures: Proved['figures'] = []): Proved => ({
  id: 'Z1',
  promise: 'A promise',
  specs: [],
  tests: { passed: 0, failed: 0, skipped: 0, ...tests },
  figures,
  seconds: 1,
});

const rowOf = (one: Proved): string | undefined =>
  proofPage(OCCASION, [one])
    .split('\n')
    .find((line) => line.startsWith('| Z1'));

describe('the page of proofs', () => {
  it('prints the figures that were measured, and none where there is none', () => {
    const figures = [{ id: 'Z1', what: 'kills', trials: 1_200, broken: 0, measured: 'RSS +9 MB' }];
    expect([rowOf(proved({ passed: 2 }, figures)), rowOf(proved({ passed: 2 }))]).to.deep.equal([
      '| Z1 | A promise | kept | 2 passed | kills: 0 of 1,200 (RSS +9 MB) |',
      '| Z1 | A promise | kept | 2 passed |  |',
    ]);
  });

  it('reports what failed as broken, and what was not run as not run', () => {
    const rows = [
      proved({ passed: 5, failed: 1 }),
      proved({ skipped: 3 }),
      proved({ passed: 1, skipped: 1 }),
    ];
    expect(rows.map((one) => rowOf(one)?.split(' | ')[2])).to.deep.equal([
      '**broken**',
      'not run',
      'kept, in part not run',
    ]);
  });

  it('adds up figures of one kind', () => {
    const figure = { id: 'F1', what: 'requests', trials: 60, broken: 0 };
    expect(summed([figure, { ...figure, broken: 1 }])).to.deep.equal([{ ...figure, trials: 120, broken: 1 }]);
  });
});

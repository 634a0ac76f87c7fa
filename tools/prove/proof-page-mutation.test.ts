import { expect } from 'chai';
import { type DatedMutationFigure, mutationRows, readMutationFigure } from './proof-page-mutation.js';

const counts = { killed: 1_700, timeout: 10, survived: 280, noCoverage: 10 };
const figure: DatedMutationFigure = {
  date: '2026-01-01T10:00:00.000Z',
  commit: 'abc',
  score: 85.5,
  ...counts,
  ignored: 7,
  files: 3,
  folders: {
    a: { ...counts, score: 99 },
    b: { ...counts, score: 80 },
    c: { ...counts, score: 90.04 },
    d: { ...counts, score: 85 },
  },
};

describe('the mutation score on the proof page', () => {
  it('is shown with its counts, its weakest folders and the day and commit of its own run', () => {
    expect(mutationRows(figure)).to.deep.equal([
      '| MU | The tests of the domain and the guards notice a changed line (85 % at least) | kept | 85.5 % noticed | mutants that no test noticed: 290 of 2,000 in 3 files (run apart by `npm run stryker`, 2026-01-01, commit abc)<br>10 of the noticed ran out of time; 7 in code that runs while loading were not judged<br>weakest: b 80.0 %, d 85.0 %, c 90.0 % |',
    ]);
  });

  it('is called broken below its target', () => {
    expect(mutationRows({ ...figure, score: 84.99 })[0]).to.contain('| **broken** |');
  });

  it('has no row where Stryker was never run completely', () => {
    expect(readMutationFigure('docs/proof/no-such-figure.json')).to.equal(undefined);
  });
});

import { expect } from 'chai';
import { type FaultFigure, readFaultFigure, type TableFigure } from '../faults/fault-figure.js';
import { proofPage } from './proof-page.js';
import { faultRows } from './proof-page-faults.js';

const OCCASION = { date: '2026-01-02', commit: 'def', machine: '2 CPUs', form: 'short', missing: [] };
const noticed = { id: '1', bug: 'a bug', specs: [{ spec: 'a', test: 'holds' }] };
const unnoticed = { id: '2', bug: 'another', specs: [{ spec: 'a', missed: '3 tests passed' }] };
const bugs: TableFigure = {
  date: '2026-01-01T10:00:00.000Z',
  commit: 'abc',
  caught: 1,
  of: 1,
  faults: [noticed],
};

const rowOf = (figure: FaultFigure): string | undefined =>
  proofPage(OCCASION, [], faultRows(figure))
    .split('\n')
    .find((line) => line.startsWith('| MU'));

describe('the planted bugs on the proof page', () => {
  it('are shown with the day and the commit of their own run', () => {
    expect(rowOf({ bugs })).to.equal(
      '| MU | The tests notice a broken promise | kept | 1 of 1 caught | bugs planted that no test noticed: 0 of 1, in 1 forms (run apart by `npm run faults`, 2026-01-01, commit abc) |',
    );
  });

  it('report each table on its own line', () => {
    const promises = { ...bugs, date: '2026-01-02T10:00:00.000Z', commit: 'bcd' };
    expect(rowOf({ bugs, promises })).to.equal(
      '| MU | The tests notice a broken promise | kept | 1 of 1 caught<br>1 of 1 promises notice their planted fault | bugs planted that no test noticed: 0 of 1, in 1 forms (run apart by `npm run faults`, 2026-01-01, commit abc)<br>promises whose tests did not notice a fault planted for them: 0 of 1, in 1 forms (run apart by `npm run faults`, 2026-01-02, commit bcd) |',
    );
  });

  it('are called broken where one was not noticed, and name it', () => {
    const broken = { ...bugs, of: 2, faults: [noticed, unnoticed] };
    expect(rowOf({ bugs: broken })).to.contain(
      '| **broken** | 1 of 2 caught | bugs planted that no test noticed: 1 of 2, in 2 forms',
    );
    expect(rowOf({ bugs: broken })).to.contain('<br>not noticed: 2 another |');
    expect(rowOf({ bugs, promises: broken })).to.contain('| **broken** | 1 of 1 caught<br>1 of 2 promises');
  });

  it('have no row where they were never run', () => {
    expect(faultRows(readFaultFigure('docs/proof/no-such-figure.json'))).to.deep.equal([]);
  });
});

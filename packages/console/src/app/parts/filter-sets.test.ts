import { expect } from 'chai';
import { filterSetsIn, filtersIn, LONGEST_NAME, MOST_SETS, nameFault } from './filter-sets.js';

const DENIED = { name: 'Denied', query: 'outcome=denied' };

describe('filterSetsIn', () => {
  it('reads what was saved, by list', () => {
    const saved = { audit: [DENIED], agents: [{ name: 'Triage', query: 'q=triage' }] };
    expect(filterSetsIn(JSON.stringify(saved))).to.deep.equal(saved);
  });

  it('ignores what is damaged, and keeps the rest', () => {
    for (const kept of [undefined, '', '{', 'null', '7', '"text"', '[]'])
      expect(filterSetsIn(kept), kept).to.deep.equal({});
    const damaged = [
      null,
      7,
      'text',
      {},
      { name: 'No query' },
      { name: 7, query: 'q=a' },
      { name: 'A', query: '' },
    ];
    expect(filterSetsIn(JSON.stringify({ audit: [...damaged, DENIED], agents: 'text' }))).to.deep.equal({
      audit: [DENIED],
      agents: [],
    });
  });

  it('trims names, and takes none twice, none empty and none too long', () => {
    const sets = [' Denied ', 'denied', ' ', 'x'.repeat(LONGEST_NAME + 1)].map((name) => ({
      ...DENIED,
      name,
    }));
    expect(filterSetsIn(JSON.stringify({ audit: sets }))).to.deep.equal({ audit: [DENIED] });
  });

  it('takes no more than a list can have', () => {
    const sets = Array.from({ length: MOST_SETS + 1 }, (_, place) => ({ ...DENIED, name: `Set ${place}` }));
    expect(filterSetsIn(JSON.stringify({ audit: sets }))).to.deep.equal({ audit: sets.slice(0, MOST_SETS) });
  });
});

describe('nameFault', () => {
  it('is none for a name that no others have', () => {
    expect(nameFault([DENIED], 'Denied today')).to.equal(undefined);
  });

  it('names what is wrong', () => {
    const full = Array.from({ length: MOST_SETS }, (_, place) => ({ ...DENIED, name: `Set ${place}` }));
    expect([nameFault([], '  '), nameFault([DENIED], ' DENIED '), nameFault(full, 'One more')]).to.deep.equal(
      ['unnamed', 'taken', 'full'],
    );
  });
});

describe('filtersIn', () => {
  it('is the filters of an address alone, in the order of the list', () => {
    const names = ['q', 'state'];
    const query = {
      state: 'active',
      environment: 'production',
      cursor: 'c',
      sort: 'name',
      open: 'a',
      q: 'a b',
    };
    expect(filtersIn(query, names)).to.equal('q=a+b&state=active');
    expect(filtersIn({ q: '', state: undefined }, names)).to.equal('');
  });
});

import { expect } from 'chai';
import { chosen, specVerdict, tally } from './verdict.js';

const failure = { title: 'holds', isHook: false, error: 'AssertionError' };
const missed = { id: '1', bug: '', specs: [{ spec: 'a', missed: '3 tests passed' }] };
const caught = { id: '2', bug: '', specs: [{ spec: 'a', test: 'holds' }] };

describe('the verdict on a planted bug', () => {
  it('names the test that failed', () => {
    const hook = { ...failure, title: 'before all', isHook: true };
    expect(specVerdict('a', { passed: 1, failures: [hook, failure] })).to.deep.equal({
      spec: 'a',
      test: 'holds',
    });
  });

  it('does not count a run as a catch that broke off, passed, or failed in code that does not run', () => {
    const runs = [
      undefined,
      { passed: 3, failures: [] },
      { passed: 0, failures: [{ ...failure, error: 'ReferenceError' }] },
      { passed: 0, failures: [{ ...failure, isHook: true }] },
    ];
    expect(runs.map((run) => specVerdict('a', run))).to.deep.equal([
      { spec: 'a', missed: 'the run broke off' },
      { spec: 'a', missed: '3 tests passed' },
      { spec: 'a', missed: 'ReferenceError in "holds"' },
      { spec: 'a', missed: 'AssertionError in "holds"' },
    ]);
  });

  it('counts a bug as caught only in all its forms and by all its specs', () => {
    const both = { ...caught, id: '3', specs: [...caught.specs, ...missed.specs] };
    expect(tally([missed, { ...caught, id: '1b' }, caught, { ...caught, id: '2b' }, both])).to.deep.equal({
      caught: 1,
      of: 3,
    });
  });

  it("counts a promise's faults as one", () => {
    expect(
      tally([caught, { ...missed, id: 'D3b' }, { ...caught, id: 'D3' }, { ...caught, id: 'A3' }]),
    ).to.deep.equal({
      caught: 2,
      of: 3,
    });
  });
});

describe('the choice of faults', () => {
  const faults = ['1', '2', '2b', '12', 'D3a', 'D3b', 'D1'].map((id) => ({
    id,
    bug: '',
    patches: [],
    specs: [],
  }));
  const idsOf = (...words: string[]) => chosen(faults, words).map(({ id }) => id);

  it('is by number, by form, or all', () => {
    expect([idsOf('2'), idsOf('2b', '1'), idsOf('D3'), idsOf()]).to.deep.equal([
      ['2', '2b'],
      ['1', '2b'],
      ['D3a', 'D3b'],
      ['1', '2', '2b', '12', 'D3a', 'D3b', 'D1'],
    ]);
  });

  it('refuses anything but a fault', () => {
    expect(() => idsOf('1', '7')).to.throw('no fault 7');
  });
});

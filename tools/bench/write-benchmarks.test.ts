import { readFileSync } from 'node:fs';
import { expect } from 'chai';
import { atLeast, atMost } from './goal.js';
import { goalTable, runAsMarkdown, withRun } from './write-benchmarks.js';

describe('the benchmarks page', () => {
  it('lists shortfalls first', () => {
    const goals = [
      atMost('list, ms', 2.5, 5),
      atLeast('publish, of the floor', 0.25, 0.65),
      atLeast('verify', 250_000, 200_000),
    ];
    expect(goalTable(goals).split('\n')).to.deep.equal([
      '| goal | measured | aim | |',
      '|---|---|---|---|',
      '| publish, of the floor | 0.25 | ≥ 0.65 | missed |',
      '| verify | 250,000 | ≥ 200,000 | kept |',
      '| list, ms | 2.50 | ≤ 5.00 | kept |',
    ]);
  });

  it('contains one run, replacing the previous one, and leaves the rest alone', () => {
    const page = readFileSync('docs/benchmarks.md', 'utf8');
    const run = runAsMarkdown('today', [{ title: 'Reads', lines: 'a  1', goals: [] }]);
    const once = withRun(page, run);
    expect(withRun(once, run)).to.equal(once);
    expect(once).to.contain('### Reads\n\n```text\na  1\n```');
    expect(once.slice(-200)).to.equal(page.slice(-200));
    expect(() => withRun('no marks', run)).to.throw('lost its marks');
  });
});

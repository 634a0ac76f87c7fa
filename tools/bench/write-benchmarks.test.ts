import { expect } from 'chai';
import { atLeast, atMost } from './goal.js';
import { goalTable, runAsPage } from './write-benchmarks.js';

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

  it('has the goals above the parts of a run', () => {
    const page = runAsPage('today', [{ title: 'Reads', lines: 'a  1', goals: [atMost('list, ms', 2.5, 5)] }]);
    expect(page)
      .to.match(/^# .*\n\n/)
      .and.to.match(
        /\n\ntoday\n\n\| goal [\s\S]*\| list, ms \| 2\.50 \| ≤ 5\.00 \| kept \|\n\n### Reads\n\n```text\na {2}1\n```$/,
      );
  });
});

import { expect } from 'chai';
import { pollPauseMs } from './poll-pause.js';

describe('the pause between two looks at a feed', () => {
  it('is short while few environments are waited for, and longer where many are', () => {
    expect([1, 10, 20, 40, 50, 5_000].map(pollPauseMs)).to.deep.equal([50, 50, 100, 200, 250, 250]);
  });
});

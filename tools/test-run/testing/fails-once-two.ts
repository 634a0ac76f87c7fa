import { isFirstTime } from './planted.js';

// Not a test of ours: what repeat-failed.test.ts lets run.
describe('a file with a hiccup, number two', () => {
  it('passes', () => undefined);
  it('fails the first time', () => {
    if (isFirstTime('two')) throw new Error('planted hiccup two');
  });
});

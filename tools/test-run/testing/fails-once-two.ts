import { isFirstTime } from './planted.js';

// Not a real test: run by repeat-failed.test.ts.
describe('a file with a hiccup, number two', () => {
  it('passes', () => undefined);
  it('fails the first time', () => {
    if (isFirstTime('two')) throw new Error('planted hiccup two');
  });
});

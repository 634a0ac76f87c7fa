import { isFirstTime } from './planted.js';

// Not a real test: run by repeat-failed.test.ts.
describe('a file with a hiccup, number one', () => {
  it('passes', () => undefined);
  it('fails the first time', () => {
    if (isFirstTime('one')) throw new Error('planted hiccup one');
  });
});

import { isFirstTime } from './planted.js';

// Not a real test: run by repeat-failed.test.ts.
describe('a file with a hiccup, number three', () => {
  it('passes', () => undefined);
  it('fails the first time', () => {
    if (isFirstTime('three')) throw new Error('planted hiccup three');
  });
});

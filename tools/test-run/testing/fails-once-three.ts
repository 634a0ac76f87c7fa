import { isFirstTime } from './planted.js';

// Not a test of ours: what repeat-failed.test.ts lets run.
describe('a file with a hiccup, number three', () => {
  it('passes', () => undefined);
  it('fails the first time', () => {
    if (isFirstTime('three')) throw new Error('planted hiccup three');
  });
});

import { isFirstTime } from './planted.js';

const second = isFirstTime('then') ? undefined : process.env.GOVGATE_TEST_THEN;

// Not a real test: run by repeat-failed.test.ts. In its second run it reports nothing, or less than in its first.
if (second !== 'has-no-tests')
  describe('a file that has nothing to say the second time', () => {
    it('passes', () => {
      if (second === 'ends') process.exit(0);
    });
    if (second !== 'leaves-out')
      (second === 'skips' ? it.skip : it)('fails the first time', () => {
        if (second === undefined) throw new Error('planted');
      });
  });

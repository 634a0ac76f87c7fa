import { isFirstTime } from './planted.js';

// Not a real test: run by repeat-failed.test.ts.
describe('a file whose service is late', () => {
  before(() => {
    if (isFirstTime('hook')) throw new Error('planted lateness');
  });
  it('passes', () => undefined);
});

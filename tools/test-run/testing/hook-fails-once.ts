import { isFirstTime } from './planted.js';

// Not a test of ours: what repeat-failed.test.ts lets run.
describe('a file whose service is late', () => {
  before(() => {
    if (isFirstTime('hook')) throw new Error('planted lateness');
  });
  it('passes', () => undefined);
});

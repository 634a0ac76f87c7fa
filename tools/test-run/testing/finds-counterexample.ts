import fc from 'fast-check';
import { isFirstTime } from './planted.js';

const isFirst = isFirstTime('counterexample');

// Not a test of ours: what repeat-failed.test.ts lets run.
describe('a file that draws values', () => {
  it('finds a fault the first time', () => fc.assert(fc.property(fc.integer(), () => !isFirst)));
});

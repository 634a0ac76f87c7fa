import fc from 'fast-check';
import { isFirstTime } from './planted.js';

const isFirst = isFirstTime('counterexample');

// Not a real test: run by repeat-failed.test.ts.
describe('a file that draws values', () => {
  it('finds a fault the first time', () => fc.assert(fc.property(fc.integer(), () => !isFirst)));
});

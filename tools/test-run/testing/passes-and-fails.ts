import { expect } from 'chai';

// Not a real test: run by run-lane.test.ts.
describe('a file of all sorts', () => {
  it('passes', () => undefined);
  it('fails', () => expect({ a: 1 }).to.deep.equal({ a: 2 }));
  it.skip('is skipped', () => undefined);
});

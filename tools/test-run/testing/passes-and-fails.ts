import { expect } from 'chai';

// Not a test of ours: what run-lane.test.ts lets run.
describe('a file of all sorts', () => {
  it('passes', () => undefined);
  it('fails', () => expect({ a: 1 }).to.deep.equal({ a: 2 }));
  it.skip('is skipped', () => undefined);
});

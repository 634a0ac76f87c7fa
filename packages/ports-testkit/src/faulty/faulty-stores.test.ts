import { expect } from 'chai';
import { describe, it } from 'mocha';
import { faultyStores } from '../index.js';
import type { MakeStore } from '../suite/bench.js';
import { PromiseBroken } from '../suite/expect.js';
import { storeCases } from '../suite/store-suite.js';

const isCaughtBy = async (caseId: string, make: MakeStore): Promise<boolean> => {
  const found = storeCases.find(({ id }) => id === caseId);
  if (found === undefined) throw new Error(`there is no case ${caseId}`);
  try {
    await found.run(make);
    return false;
  } catch (thrown) {
    // A fault must show as a broken promise, not as a crash of the case.
    expect(thrown).to.be.instanceOf(PromiseBroken);
    return true;
  }
};

describe('the store suite finds a store that', () => {
  for (const { name, caughtBy, make } of faultyStores)
    for (const caseId of caughtBy)
      it(`${name}: by ${caseId}`, async () => {
        expect(await isCaughtBy(caseId, make)).to.equal(true);
      });
});

describe('the store suite', () => {
  it('has a unique name for every case', () => {
    const ids = storeCases.map(({ id }) => id);
    expect(new Set(ids).size).to.equal(ids.length);
  });
});

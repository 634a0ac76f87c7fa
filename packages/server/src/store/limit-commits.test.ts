import { type GovernanceStore, PortTimedOut } from '@govgate/ports';
import { createMemoryStore } from '@govgate/ports-testkit';
import { expect } from 'chai';
import { limitCommits } from './limit-commits.js';

const NEVER = new Promise<never>(() => undefined);
const NO_BATCH = { changes: [] } as unknown as Parameters<GovernanceStore['unitOfWork']['commit']>[0];

const faultOf = (work: Promise<unknown>): Promise<unknown> =>
  work.then(
    () => undefined,
    (fault: unknown) => fault,
  );

describe('the limit of a commit', () => {
  const hanging: GovernanceStore = {
    ...createMemoryStore(),
    unitOfWork: { commit: () => NEVER, observe: () => NEVER },
  };

  it('ends a commit that hangs as a trail that timed out, and an observation as a store that did', async () => {
    const { unitOfWork } = limitCommits(hanging, 5);
    const faults = await Promise.all([faultOf(unitOfWork.commit(NO_BATCH)), faultOf(unitOfWork.observe([]))]);
    expect(faults.map((fault) => fault instanceof PortTimedOut && fault.port)).to.deep.equal([
      'audit',
      'store',
    ]);
  });

  it('passes on results in time, successful or not', async () => {
    const fault = new Error('planted');
    const { unitOfWork } = limitCommits({
      ...hanging,
      unitOfWork: { commit: () => Promise.reject(fault), observe: async () => ({ committed: true }) },
    });
    expect(await faultOf(unitOfWork.commit(NO_BATCH))).to.equal(fault);
    expect(await unitOfWork.observe([])).to.deep.equal({ committed: true });
  });
});

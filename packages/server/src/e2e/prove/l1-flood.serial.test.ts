import { expect } from 'chai';
import { p95 } from '../../testing/hostile/flood.js';
import { floodedService, isSlower } from '../../testing/hostile/flooded-service.js';
import { tellProof } from '../../testing/proof-record.js';

describe('L1: a flood', () => {
  it('leaves one tenant’s calls as fast as before while another floods the service', async function () {
    this.timeout(120_000);
    const served = await floodedService({ phases: 12, calls: 20, rounds: 3 });
    const { alone, beside, unserved, flooded, refused } = served;
    const measured = `p95 ${p95(alone).toFixed(1)} ms alone, ${p95(beside).toFixed(1)} ms beside 200 calls a second of another tenant, ${alone.length} calls each, the service in a process of its own`;
    tellProof({
      id: 'L1',
      what: 'calls of one tenant while another floods',
      trials: alone.length + beside.length,
      broken: unserved + (isSlower(served) ? 1 : 0),
      measured,
    });
    expect([unserved, isSlower(served) ? measured : ''], measured).to.deep.equal([0, '']);
    expect(alone.length).to.be.at.least(200);
    // The flood really is one, and over the quota.
    expect([flooded, refused].map((calls) => calls > 500)).to.deep.equal([true, true]);
  });
});

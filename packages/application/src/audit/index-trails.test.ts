import { createMemoryStore, trailEvents } from '@govgate/ports-testkit';
import { expect } from 'chai';
import { describe, it } from 'mocha';
import { makeIndexTrails } from './index-trails.js';

const JOB = {
  job: 'index_trails',
  jobId: 'j',
  tenantId: '',
  environmentId: null,
  subjectId: '',
  requestId: '',
};

describe('indexing the trails', () => {
  it('completes the index of every tenant, until it is told to stop', async () => {
    const { auditTrail, unitOfWork } = createMemoryStore();
    for (const tenantId of ['a', 'b', 'c']) {
      const [first, ...rest] = trailEvents(tenantId.charCodeAt(0) * 10, 2, tenantId);
      if (first !== undefined) await unitOfWork.commit({ changes: [], audit: [first, ...rest] });
    }
    const indexed: string[] = [];
    const stop = { aborted: false };
    const index = async (tenantId: string, given?: object): Promise<void> => {
      expect(given).to.equal(stop);
      indexed.push(tenantId);
      stop.aborted = indexed.length === 5;
    };
    const run = makeIndexTrails({ auditTrail: { ...auditTrail, index } });
    await run(JOB, stop);
    await run(JOB, stop);
    expect(indexed).to.deep.equal(['a', 'b', 'c', 'a', 'b']);
  });
});

import { dataPlaneObservationKind } from '@govgate/ports';
import { expect } from 'chai';
import { describe, it } from 'mocha';
import { bundleBench } from '../testing/bundles.js';
import { LONG_AGO, plane, production, tenants } from '../testing/items.js';

describe('a data plane in a bundle', () => {
  it('was out of step for as long before its last heartbeat as it says', async () => {
    const bench = bundleBench();
    const policySync = {
      status: 'rejected',
      desiredVersion: 'pv_2',
      observedVersion: 'pv_1',
      lastAppliedAt: LONG_AGO,
      staleSeconds: 90,
    };
    const heartbeat = { lastSeenAt: '2026-01-01T00:10:00.000Z' };
    await bench.run({ tenants, dataPlanes: [{ ...plane, heartbeat, policySync }] });
    const stored = await bench.store.records.get(dataPlaneObservationKind, production, 'dp_1');
    expect(stored?.record.policySync).to.deep.equal({
      desiredVersion: 'pv_2',
      observedVersion: 'pv_1',
      lastAppliedAt: LONG_AGO,
      differsSince: '2026-01-01T00:08:30.000Z',
      rejectedVersion: 'pv_2',
    });
    expect((await bench.exported()).dataPlanes?.[0]?.policySync).to.deep.equal(policySync);
  });

  it('counts as never seen where it says nothing', async () => {
    const bench = bundleBench();
    await bench.run({ tenants, dataPlanes: [plane] });
    const stored = await bench.store.records.get(dataPlaneObservationKind, production, 'dp_1');
    expect(stored?.record).to.deep.include({ lastSeenAt: null, lastRevocationSequence: 0 });
  });
});

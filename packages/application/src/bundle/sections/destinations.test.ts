import { destinationObservationKind } from '@govgate/ports';
import { expect } from 'chai';
import { describe, it } from 'mocha';
import { bundleBench } from '../testing/bundles.js';
import { destination, LONG_AGO, production, tenants, told } from '../testing/items.js';

describe('a destination in a bundle', () => {
  it('may contain only handles', async () => {
    const destinations = [
      { ...destination, destinationRef: 'https://siem.invalid/ingest', endpointRef: 'short' },
    ];
    expect(await told({ destinations })).to.deep.equal([
      ['destinations.0.destinationRef', 'raw_endpoint_material_rejected'],
      ['destinations.0.endpointRef', 'invalid_value'],
    ]);
  });

  it('continues counting failures from the fewest that its status implies', async () => {
    const bench = bundleBench();
    const failing = {
      status: 'failing',
      checkedAt: LONG_AGO,
      reasonCode: 'timeout',
      lastError: { reasonCode: 'timeout' },
    } as const;
    await bench.run({ tenants, destinations: [{ ...destination, webhookStatus: failing }] });
    const stored = await bench.store.records.get(destinationObservationKind, production, 'dst_1');
    expect(stored?.record).to.deep.include({
      delivery: { ...failing, lastError: { reasonCode: 'timeout', retryable: true } },
      failuresInARow: 10,
      failingSince: LONG_AGO,
    });
  });
});

import { dataPlaneKind, destinationKind } from '@govgate/ports';
import { expect } from 'chai';
import { describe, it } from 'mocha';
import { bundleBench } from './testing/bundles.js';
import { destination, plane, production, tenants, told } from './testing/items.js';

describe('write-only references in a bundle', () => {
  const references = {
    endpointSecretRef: 'env:INCIDENT_DESK_URL',
    tokenSecretRef: 'file:desk/incident-token',
    signingKeyRef: null,
  };
  const probed = { ...plane, readinessProbeRef: 'env:GATEWAY_PROBE_URL' };

  it('are kept and never exported', async () => {
    const bench = bundleBench();
    const report = await bench.run({
      tenants,
      dataPlanes: [probed],
      destinations: [{ ...destination, ...references }],
    });
    expect(report.problems).to.deep.equal([]);
    const stored = await bench.store.records.get(destinationKind, production, 'dst_1');
    expect(stored?.record).to.deep.include(references);
    const text = JSON.stringify(await bench.exported());
    for (const secret of [
      'INCIDENT_DESK',
      'incident-token',
      'GATEWAY_PROBE',
      'SecretRef',
      'signingKey',
      'probeRef',
    ])
      expect(text).to.not.contain(secret);
    expect(JSON.stringify(await bench.events('acme'))).to.not.match(
      /INCIDENT_DESK|incident-token|GATEWAY_PROBE/,
    );
  });

  it('stay when an export replaces the record, and are removed by null', async () => {
    const bench = bundleBench();
    await bench.run({ tenants, dataPlanes: [probed], destinations: [{ ...destination, ...references }] });
    await bench.run(await bench.exported(), { onConflict: 'replace' });
    const after = async () => {
      const kept = await bench.store.records.get(destinationKind, production, 'dst_1');
      const probe = await bench.store.records.get(dataPlaneKind, production, 'dp_1');
      return [kept?.record.endpointSecretRef, kept?.record.tokenSecretRef, probe?.record.readinessProbeRef];
    };
    expect(await after()).to.deep.equal([
      'env:INCIDENT_DESK_URL',
      'file:desk/incident-token',
      'env:GATEWAY_PROBE_URL',
    ]);
    const destinations = [{ ...destination, endpointSecretRef: null, tokenSecretRef: null }];
    await bench.run(
      { dataPlanes: [{ ...plane, readinessProbeRef: null }], destinations },
      { onConflict: 'replace' },
    );
    expect(await after()).to.deep.equal([null, null, null]);
  });

  it('are refused when malformed', async () => {
    expect(
      await told({
        dataPlanes: [{ ...plane, readinessProbeRef: 'https://gateway.invalid/ready' }],
        destinations: [{ ...destination, ...references, tokenSecretRef: 'file:/run/secrets/token' }],
      }),
    ).to.deep.equal([
      ['dataPlanes.0.readinessProbeRef', 'invalid_value'],
      ['destinations.0.tokenSecretRef', 'invalid_value'],
    ]);
  });
});

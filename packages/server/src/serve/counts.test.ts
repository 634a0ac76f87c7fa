import { expect } from 'chai';
import { startTestService, type TestService } from '../testing/test-service.js';
import { makeCounts } from './counts.js';

describe('the counters of a service', () => {
  let service: TestService;

  before(async () => {
    service = await startTestService();
  });

  after(() => service.stop());

  it('are separate from those of another in the same process, and count nothing before they are opened', async () => {
    const [one, two, unopened] = [makeCounts(), makeCounts(), makeCounts()];
    const [ofOne, ofTwo] = [await one.open(service.ports), await two.open(service.ports)];
    for (const counts of [one, one, two, unopened]) counts.decision(true, 3);
    const decisions = async (registry: typeof ofOne): Promise<number | undefined> => {
      const { values } = (await registry.getSingleMetric('govgate_access_decisions_total')?.get()) ?? {
        values: [],
      };
      return values[0]?.value;
    };
    expect([await decisions(ofOne), await decisions(ofTwo)]).to.deep.equal([6, 3]);
  });

  it('are of one tenant and environment wherever a label names a record', async () => {
    const counts = makeCounts();
    const registry = await counts.open(service.ports);
    const report = { destinationId: 'siem', reasonCode: 'delivered', delivered: 2, refused: 0 } as const;
    counts.exported({ ...report, tenantId: 'acme', environmentId: 'production' });
    counts.exported({ ...report, tenantId: 'globex', environmentId: 'production' });
    const read = await registry.getSingleMetric('govgate_export_events_total')?.get();
    const labels = { environment: 'production', destination: 'siem', outcome: 'delivered' };
    expect(read?.values).to.deep.equal([
      { value: 2, labels: { tenant: 'acme', ...labels } },
      { value: 2, labels: { tenant: 'globex', ...labels } },
    ]);
    const metrics = registry.getMetricsAsArray() as unknown as readonly { labelNames?: readonly string[] }[];
    const named = metrics.filter(({ labelNames = [] }) => labelNames.includes('destination'));
    expect(named.map(({ labelNames = [] }) => labelNames.slice(0, 3))).to.deep.equal(
      named.map(() => ['tenant', 'environment', 'destination']),
    );
  });
});

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
});

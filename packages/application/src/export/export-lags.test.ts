import { expect } from 'chai';
import { describe, it } from 'mocha';
import { exportLags } from './export-lags.js';
import { ExportBench, SCOPE, sampleDestination } from './testing/export-bench.js';

describe('the lag of destinations', () => {
  it('names tenant and environment: a dead destination never hides behind one of the same name', async () => {
    const other = { tenantId: 'globex', environmentId: 'staging' };
    const bench = await ExportBench.make([sampleDestination('siem'), sampleDestination('siem', other)]);
    const engine = bench.engine();
    await bench.run(engine);
    // Positions are kept within a second.
    bench.advance(2);
    await bench.run(engine);
    await bench.publish(3);
    expect(await exportLags(bench.store)).to.have.deep.members([
      { ...SCOPE, destinationId: 'siem', lagEvents: 3 },
      { ...other, destinationId: 'siem', lagEvents: 0 },
    ]);
  });

  it('of one that is disabled is not given any more', async () => {
    const bench = await ExportBench.make([sampleDestination('siem')]);
    await bench.run(bench.engine());
    await bench.put(sampleDestination('siem', { enabled: false }));
    expect(await exportLags(bench.store)).to.deep.equal([]);
  });
});

import { dataPlaneKind } from '@govgate/ports';
import { expect } from 'chai';
import { PROD_SCOPE, STAGING, TENANT } from '../testing/use-case-bench.js';
import { PlaneEnvironments } from './plane-environments.js';
import { planeBench, planeOf } from './testing/planes.js';

const scopeOf = (environmentId: string) => ({ tenantId: TENANT, environmentId });
const MINUTE_MS = 60_000;

describe('the environments whose planes are in memory', () => {
  it('are kept while they are requested, and dropped ten minutes later', async () => {
    const { ports, clock } = await planeBench();
    const environments = new PlaneEnvironments(ports);
    const kept = environments.in(PROD_SCOPE);
    environments.in(scopeOf(STAGING));
    clock.advance(10 * MINUTE_MS);
    expect(environments.in(PROD_SCOPE)).to.equal(kept);
    expect(environments.size).to.equal(2);
    clock.advance(10 * MINUTE_MS + 1);
    environments.in(scopeOf('third'));
    expect(environments.size).to.equal(1);
    expect(environments.in(PROD_SCOPE)).not.to.equal(kept);
  });

  it('are evicted, least recently requested first, when they hold too many planes', async () => {
    const bench = await planeBench();
    for (const environmentId of ['one', 'two', 'three'])
      for (const id of ['a', 'b']) await bench.put(dataPlaneKind, planeOf(id, { environmentId }));
    const environments = new PlaneEnvironments(bench.ports, 3);
    const follow = async (environmentId: string) => {
      const planes = environments.in(scopeOf(environmentId));
      await planes.follow();
      return planes;
    };
    const [one, two] = [await follow('one'), await follow('two')];
    await follow('one');
    await follow('three');
    expect(environments.in(scopeOf('one'))).to.equal(one);
    expect(environments.in(scopeOf('two'))).not.to.equal(two);
  });
});

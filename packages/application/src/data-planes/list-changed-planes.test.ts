import { dataPlaneKind, dataPlaneObservationKind } from '@govgate/ports';
import { expect } from 'chai';
import { answerOf, START } from '../testing/use-case-bench.js';
import { makeListDataPlanes } from './list-data-planes.js';
import { activate, inputOf, observationOf, planeBench, planeOf, removePlane } from './testing/planes.js';

describe('the list of data planes, over changes', () => {
  it('shows with the next answer what anyone committed or observed', async () => {
    const bench = await planeBench();
    const list = makeListDataPlanes(bench.ports);
    const ada = await bench.as('ada');
    const seen = async () => {
      const { kpis, items } = answerOf(await list(ada, inputOf()));
      return [kpis.total, kpis.policyStale, ...items.map(({ heartbeat }) => heartbeat.status)];
    };
    const outcomes = [await seen()];
    await bench.put(dataPlaneKind, planeOf('a'));
    outcomes.push(await seen());
    await bench.store.unitOfWork.observe([
      { kind: dataPlaneObservationKind, record: observationOf('a'), expectedVersion: null },
    ]);
    outcomes.push(await seen());
    await activate(bench, 'v2', '2026-03-01T11:58:59.999Z');
    outcomes.push(await seen());
    await removePlane(bench, 'a');
    outcomes.push(await seen());
    await bench.put(dataPlaneKind, planeOf('a', { createdAt: START }));
    outcomes.push(await seen());
    expect(outcomes).to.deep.equal([
      [0, 0],
      [1, 0, 'never_seen'],
      [1, 0, 'healthy'],
      [1, 1, 'healthy'],
      [0, 0],
      [1, 0, 'never_seen'],
    ]);
  });
});

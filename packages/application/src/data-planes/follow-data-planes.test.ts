import { dataPlaneKind, dataPlaneObservationKind, type RecordStore } from '@govgate/ports';
import { expect } from 'chai';
import { answerOf, type Bench, START } from '../testing/use-case-bench.js';
import { makeListDataPlanes } from './list-data-planes.js';
import {
  activate,
  inputOf,
  observationOf,
  planeBench,
  planeOf,
  putPlanes,
  removePlane,
} from './testing/planes.js';

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

  it('returns items and figures of one state, whatever is written meanwhile', async () => {
    const bench = await planeBench([
      [planeOf('a'), observationOf('a')],
      [planeOf('b'), observationOf('b')],
    ]);
    const { records, hurry } = meddledRecords(bench);
    const list = makeListDataPlanes({ ...bench.ports, records });
    const ada = await bench.as('ada');
    for (let round = 0; round < 12; round += 1) {
      hurry(round);
      const { items, kpis, facets, pagination } = answerOf(await list(ada, inputOf()));
      const ready = items.filter(({ readiness }) => readiness.serving).length;
      expect([items.length, ready]).to.deep.equal([pagination.totalCount, kpis.healthy]);
      expect(items.filter(({ location }) => location.region === 'eu').length).to.equal(facets.region.eu ?? 0);
    }
  });
});

/** Records of a bench whose planes change once during a read, at a step chosen by the test. */
const meddledRecords = (bench: Bench): { records: RecordStore; hurry: (round: number) => void } => {
  let steps = Number.POSITIVE_INFINITY;
  let flips = 0;
  const meddle = async (): Promise<void> => {
    steps -= 1;
    if (steps !== 0) return;
    flips += 1;
    const serving = flips % 2 === 0;
    const region = serving ? 'eu' : 'us';
    const readiness = { status: 'ready', serving, reasonCodes: ['ok'], checkedAt: START } as const;
    await putPlanes(bench, [
      [planeOf('a', { location: { ...planeOf('a').location, region } }), observationOf('a', { readiness })],
    ]);
  };
  const inner = bench.store.records;
  const records: RecordStore = {
    ...inner,
    changedSince: async (...asked) => {
      await meddle();
      return inner.changedSince(...asked);
    },
    getMany: async (...asked) => {
      await meddle();
      return inner.getMany(...asked);
    },
  };
  return {
    records,
    hurry: (round) => {
      steps = 1 + (round % 6);
    },
  };
};

import { DataPlaneColumns, type DataPlaneColumnsPage } from '@govgate/domain';
import { dataPlaneKind, dataPlaneObservationKind, type RecordStore } from '@govgate/ports';
import { expect } from 'chai';
import fc from 'fast-check';
import { type Bench, PROD_SCOPE } from '../testing/use-case-bench.js';
import { FollowedPlanes } from './followed-planes.js';
import {
  observationOf,
  planeBench,
  planeOf,
  putPlanes,
  type Reported,
  removePlane,
  reportedArbitrary,
  START_MS,
} from './testing/planes.js';

const query = { nowMs: START_MS, filter: {}, sort: { by: 'status', direction: 'asc' }, limit: 50 } as const;

/** The content of columns that are filled from the store at once. */
const freshly = async ({ store }: Bench): Promise<DataPlaneColumnsPage> => {
  const columns = new DataPlaneColumns();
  const planes = await store.records.page(dataPlaneKind, PROD_SCOPE, { limit: 100 });
  for (const { record } of planes.items) {
    const seen = await store.records.get(dataPlaneObservationKind, PROD_SCOPE, record.dataPlaneId);
    columns.upsert(record, seen?.record);
  }
  return columns.query(query);
};

/** Fewer than exist, so that every look takes several steps. */
const STEP = 2;

const nothing = async (): Promise<void> => undefined;

/** Records that do something before and after each look for changes. */
const watched = (
  bench: Bench,
  before: (look: number) => Promise<void>,
  after: (look: number) => Promise<void> = nothing,
): RecordStore => {
  let looks = 0;
  const { records } = bench.store;
  return {
    ...records,
    changedSince: async (...asked) => {
      looks += 1;
      const look = looks;
      await before(look);
      const changed = await records.changedSince(...asked);
      await after(look);
      return changed;
    },
  };
};

const writeBoth = async (bench: Bench, [plane, observation]: Reported): Promise<void> => {
  const head = await bench.store.auditTrail.page('acme', { filter: {}, direction: 'desc', limit: 1 });
  const { prevHash: _p, hash: _h, sequence: _s, ...event } = head.items[0] as (typeof head.items)[number];
  await bench.store.unitOfWork.commit({
    changes: [
      { kind: dataPlaneKind, record: plane, expectedVersion: 'any' },
      { kind: dataPlaneObservationKind, record: observation, expectedVersion: 'any' },
    ],
    audit: [{ ...event, auditEventId: bench.ports.ids.mint('auditEvent') }],
  });
};

type Happening = (bench: Bench) => Promise<void>;

const id = fc.constantFrom('a', 'b', 'c');
const step: fc.Arbitrary<Happening | 'follow'> = fc.oneof(
  id.chain(reportedArbitrary).map(
    (reported): Happening =>
      (bench) =>
        putPlanes(bench, [reported]),
  ),
  id.map(
    (removed): Happening =>
      (bench) =>
        removePlane(bench, removed),
  ),
  id.map(
    (registered): Happening =>
      (bench) =>
        bench.put(dataPlaneKind, planeOf(registered)),
  ),
  fc.constant('follow' as const),
);

describe('followed planes', () => {
  it('match the store after any changes', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 15 }), async (steps) => {
        const bench = await planeBench();
        const followed = new FollowedPlanes(bench.ports, PROD_SCOPE, STEP);
        for (const happens of steps) {
          if (happens !== 'follow') await happens(bench);
          else {
            await followed.follow();
            expect(followed.columns.query(query)).to.deep.equal(await freshly(bench));
          }
        }
      }),
      { numRuns: 150 },
    );
  });

  it('match the store whatever happens between the steps of the first look and whichever step fails', async () => {
    const happening = fc.oneof(step, fc.constant('fail' as const));
    await fc.assert(
      fc.asyncProperty(fc.array(happening, { maxLength: 12 }), async (happenings) => {
        const bench = await planeBench();
        for (const named of ['a', 'b', 'c', 'd', 'e'])
          await putPlanes(bench, [[planeOf(named), observationOf(named)]]);
        const records = watched(bench, async (look) => {
          const happens = happenings[look - 1];
          if (happens === 'fail') throw new Error('the store is away');
          if (typeof happens === 'function') await happens(bench);
        });
        const followed = new FollowedPlanes({ ...bench.ports, records }, PROD_SCOPE, STEP);
        for (const _ of happenings) await followed.follow().catch(() => undefined);
        await followed.follow();
        expect(followed.columns.query(query)).to.deep.equal(await freshly(bench));
      }),
      { numRuns: 150 },
    );
  });

  it('apply what one commit wrote to a plane and its observation together', async () => {
    const bench = await planeBench([
      [
        planeOf('a', { drainRequestedAt: '2026-03-01T00:00:00.000Z' }),
        observationOf('a', { drainState: 'drained' }),
      ],
    ]);
    for (const look of [1, 2, 3, 4, 5, 6]) {
      const records = watched(bench, async (at) => {
        if (at === look) await writeBoth(bench, [planeOf('a'), observationOf('a')]);
        if (at === look + 1) await writeBoth(bench, [planeOf('b'), observationOf('b')]);
      });
      const followed = new FollowedPlanes({ ...bench.ports, records }, PROD_SCOPE, STEP);
      await followed.follow();
      const { degraded, unknown } = followed.columns.query(query).kpis;
      expect({ degraded, unknown }).to.deep.equal({ degraded: 0, unknown: 0 });
      await removePlane(bench, 'b');
    }
  });

  it('see in every call what was written before it, even after the last look of one under way', async () => {
    const bench = await planeBench();
    const seen: Promise<number>[] = [];
    const records = watched(bench, nothing, async (look) => {
      if (look !== 4) return;
      await putPlanes(bench, [[planeOf('a'), observationOf('a')]]);
      for (let call = 0; call < 3; call += 1) seen.push(followed.follow().then(() => followed.columns.size));
    });
    const followed = new FollowedPlanes({ ...bench.ports, records }, PROD_SCOPE, STEP);
    await followed.follow();
    expect(await Promise.all(seen)).to.deep.equal([1, 1, 1]);
  });

  it('finish even with writers who never pause', async () => {
    const ids = ['a', 'b', 'c', 'd', 'e', 'f'];
    const bench = await planeBench(ids.map((named) => [planeOf(named), observationOf(named)]));
    let looks = 0;
    const records = watched(bench, async (look) => {
      looks = look;
      if (look > 100) throw new Error('no end is in sight');
      for (let beat = 0; beat < STEP + 1; beat += 1)
        await bench.put(dataPlaneObservationKind, observationOf(ids[(look + beat) % ids.length] as string));
    });
    const followed = new FollowedPlanes({ ...bench.ports, records }, PROD_SCOPE, STEP);
    await followed.follow();
    expect(looks).to.be.within(6, 100);
    expect(followed.columns.size).to.equal(ids.length);
  });

  it('lose nothing whichever look fails', async () => {
    const bench = await planeBench([[planeOf('a'), observationOf('a')]]);
    for (const failing of [1, 2, 3, 4]) {
      const records = watched(bench, async (look) => {
        if (look === failing) throw new Error('the store is away');
      });
      const followed = new FollowedPlanes({ ...bench.ports, records }, PROD_SCOPE, STEP);
      const failed = await followed.follow().catch((fault: Error) => fault.message);
      expect([failed, followed.columns.size]).to.deep.equal(['the store is away', 0]);
      await followed.follow();
      expect(followed.columns.query(query)).to.deep.equal(await freshly(bench));
    }
  });

  it('distinguish their own state from a newer one and from a re-registered plane', async () => {
    const bench = await planeBench();
    await bench.put(dataPlaneKind, planeOf('a'));
    const followed = new FollowedPlanes(bench.ports, PROD_SCOPE, STEP);
    await followed.follow();
    const stored = { record: planeOf('a'), version: 1 };
    const seen = { record: observationOf('a'), version: 1 };
    const anew = { record: planeOf('a', { createdAt: '2026-03-01T00:00:00.000Z' }), version: 1 };
    expect([
      followed.show(stored, undefined),
      followed.show({ ...stored, version: 2 }, undefined),
      followed.show(stored, seen),
      followed.show(anew, undefined),
      followed.show({ record: planeOf('b'), version: 1 }, undefined),
    ]).to.deep.equal([true, false, false, false, false]);
  });

  it('remember what was shown of their current state, and at most a few pages of it', async () => {
    const ids = Array.from({ length: 1_001 }, (_, index) => `p${index}`);
    const bench = await planeBench();
    const { records } = bench.store;
    for (const dataPlaneId of ids) await bench.put(dataPlaneKind, planeOf(dataPlaneId));
    const followed = new FollowedPlanes({ ...bench.ports, records }, PROD_SCOPE, STEP);
    await followed.follow();
    const show = (dataPlaneId: string) =>
      followed.show({ record: planeOf(dataPlaneId), version: 1 }, undefined);
    show('p0');
    await putPlanes(bench, [[planeOf('p0', { displayName: 'Anew' }), observationOf('p0')]]);
    expect(followed.shown('p0')?.plane.displayName).to.equal('p0');
    await followed.follow();
    expect(followed.shown('p0')).to.deep.equal({
      plane: planeOf('p0', { displayName: 'Anew' }),
      observation: observationOf('p0'),
    });
    await removePlane(bench, 'p0');
    await followed.follow();
    for (const dataPlaneId of ids.slice(1)) show(dataPlaneId);
    expect(ids.filter((id) => followed.shown(id) !== undefined).length).to.equal(1_000);
    await bench.put(dataPlaneKind, planeOf('p0'));
    await followed.follow();
    show('p0');
    expect(ids.filter((id) => followed.shown(id) === undefined)).to.deep.equal(['p1']);
  });
});

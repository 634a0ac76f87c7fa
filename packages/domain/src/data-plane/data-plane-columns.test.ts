import { expect } from 'chai';
import fc from 'fast-check';
import { classifyDataPlane, DATA_PLANE_STATUSES } from './classify-data-plane.js';
import {
  type DataPlane,
  type DataPlaneObservation,
  DEPLOYMENT_MODES,
  type DesiredState,
  NOTHING_DESIRED,
} from './data-plane.js';
import { DataPlaneColumns, type DataPlaneColumnsQuery } from './data-plane-columns.js';
import {
  type ClassifiedPlane,
  comparePlaces,
  DATA_PLANE_SORT_KEYS,
  type DataPlaneFilter,
  facetsOf,
  kpisOf,
  matchesFilter,
  parseDataPlaneSort,
  sortValueOf,
} from './data-plane-list.js';
import { SYNC_STATUSES } from './sync-state.js';
import { desiredArbitrary, NOW_MS, observationOf, planeOf, planesArbitrary } from './testing/planes.js';

type Reported = readonly [DataPlane, DataPlaneObservation];

/** The same answer by the plain functions: classify, filter, sort, cut. */
const plainly = (planes: readonly Reported[], desired: DesiredState, query: DataPlaneColumnsQuery) => {
  const at = (nowMs: number): ClassifiedPlane[] =>
    planes.map(([plane, observation]) => ({
      plane,
      observation,
      classified: classifyDataPlane(plane, observation, desired, nowMs),
    }));
  const kept = at(query.nowMs).filter((entry) => matchesFilter(entry, query.filter));
  const keptIds = new Set(kept.map(({ plane }) => plane.dataPlaneId));
  const { by, direction } = query.sort;
  const places = at(query.orderAtMs ?? query.nowMs)
    .filter(({ plane }) => keptIds.has(plane.dataPlaneId))
    .map((entry) => ({ value: sortValueOf(entry, by), id: entry.plane.dataPlaneId }))
    .sort((a, b) => comparePlaces(a, b, direction))
    .filter((place) => query.after === undefined || comparePlaces(place, query.after, direction) > 0);
  const shown = places.slice(0, query.limit);
  return {
    ids: shown.map((place) => place.id),
    more: places.length > query.limit,
    last: shown[shown.length - 1],
    totalCount: kept.length,
    kpis: kpisOf(kept),
    facets: facetsOf(kept),
  };
};

const filterArbitrary: fc.Arbitrary<DataPlaneFilter> = fc
  .record({
    status: fc.option(fc.constantFrom(...DATA_PLANE_STATUSES), { freq: 3 }),
    deploymentMode: fc.option(fc.constantFrom(...DEPLOYMENT_MODES), { freq: 5 }),
    region: fc.option(fc.constantFrom('eu', 'us', '', 'moon'), { freq: 5 }),
    policySyncStatus: fc.option(fc.constantFrom(...SYNC_STATUSES), { freq: 5 }),
    ids: fc.option(fc.subarray(['a', 'b', 'c', 'Z', 'gone']), { freq: 8 }),
  })
  .map((drawn) => Object.fromEntries(Object.entries(drawn).filter(([, value]) => value !== null)));

const sortArbitrary = fc.record({
  by: fc.constantFrom(...DATA_PLANE_SORT_KEYS),
  direction: fc.constantFrom('asc' as const, 'desc' as const),
});

const fill = (columns: DataPlaneColumns, planes: readonly Reported[]): void => {
  for (const [plane, observation] of planes) columns.upsert(plane, observation);
};

describe('the columns of data planes', () => {
  it('answer as the plain functions do, page by page, whatever is asked', () => {
    fc.assert(
      fc.property(
        planesArbitrary,
        desiredArbitrary,
        filterArbitrary,
        sortArbitrary,
        fc.integer({ min: 1, max: 4 }),
        fc.constantFrom(undefined, NOW_MS, NOW_MS - 30_000),
        (planes, desired, filter, sort, limit, orderAtMs) => {
          const columns = new DataPlaneColumns();
          fill(columns, planes);
          columns.desire(desired);
          let after: DataPlaneColumnsQuery['after'];
          for (let pages = 0; pages < 12; pages += 1) {
            const query: DataPlaneColumnsQuery = {
              nowMs: NOW_MS,
              filter,
              sort,
              limit,
              ...(after === undefined ? {} : { after }),
              ...(orderAtMs === undefined ? {} : { orderAtMs }),
            };
            const page = columns.query(query);
            expect(page).to.deep.equal(plainly(planes, desired, query));
            if (!page.more) return;
            after = page.last;
          }
        },
      ),
      { numRuns: 400 },
    );
  });

  it('stay right under changes and removals', () => {
    const change = fc.oneof(
      planesArbitrary.map((planes) => ({ planes, gone: '' })),
      fc.constantFrom('a', 'b', 'c', 'Z').map((gone) => ({ planes: [] as Reported[], gone })),
    );
    fc.assert(
      fc.property(
        fc.array(change, { maxLength: 6 }),
        desiredArbitrary,
        sortArbitrary,
        (changes, desired, sort) => {
          const columns = new DataPlaneColumns();
          const held = new Map<string, Reported>();
          const query = { nowMs: NOW_MS, filter: {}, sort, limit: 20 };
          for (const { planes, gone } of changes) {
            fill(columns, planes);
            for (const reported of planes) held.set(reported[0].dataPlaneId, reported);
            columns.remove(gone);
            held.delete(gone);
            columns.desire(desired);
            expect(columns.query(query)).to.deep.equal(plainly([...held.values()], desired, query));
          }
          expect(columns.size).to.equal(held.size);
        },
      ),
      { numRuns: 200 },
    );
  });

  it('find a place again whose plane is gone', () => {
    const columns = new DataPlaneColumns();
    const planes = ['a', 'b', 'c', 'd'].map(
      (dataPlaneId): Reported => [planeOf({ dataPlaneId }), observationOf({ dataPlaneId })],
    );
    fill(columns, planes);
    for (const by of DATA_PLANE_SORT_KEYS)
      for (const direction of ['asc', 'desc'] as const) {
        const query = { nowMs: NOW_MS, filter: {}, sort: { by, direction }, limit: 2 };
        const { last } = columns.query(query);
        if (last === undefined) throw new Error('an empty page');
        columns.remove('b');
        expect(columns.query({ ...query, after: last }).ids).to.deep.equal(['c', 'd']);
        fill(columns, planes.slice(1, 2));
      }
  });

  it('count every plane once in kpis and facets, around every threshold', () => {
    fc.assert(
      fc.property(
        planesArbitrary,
        filterArbitrary,
        fc.integer({ min: 1, max: 5 }),
        (planes, filter, limit) => {
          const columns = new DataPlaneColumns();
          fill(columns, planes);
          const { kpis, facets, totalCount } = columns.query({
            nowMs: NOW_MS,
            filter,
            sort: { by: 'status', direction: 'asc' },
            limit,
          });
          const sum = (counts: Readonly<Record<string, number>>): number =>
            Object.values(counts).reduce((total, count) => total + count, 0);
          expect(kpis.healthy + kpis.degraded + kpis.unhealthy + kpis.unknown).to.equal(totalCount);
          expect(kpis.total).to.equal(totalCount);
          for (const facet of Object.values(facets)) expect(sum(facet)).to.equal(totalCount);
          expect(kpis.regions).to.equal(Object.keys(facets.region).length);
          expect(Object.values(facets).flatMap((facet) => Object.values(facet))).not.to.include(0);
        },
      ),
      { numRuns: 200 },
    );
  });

  it('show a plane without an observation as never seen', () => {
    const columns = new DataPlaneColumns();
    columns.upsert(planeOf());
    const page = columns.query({
      nowMs: NOW_MS,
      filter: {},
      sort: { by: 'lastSeenAt', direction: 'asc' },
      limit: 1,
    });
    expect([page.last, page.facets.status]).to.deep.equal([{ value: '', id: 'dp_1' }, { unknown: 1 }]);
  });

  it('take planes and what is observed of them apart, and keep nothing of planes that are not there', () => {
    fc.assert(
      fc.property(planesArbitrary, desiredArbitrary, sortArbitrary, (planes, desired, sort) => {
        const whole = new DataPlaneColumns();
        fill(whole, planes);
        const apart = new DataPlaneColumns();
        for (const [plane, observation] of planes) {
          apart.observe(observation);
          apart.put(plane);
          apart.observe(observation);
          apart.put(plane);
        }
        const query = { nowMs: NOW_MS, filter: {}, sort, limit: 20 };
        for (const columns of [whole, apart]) columns.desire(desired);
        expect(apart.query(query)).to.deep.equal(whole.query(query));
      }),
      { numRuns: 200 },
    );
  });

  it('grow past their first size', () => {
    const columns = new DataPlaneColumns();
    const planes = Array.from({ length: 300 }, (_, index): Reported => {
      const dataPlaneId = `dp_${String((index * 37) % 300).padStart(3, '0')}`;
      return [planeOf({ dataPlaneId, displayName: `Plane ${index % 7}` }), observationOf({ dataPlaneId })];
    });
    fill(columns, planes);
    const query = {
      nowMs: NOW_MS,
      filter: {},
      sort: { by: 'displayName', direction: 'desc' },
      limit: 200,
    } as const;
    expect(columns.query(query)).to.deep.equal(plainly(planes, NOTHING_DESIRED, query));
  });
});

describe('parseDataPlaneSort', () => {
  it('reads the orders that the list offers and no others', () => {
    expect(parseDataPlaneSort('-lastSeenAt')).to.deep.equal({ by: 'lastSeenAt', direction: 'desc' });
    expect(parseDataPlaneSort('region')).to.deep.equal({ by: 'region', direction: 'asc' });
    for (const text of ['', '-', '--region', 'zone', 'Region', 'toString'])
      expect(parseDataPlaneSort(text)).to.equal(undefined);
  });
});

import { expect } from 'chai';
import fc from 'fast-check';
import { NOTHING_DESIRED } from './data-plane.js';
import { DataPlaneColumns, type DataPlaneColumnsQuery } from './data-plane-columns.js';
import { DATA_PLANE_SORT_KEYS, parseDataPlaneSort } from './data-plane-list.js';
import { fill, filterArbitrary, plainly, type Reported, sortArbitrary } from './testing/plain-lists.js';
import { desiredArbitrary, NOW_MS, observationOf, planeOf, planesArbitrary } from './testing/planes.js';

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

  it('find a position again whose plane is gone', () => {
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

  it('list each facet by the order of its values, like the plain functions', () => {
    const planes = ['us', 'eu', 'ap', 'me'].map((region, index): Reported => {
      const dataPlaneId = `dp_${index}`;
      return [
        planeOf({ dataPlaneId, location: { ...planeOf().location, region } }),
        observationOf({ dataPlaneId }),
      ];
    });
    const columns = new DataPlaneColumns();
    fill(columns, planes);
    const query = {
      nowMs: NOW_MS,
      filter: {},
      sort: { by: 'displayName', direction: 'asc' },
      limit: 9,
    } as const;
    const shown = [columns.query(query), plainly(planes, NOTHING_DESIRED, query)];
    expect(shown.map(({ facets }) => Object.keys(facets.region))).to.deep.equal(
      Array.from({ length: 2 }, () => ['ap', 'eu', 'me', 'us']),
    );
  });

  it('grow beyond their initial size', () => {
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
  it('parses the orders that the list offers and no others', () => {
    expect(parseDataPlaneSort('-lastSeenAt')).to.deep.equal({ by: 'lastSeenAt', direction: 'desc' });
    expect(parseDataPlaneSort('region')).to.deep.equal({ by: 'region', direction: 'asc' });
    for (const text of ['', '-', '--region', 'zone', 'Region', 'toString'])
      expect(parseDataPlaneSort(text)).to.equal(undefined);
  });
});

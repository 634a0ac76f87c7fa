import { expect } from 'chai';
import fc from 'fast-check';
import { NOTHING_DESIRED, newDataPlaneObservation } from './data-plane.js';
import { DATA_PLANE_SORT_KEYS, parseDataPlaneSort } from './data-plane-list.js';
import { type DataPlaneQuery, type ObservedPlane, pageDataPlanes } from './page-data-planes.js';
import { desiredArbitrary, NOW_MS, observationOf, planeOf, planesArbitrary } from './testing/planes.js';

const observed = (
  dataPlaneId: string,
  plane: Parameters<typeof planeOf>[0] = {},
  observation: Parameters<typeof observationOf>[0] = {},
): ObservedPlane => ({
  plane: planeOf({ dataPlaneId, ...plane }),
  observation: observationOf({ dataPlaneId, ...observation }),
});

const queryOf = (fields: Partial<DataPlaneQuery> = {}): DataPlaneQuery => ({
  desired: NOTHING_DESIRED,
  nowMs: NOW_MS,
  orderAtMs: NOW_MS,
  filter: {},
  sort: { by: 'displayName', direction: 'asc' },
  limit: 100,
  ...fields,
});

const idsOf = (planes: readonly ObservedPlane[]): string[] => planes.map(({ plane }) => plane.dataPlaneId);

/** A region and a name that differ from plane to plane. */
const four: readonly ObservedPlane[] = [
  observed('a', { displayName: 'North', location: { ...planeOf().location, region: 'us' } }),
  observed('b', { displayName: 'East' }, { lastSeenAt: '2026-01-01T00:00:00.000Z' }),
  observed('c', { displayName: 'South', deploymentMode: 'hybrid' }, { readiness: notServing() }),
  {
    plane: planeOf({ dataPlaneId: 'd', displayName: 'West' }),
    observation: newDataPlaneObservation(planeOf()),
  },
];

function notServing() {
  return { status: 'not_ready', serving: false, reasonCodes: ['not_serving'], checkedAt: '' } as const;
}

describe('a page of data planes', () => {
  it('has the first planes in order, and figures over all that the filter keeps', () => {
    const { planes, ...rest } = pageDataPlanes(four, queryOf({ limit: 2 }));
    expect([idsOf(planes), rest]).to.deep.equal([
      ['b', 'a'],
      {
        totalCount: 4,
        more: true,
        last: { value: 'North', id: 'a' },
        kpis: {
          total: 4,
          healthy: 1,
          degraded: 0,
          unhealthy: 2,
          unknown: 1,
          policyStale: 0,
          activeSessions: 0,
          regions: 2,
        },
        facets: {
          status: { healthy: 1, unhealthy: 2, unknown: 1 },
          region: { 'eu-central-1': 3, us: 1 },
          deploymentMode: { hybrid: 1, managed: 3 },
          policySyncStatus: { in_sync: 3, unknown: 1 },
        },
      },
    ]);
  });

  it('is ordered by each key in both directions, equal values by id upwards', () => {
    const orders = DATA_PLANE_SORT_KEYS.map((by) => [
      by,
      ...(['asc', 'desc'] as const).map((direction) =>
        idsOf(pageDataPlanes(four, queryOf({ sort: { by, direction } })).planes).join(''),
      ),
    ]);
    expect(orders).to.deep.equal([
      ['displayName', 'bacd', 'dcab'],
      ['status', 'bcda', 'adbc'],
      ['lastSeenAt', 'dbac', 'acbd'],
      ['region', 'bcda', 'abcd'],
      ['policyStaleSeconds', 'abcd', 'abcd'],
      ['name', 'bacd', 'dcab'],
      ['created', 'abcd', 'abcd'],
      ['updated', 'abcd', 'abcd'],
    ]);
  });

  it('keeps what every given condition holds for', () => {
    const kept = (
      [
        { status: 'unhealthy' },
        { status: 'unhealthy', deploymentMode: 'managed' },
        { region: 'us' },
        { policySyncStatus: 'unknown' },
        { region: 'us', status: 'unknown' },
      ] as const
    ).map((filter) => idsOf(pageDataPlanes(four, queryOf({ filter })).planes).join(''));
    expect(kept).to.deep.equal(['bc', 'b', 'a', 'd', '']);
  });

  it('has figures over nothing but what the filter keeps', () => {
    const { totalCount, kpis, facets } = pageDataPlanes(four, queryOf({ filter: { region: 'us' } }));
    expect([totalCount, kpis.total, kpis.unhealthy, facets]).to.deep.equal([
      1,
      1,
      0,
      {
        status: { healthy: 1 },
        region: { us: 1 },
        deploymentMode: { managed: 1 },
        policySyncStatus: { in_sync: 1 },
      },
    ]);
  });

  it('continues behind a plane that is gone', () => {
    for (const by of DATA_PLANE_SORT_KEYS)
      for (const direction of ['asc', 'desc'] as const) {
        const sort = { by, direction };
        const whole = idsOf(pageDataPlanes(four, queryOf({ sort })).planes);
        const { last } = pageDataPlanes(four, queryOf({ sort, limit: 2 }));
        const rest = four.filter(({ plane }) => plane.dataPlaneId !== last?.id);
        expect(idsOf(pageDataPlanes(rest, queryOf({ sort, after: last })).planes)).to.deep.equal(
          whole.slice(2),
        );
      }
  });

  it('follows on another without a gap, whatever is asked and whenever the first page was read', () => {
    fc.assert(
      fc.property(
        planesArbitrary,
        desiredArbitrary,
        fc.constantFrom(...DATA_PLANE_SORT_KEYS),
        fc.constantFrom('asc' as const, 'desc' as const),
        fc.integer({ min: 1, max: 4 }),
        fc.constantFrom(NOW_MS, NOW_MS - 30_000),
        (drawn, desired, by, direction, limit, orderAtMs) => {
          const planes = drawn.map(([plane, observation]) => ({ plane, observation }));
          const query = queryOf({ desired, sort: { by, direction }, orderAtMs });
          const whole = idsOf(pageDataPlanes(planes, query).planes);
          const shown: string[] = [];
          for (let after: DataPlaneQuery['after']; ; ) {
            const page = pageDataPlanes(planes, { ...query, limit, after });
            shown.push(...idsOf(page.planes));
            if (!page.more) break;
            after = page.last;
          }
          expect(shown).to.deep.equal(whole);
          expect([...shown].sort()).to.deep.equal(planes.map(({ plane }) => plane.dataPlaneId).sort());
        },
      ),
      { numRuns: 300 },
    );
  });

  it('counts every plane once in kpis and facets, around every threshold', () => {
    fc.assert(
      fc.property(planesArbitrary, desiredArbitrary, (drawn, desired) => {
        const planes = drawn.map(([plane, observation]) => ({ plane, observation }));
        const { kpis, facets, totalCount } = pageDataPlanes(planes, queryOf({ desired }));
        const sums = Object.values(facets).map((facet) =>
          Object.values<number>(facet).reduce((total, count) => total + count, 0),
        );
        expect([
          totalCount,
          kpis.total,
          kpis.healthy + kpis.degraded + kpis.unhealthy + kpis.unknown,
          ...sums,
        ]).to.deep.equal(Array(7).fill(planes.length));
        expect(kpis.regions).to.equal(Object.keys(facets.region).length);
      }),
      { numRuns: 200 },
    );
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

import { SYNC_STATUSES } from '@govgate/domain/internal';
import { planesArbitrary, reportedArbitrary } from '@govgate/domain/testing';
import { expect } from 'chai';
import fc from 'fast-check';
import type { CallContext, UseCase } from '../call/context.js';
import { answerOf, type Bench, refusalOf, STAGING, START, TENANT } from '../testing/use-case-bench.js';
import { type DataPlaneList, type ListDataPlanesInput, makeListDataPlanes } from './list-data-planes.js';
import {
  idsOf,
  inputOf,
  observationOf,
  planeBench,
  planeOf,
  putPlanes,
  type Reported,
  removePlane,
} from './testing/planes.js';

const SORTS = ['displayName', 'status', 'lastSeenAt', 'region', 'policyStaleSeconds'].flatMap((key) => [
  key,
  `-${key}`,
]);

type List = UseCase<ListDataPlanesInput, DataPlaneList>;

/** All pages of a query, with something happening between them. */
const allPages = async (
  list: List,
  context: CallContext,
  input: ListDataPlanesInput,
  between: () => Promise<void> = async () => undefined,
): Promise<DataPlaneList[]> => {
  const pages: DataPlaneList[] = [];
  let pageToken: string | undefined;
  do {
    const page = answerOf(await list(context, { ...input, pageToken }));
    pages.push(page);
    pageToken = page.pagination.nextPageToken;
    if (pageToken !== undefined) await between();
  } while (pageToken !== undefined);
  return pages;
};

const sum = (counts: Readonly<Record<string, number>>): number =>
  Object.values(counts).reduce((total, count) => total + count, 0);

describe('paging through data planes', () => {
  it('returns the same planes and figures whatever the page size', async () => {
    await fc.assert(
      fc.asyncProperty(
        planesArbitrary,
        fc.constantFrom(...SORTS),
        fc.option(fc.constantFrom(...SYNC_STATUSES), { nil: undefined, freq: 2 }),
        fc.integer({ min: 1, max: 4 }),
        async (planes, sort, policySyncStatus, pageSize) => {
          const bench = await planeBench(planes);
          const list = makeListDataPlanes(bench.ports);
          const ada = await bench.as('ada');
          const filters = policySyncStatus === undefined ? {} : { policySyncStatus };
          const whole = answerOf(await list(ada, inputOf({ filters, sort, pageSize: 200 })));
          const pages = await allPages(list, ada, inputOf({ filters, sort, pageSize }));
          expect(pages.flatMap(({ items }) => items)).to.deep.equal(whole.items);
          expect(whole.items.length).to.equal(whole.pagination.totalCount);
          for (const { kpis, facets, pagination } of pages) {
            expect({ kpis, facets }).to.deep.equal({ kpis: whole.kpis, facets: whole.facets });
            expect(pagination.totalCount).to.equal(whole.pagination.totalCount);
          }
        },
      ),
      { numRuns: 60 },
    );
  });

  it('counts every plane once in kpis and facets, a millisecond around every threshold', async () => {
    await fc.assert(
      fc.asyncProperty(planesArbitrary, async (planes) => {
        const bench = await planeBench(planes);
        const list = makeListDataPlanes(bench.ports);
        const ada = await bench.as('ada');
        let at = 0;
        for (const threshold of [0, 45_000, 60_000, 120_000])
          for (const nudge of [-1, 0, 1]) {
            bench.clock.advance(Math.max(0, threshold + nudge) - at);
            at = Math.max(0, threshold + nudge);
            const { kpis, facets, pagination } = answerOf(await list(ada, inputOf()));
            const total = planes.length;
            expect(kpis.healthy + kpis.degraded + kpis.unhealthy + kpis.unknown).to.equal(total);
            expect([kpis.total, pagination.totalCount, ...Object.values(facets).map(sum)]).to.deep.equal(
              Array(6).fill(total),
            );
            const { stale = 0, rejected = 0 } = facets.policySyncStatus;
            expect(kpis.policyStale).to.equal(stale + rejected);
            expect(kpis.regions).to.equal(Object.keys(facets.region).length);
          }
      }),
      { numRuns: 40 },
    );
  });

  it('neither skips nor repeats a plane that was present throughout, whatever happens to others and the clock', async () => {
    const stirring = fc.array(
      fc.oneof(
        fc.constantFrom('x', 'y', 'z').chain(reportedArbitrary),
        fc.constantFrom('x', 'y', 'z'),
        fc.constantFrom(1, 30_000, 60_001),
      ),
      { maxLength: 4 },
    );
    await fc.assert(
      fc.asyncProperty(
        planesArbitrary,
        fc.array(stirring, { minLength: 1, maxLength: 4 }),
        fc.constantFrom(...SORTS),
        fc.integer({ min: 1, max: 3 }),
        async (planes, stirs, sort, pageSize) => {
          const bench = await planeBench(planes);
          let round = 0;
          const stir = async () => {
            for (const what of stirs[round++ % stirs.length] ?? []) await apply(bench, what);
          };
          const pages = await allPages(
            makeListDataPlanes(bench.ports),
            await bench.as('ada'),
            inputOf({ sort, pageSize }),
            stir,
          );
          const lasting = planes.map(([plane]) => plane.dataPlaneId);
          const shown = idsOf(pages).filter((id) => lasting.includes(id));
          expect([...shown].sort()).to.deep.equal([...lasting].sort());
        },
      ),
      { numRuns: 60 },
    );
  });

  const apply = async (bench: Bench, what: Reported | string | number): Promise<void> => {
    if (typeof what === 'number') bench.clock.advance(what);
    else if (typeof what === 'string') await removePlane(bench, what);
    else await putPlanes(bench, [what]);
  };

  it('evaluates clock-dependent sort orders at the moment of the first page', async () => {
    const bench = await planeBench([
      [planeOf('a'), observationOf('a')],
      [planeOf('b'), observationOf('b')],
      [planeOf('c'), observationOf('c', { lastSeenAt: '2026-03-01T11:59:20.000Z' })],
    ]);
    const pages = await allPages(
      makeListDataPlanes(bench.ports),
      await bench.as('ada'),
      inputOf({ sort: '-status', pageSize: 2 }),
      async () => bench.clock.advance(10_000),
    );
    expect(idsOf(pages)).to.deep.equal(['a', 'b', 'c']);
    expect(pages.map(({ generatedAt, facets }) => [generatedAt, facets.status])).to.deep.equal([
      [START, { healthy: 3 }],
      ['2026-03-01T12:00:10.000Z', { degraded: 1, healthy: 2 }],
    ]);
  });
});

describe('a page token of the list of data planes', () => {
  const tokenOf = async (bench: Bench) => {
    const list = makeListDataPlanes(bench.ports);
    const ada = await bench.as('ada');
    const input = inputOf({ pageSize: 1, filters: { region: 'eu-central-1' } });
    const { pagination } = answerOf(await list(ada, input));
    return { list, ada, input: { ...input, pageToken: pagination.nextPageToken } };
  };
  const two: Reported[] = [
    [planeOf('a'), observationOf('a')],
    [planeOf('b'), observationOf('b')],
  ];

  it('continues its own query with another page size', async () => {
    const { list, ada, input } = await tokenOf(await planeBench(two));
    expect(idsOf([answerOf(await list(ada, { ...input, pageSize: 10 }))])).to.deep.equal(['b']);
  });

  it('is refused for another query, when altered, and after a day', async () => {
    const bench = await planeBench(two);
    const { list, ada, input } = await tokenOf(bench);
    const others: Partial<ListDataPlanesInput>[] = [
      { filters: {} },
      { filters: { region: 'us' } },
      { sort: '-displayName' },
      { scope: { tenantId: TENANT, environmentId: STAGING } },
      { pageToken: `x${input.pageToken}` },
    ];
    for (const other of others)
      expect(refusalOf(await list(ada, { ...input, ...other }))).to.equal('invalid_cursor page_token');
    bench.clock.advance(24 * 3600_000);
    expect(refusalOf(await list(ada, input))).to.equal('invalid_cursor page_token');
  });
});

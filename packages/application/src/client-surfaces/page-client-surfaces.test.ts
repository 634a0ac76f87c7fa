import { clientSurfaceKind } from '@govgate/ports';
import { expect } from 'chai';
import fc from 'fast-check';
import type { CallContext, UseCase } from '../call/context.js';
import { answerOf, refusalOf, STAGING, TENANT } from '../testing/use-case-bench.js';
import {
  type ClientSurfaceList,
  type ListClientSurfacesInput,
  makeListClientSurfaces,
} from './list-client-surfaces.js';
import { idsOf, inputOf, openSessions, surfaceBench, surfaceOf } from './testing/surfaces.js';

/** All pages of a query, with something happening between them. */
const allPages = async (
  list: UseCase<ListClientSurfacesInput, ClientSurfaceList>,
  context: CallContext,
  input: ListClientSurfacesInput,
  between: () => Promise<void>,
): Promise<ClientSurfaceList[]> => {
  const pages: ClientSurfaceList[] = [];
  let cursor: string | undefined;
  do {
    const page = answerOf(await list(context, { ...input, cursor }));
    pages.push(page);
    cursor = page.page.nextCursor;
    if (cursor !== undefined) await between();
  } while (cursor !== undefined);
  return pages;
};

describe('paging through client surfaces', () => {
  const SORTS = (['displayName', 'updatedAt', 'activeSessionCount'] as const).flatMap((by) =>
    (['asc', 'desc'] as const).map((direction) => ({ by, direction })),
  );

  it('neither skips nor repeats a surface that was present throughout, and counts them all', async () => {
    const drawn = fc.record({
      displayName: fc.constantFrom('alpha', 'beta'),
      minute: fc.integer({ min: 0, max: 2 }),
      sessions: fc.nat(2),
    });
    await fc.assert(
      fc.asyncProperty(
        fc.array(drawn, { maxLength: 7 }),
        fc.constantFrom(...SORTS),
        fc.integer({ min: 1, max: 3 }),
        async (surfaces, sort, limit) => {
          const bench = await surfaceBench();
          for (const [index, { displayName, minute, sessions }] of surfaces.entries()) {
            const updatedAt = `2026-02-01T00:0${minute}:00.000Z`;
            await bench.put(clientSurfaceKind, surfaceOf(`s${index}`, { displayName, updatedAt }));
            await openSessions(bench, `s${index}`, sessions);
          }
          let stirs = 0;
          const stir = async () => {
            stirs += 1;
            await bench.put(clientSurfaceKind, surfaceOf('x', { displayName: stirs % 2 ? 'a' : 'z' }));
            await openSessions(bench, 'x', stirs % 3);
          };
          const list = makeListClientSurfaces(bench.ports);
          const pages = await allPages(list, await bench.as('ada'), inputOf({ sort, limit }), stir);
          const shown = pages.flatMap(idsOf).filter((id) => id !== 'x');
          expect(shown.sort()).to.deep.equal(surfaces.map((_, index) => `s${index}`));
          expect(pages[0]?.page.totalCount).to.equal(surfaces.length);
        },
      ),
      { numRuns: 60 },
    );
  });

  it('refuses a cursor of another query', async () => {
    const bench = await surfaceBench([surfaceOf('a'), surfaceOf('b')]);
    const list = makeListClientSurfaces(bench.ports);
    const ada = await bench.as('ada');
    const { page } = answerOf(await list(ada, inputOf({ limit: 1 })));
    const others: Partial<ListClientSurfacesInput>[] = [
      { sort: { by: 'displayName', direction: 'desc' } },
      { filters: { clientType: 'ide' } },
      { scope: { tenantId: TENANT, environmentId: STAGING } },
    ];
    for (const other of others)
      expect(refusalOf(await list(ada, inputOf({ cursor: page.nextCursor, ...other })))).to.equal(
        'invalid_cursor cursor',
      );
  });
});

import { type ClientSurface, ok, type Scope } from '@govgate/domain';
import type { Coverage, SurfaceClientType, SurfaceLifecycleState } from '@govgate/domain/internal';
import { clientSurfaceKind } from '@govgate/ports';
import type { UseCase } from '../call/context.js';
import type { Ports } from '../call/ports.js';
import { type CountedPage, countedPage } from '../paging/counted-page.js';
import { placeIn } from '../paging/every-record.js';
import { coveredBy, listCoverage } from '../paging/list-scope.js';
import { nameContains, PAGE_BYTES, withSearch } from '../paging/page-of-records.js';
import { type ListQuestion, type PagePosition, PageTokens } from '../paging/page-tokens.js';
import { type ClientSurfaceView, clientSurfaceView } from './client-surface-view.js';
import { RevocationProgress } from './revocation-progress.js';
import { surfaceFigures } from './surface-figures.js';
import { surfacesBySessions } from './surfaces-by-sessions.js';

/** Sort orders of surfaces (docs/spec/client-surfaces.md). */
export type ClientSurfaceSortKey = 'name' | 'displayName' | 'createdAt' | 'updatedAt' | 'activeSessionCount';

export interface ListClientSurfacesInput {
  readonly scope: Scope;
  readonly filters: {
    readonly lifecycleState?: SurfaceLifecycleState;
    readonly clientType?: SurfaceClientType;
    readonly ownerTeam?: string;
  };
  readonly q?: string | undefined;
  readonly sort: { readonly by: ClientSurfaceSortKey; readonly direction: 'asc' | 'desc' };
  readonly limit: number;
  readonly cursor?: string | undefined;
}

/** A page of an environment's surfaces (docs/spec/client-surfaces.md#list). */
export interface ClientSurfaceList extends Scope {
  readonly schemaVersion: '1.0';
  readonly items: readonly ClientSurfaceView[];
  readonly page: { readonly limit: number; readonly totalCount: number; readonly nextCursor?: string };
}

type Deps = Pick<Ports, 'records' | 'auditTrail' | 'revocations' | 'clock' | 'pageTokens'>;

/** Lists the surfaces in an environment visible to the caller. */
export const makeListClientSurfaces = (deps: Deps): UseCase<ListClientSurfacesInput, ClientSurfaceList> => {
  const tokens = new PageTokens(deps.pageTokens, deps.clock);
  const progress = new RevocationProgress(deps);
  return async (context, input) => {
    const { scope, filters, q, sort, limit } = input;
    const coverage = listCoverage(context, 'client_surface.read', scope);
    if (!coverage.ok) return coverage;
    const question: ListQuestion = {
      list: 'client_surfaces',
      ...scope,
      filters: withSearch({ ...filters }, q),
      sort: `${sort.by} ${sort.direction}`,
    };
    const after = tokens.read(question, input.cursor, 'cursor');
    if (!after.ok) return after;
    const { page, last } = await pageOf(deps, input, { coverage: coverage.value, after: after.value });
    const surfaces = page.items.map(({ record }) => record);
    const figures = await surfaceFigures(deps, progress, { scope, surfaces });
    const next = page.more && last !== undefined ? { nextCursor: tokens.write(question, last) } : {};
    return ok({
      schemaVersion: '1.0',
      ...scope,
      items: page.items.map((stored) => clientSurfaceView(context, scope, { stored, figures })),
      page: { limit, totalCount: page.totalCount, ...next },
    });
  };
};

interface PageWithEnd {
  readonly page: CountedPage<ClientSurface>;
  readonly last: PagePosition | undefined;
}

interface PageBounds {
  readonly coverage: Coverage;
  readonly after: PagePosition | undefined;
}

const pageOf = async (
  deps: Deps,
  { scope, filters, q, sort, limit }: ListClientSurfacesInput,
  { coverage, after }: PageBounds,
): Promise<PageWithEnd> => {
  const where = { is: filters, ...nameContains(q), ...coveredBy(coverage) };
  const { by, direction } = sort;
  if (by === 'activeSessionCount') {
    const behind = after && { value: Number(after.value), id: after.id };
    return surfacesBySessions(deps.records, scope, { where, direction, after: behind, limit });
  }
  const page = await countedPage(deps.records, clientSurfaceKind, scope, {
    where: { ...where, has: { environment: scope.environmentId } },
    order: { by, direction },
    limit,
    mostBytes: PAGE_BYTES,
    ...(after === undefined ? {} : { after }),
  });
  const last = page.items.at(-1)?.record;
  return {
    page,
    last: last === undefined ? undefined : placeIn(clientSurfaceKind, { by, direction }, last),
  };
};

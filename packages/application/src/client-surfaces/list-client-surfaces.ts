import {
  type ClientSurface,
  type Coverage,
  comparePlaces,
  ok,
  type Scope,
  type SurfaceClientType,
  type SurfaceLifecycleState,
} from '@govgate/domain';
import { clientSessionKind, clientSurfaceKind, type Page, type Where } from '@govgate/ports';
import type { UseCase } from '../call/context.js';
import type { Ports } from '../call/ports.js';
import { coveredBy, listCoverage } from '../paging/list-scope.js';
import { PAGE_BYTES } from '../paging/page-by-id.js';
import { type ListQuestion, type PagePlace, PageTokens } from '../paging/page-tokens.js';
import { type ClientSurfaceView, clientSurfaceView } from './client-surface-view.js';
import { RevocationProgress } from './revocation-progress.js';
import { surfaceFigures } from './surface-figures.js';

/** What surfaces can be ordered by (decisions, section 6). */
export type ClientSurfaceSortKey = 'displayName' | 'updatedAt' | 'activeSessionCount';

export interface ListClientSurfacesInput {
  readonly scope: Scope;
  readonly filters: {
    readonly lifecycleState?: SurfaceLifecycleState;
    readonly clientType?: SurfaceClientType;
    readonly ownerTeam?: string;
  };
  readonly sort: { readonly by: ClientSurfaceSortKey; readonly direction: 'asc' | 'desc' };
  readonly limit: number;
  readonly cursor?: string | undefined;
}

/** A page of the surfaces that show in an environment (contract, section 4.10). */
export interface ClientSurfaceList extends Scope {
  readonly schemaVersion: '1.0';
  readonly items: readonly ClientSurfaceView[];
  readonly page: { readonly limit: number; readonly totalCount: number; readonly nextCursor?: string };
  /** Until when the answer holds while nothing is committed. */
  readonly freshUntilMs: number;
}

type Deps = Pick<Ports, 'records' | 'auditTrail' | 'revocations' | 'clock' | 'pageTokens'>;

/** Lists the surfaces that are visible to the caller in an environment. */
export const makeListClientSurfaces = (deps: Deps): UseCase<ListClientSurfacesInput, ClientSurfaceList> => {
  const tokens = new PageTokens(deps.pageTokens, deps.clock);
  const progress = new RevocationProgress(deps);
  return async (context, input) => {
    const { scope, filters, sort, limit } = input;
    const coverage = listCoverage(context, 'client_surface.read', scope);
    if (!coverage.ok) return coverage;
    const question: ListQuestion = {
      list: 'client_surfaces',
      ...scope,
      filters: { ...filters },
      sort: `${sort.by} ${sort.direction}`,
    };
    const after = tokens.read(question, input.cursor, 'cursor');
    if (!after.ok) return after;
    const { page, last } = await pageOf(deps, input, coverage.value, after.value);
    const surfaces = page.items.map(({ record }) => record);
    const figures = await surfaceFigures(deps, progress, scope, surfaces);
    const next = page.more && last !== undefined ? { nextCursor: tokens.write(question, last) } : {};
    return ok({
      schemaVersion: '1.0',
      ...scope,
      items: page.items.map((stored) => clientSurfaceView(context, stored, scope, figures)),
      page: { limit, totalCount: page.totalCount, ...next },
      freshUntilMs: figures.freshUntilMs,
    });
  };
};

interface PageWithEnd {
  readonly page: Page<ClientSurface>;
  readonly last: PagePlace | undefined;
}

const pageOf = async (
  deps: Deps,
  { scope, filters, sort, limit }: ListClientSurfacesInput,
  coverage: Coverage,
  after: PagePlace | undefined,
): Promise<PageWithEnd> => {
  const where = { is: filters, has: { environment: scope.environmentId }, ...coveredBy(coverage) };
  const { by, direction } = sort;
  if (by === 'activeSessionCount') return pageBySessions(deps, scope, { where, direction, limit, after });
  const page = await deps.records.page(clientSurfaceKind, scope, {
    where,
    order: { by, direction },
    limit,
    mostBytes: PAGE_BYTES,
    ...(after === undefined ? {} : { after }),
  });
  const last = page.items.at(-1)?.record;
  return { page, last: last === undefined ? undefined : { value: last[by], id: last.clientSurfaceId } };
};

// Sessions are counted, not stored beside a surface, so this order is made here, of the ids of all the surfaces that are meant;
// records are read of the page alone.
const pageBySessions = async (
  { records }: Deps,
  scope: Scope,
  asked: {
    readonly where: Where<typeof clientSurfaceKind>;
    readonly direction: 'asc' | 'desc';
    readonly limit: number;
    readonly after: PagePlace | undefined;
  },
): Promise<PageWithEnd> => {
  const { where, direction, limit, after } = asked;
  const [ids, sessions] = await Promise.all([
    records.ids(clientSurfaceKind, scope, where),
    records.countBy(clientSessionKind, scope, 'clientSurfaceId', { is: { live: 1 } }),
  ]);
  const places = placesBySessions(ids, sessions, direction);
  const first =
    after === undefined ? 0 : places.findIndex((place) => comparePlaces(place, after, direction) > 0);
  const behind = first === -1 ? [] : places.slice(first);
  const shown = behind.slice(0, limit);
  const found = await records.getMany(
    clientSurfaceKind,
    scope,
    shown.map(({ id }) => id),
  );
  const byId = new Map(found.map((stored) => [stored.record.clientSurfaceId, stored]));
  return {
    page: {
      // What was removed since its id was read is left out.
      items: shown.flatMap(({ id }) => byId.get(id) ?? []),
      totalCount: ids.length,
      more: behind.length > limit,
    },
    last: shown.at(-1),
  };
};

// Ids come in their order, in which equals stay: only those that have sessions, which are few, are sorted.
const placesBySessions = (
  ids: readonly string[],
  sessions: ReadonlyMap<string | number, number>,
  direction: 'asc' | 'desc',
): readonly { readonly value: number; readonly id: string }[] => {
  const places = ids.map((id) => ({ value: sessions.get(id) ?? 0, id }));
  const idle = places.filter(({ value }) => value === 0);
  const busy = places.filter(({ value }) => value > 0);
  return direction === 'asc'
    ? [...idle, ...busy.sort((a, b) => a.value - b.value)]
    : [...busy.sort((a, b) => b.value - a.value), ...idle];
};

import {
  type Coverage,
  coverageOf,
  type DataPlaneFacets,
  type DataPlaneFilter,
  type DataPlaneKpis,
  FORBIDDEN_MATERIAL,
  type Instant,
  instantOf,
  ok,
  type PlaneActionView,
  type Principal,
  parseDataPlaneSort,
  type Result,
  refuse,
  type Scope,
  scopeActionViews,
} from '@govgate/domain';
import type { CallContext, UseCase } from '../call/context.js';
import type { Ports } from '../call/ports.js';
import { listCoverage } from '../paging/list-scope.js';
import { type ListQuestion, PageTokens } from '../paging/page-tokens.js';
import { type DataPlaneItem, dataPlaneItem } from './data-plane-view.js';
import { makeTakePlaneSnapshot } from './take-plane-snapshot.js';

export interface ListDataPlanesInput {
  readonly scope: Scope;
  readonly filters: Omit<DataPlaneFilter, 'ids'>;
  /** As it was asked for. */
  readonly sort: string;
  readonly pageSize: number;
  readonly pageToken?: string | undefined;
}

/** Topology and health of an environment's data planes (contract, section 4.8). */
export interface DataPlaneList {
  readonly schemaVersion: '1.0';
  readonly tenantId: string;
  readonly environmentId: string;
  readonly generatedAt: Instant;
  readonly filters: ListDataPlanesInput['filters'];
  readonly sort: string;
  readonly pagination: {
    readonly pageSize: number;
    readonly nextPageToken?: string;
    readonly totalCount: number;
  };
  readonly items: readonly DataPlaneItem[];
  readonly kpis: DataPlaneKpis;
  readonly facets: DataPlaneFacets;
  readonly allowedActions: readonly PlaneActionView[];
  readonly metadataBoundary: typeof METADATA_BOUNDARY;
}

const METADATA_BOUNDARY = {
  metadataOnly: true,
  privateRuntimeDataLeavesBoundary: false,
  secretsReturned: false,
  forbiddenMaterial: FORBIDDEN_MATERIAL,
  customerContentInspectionUnsupported: true,
} as const;

type Deps = Pick<Ports, 'records' | 'revocations' | 'revisions' | 'clock' | 'patience' | 'pageTokens'>;

/** Lists data planes with figures over the whole filtered set, all from one state of the store at one time. */
export const makeListDataPlanes = (deps: Deps): UseCase<ListDataPlanesInput, DataPlaneList> => {
  const tokens = new PageTokens(deps.pageTokens, deps.clock);
  const take = makeTakePlaneSnapshot(deps);
  return async (context, input) => {
    const { scope, filters, sort, pageSize } = input;
    const coverage = planeCoverage(context, scope);
    if (!coverage.ok) return coverage;
    const order = parseDataPlaneSort(sort);
    if (order === undefined) return refuse('invalid_sort', 'sort');
    const question: ListQuestion = { list: 'data_planes', ...scope, filters: { ...filters }, sort };
    const after = tokens.read(question, input.pageToken, 'page_token');
    if (!after.ok) return after;
    const filter = { ...filters, ...coveredIds(coverage.value) };
    const taken = await take(scope, { filter, sort: order, limit: pageSize, after: after.value });
    const { page, nowMs, desired } = taken;
    const next =
      page.more && page.last !== undefined
        ? { nextPageToken: tokens.write(question, { ...page.last, orderAtMs: taken.orderAtMs }) }
        : {};
    return ok({
      schemaVersion: '1.0',
      ...scope,
      generatedAt: instantOf(nowMs),
      filters,
      sort,
      pagination: { pageSize, ...next, totalCount: page.totalCount },
      items: taken.planes.map((plane) => dataPlaneItem(context, plane, { desired, nowMs })),
      kpis: page.kpis,
      facets: page.facets,
      allowedActions: scopeActionViews(mayOperateIn(context.principal, scope)),
      metadataBoundary: METADATA_BOUNDARY,
    });
  };
};

// Data planes have no owner, so a team's grant covers none.
const planeCoverage = (context: CallContext, scope: Scope): Result<Coverage> => {
  const coverage = listCoverage(context, 'data_plane.read', scope);
  return coverage.ok && !coversPlanes(coverage.value) ? refuse('permission_denied') : coverage;
};

const coversPlanes = (coverage: Coverage): boolean => coverage.all || coverage.resourceIds.length > 0;

const coveredIds = (coverage: Coverage): Pick<DataPlaneFilter, 'ids'> =>
  coverage.all ? {} : { ids: coverage.resourceIds };

const mayOperateIn = (principal: Principal, scope: Scope): boolean => {
  const coverage = coverageOf(principal, 'data_plane.operate', scope);
  return coverage !== undefined && coversPlanes(coverage);
};

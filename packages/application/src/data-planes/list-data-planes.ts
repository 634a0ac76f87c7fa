import {
  type DataPlane,
  type Instant,
  instantOf,
  ok,
  type Principal,
  type Result,
  refuse,
  type Scope,
  searchText,
} from '@govgate/domain';
import {
  type Coverage,
  coverageOf,
  type DataPlaneFacets,
  type DataPlaneFilter,
  type DataPlaneKpis,
  FORBIDDEN_MATERIAL,
  newDataPlaneObservation,
  type ObservedPlane,
  type PlaneActionView,
  pageDataPlanes,
  parseDataPlaneSort,
  scopeActionViews,
} from '@govgate/domain/internal';
import { dataPlaneKind, dataPlaneObservationKind } from '@govgate/ports';
import type { CallContext, UseCase } from '../call/context.js';
import type { Ports } from '../call/ports.js';
import { everyRecord } from '../paging/every-record.js';
import { listCoverage } from '../paging/list-scope.js';
import { withSearch } from '../paging/page-of-records.js';
import { type ListQuestion, PageTokens } from '../paging/page-tokens.js';
import { type DataPlaneItem, dataPlaneItem } from './data-plane-view.js';
import { desiredStateIn } from './desired-state.js';

export interface ListDataPlanesInput {
  readonly scope: Scope;
  readonly filters: DataPlaneFilter;
  readonly q?: string | undefined;
  /** As it was asked for. */
  readonly sort: string;
  readonly pageSize: number;
  readonly pageToken?: string | undefined;
}

/** Topology and health of an environment's data planes (docs/spec/data-planes.md#list). */
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

type Deps = Pick<Ports, 'records' | 'revocations' | 'clock' | 'timer' | 'pageTokens'>;

/** Lists data planes with figures over the whole filtered set, all from one state of the store at one time. */
export const makeListDataPlanes = (deps: Deps): UseCase<ListDataPlanesInput, DataPlaneList> => {
  const tokens = new PageTokens(deps.pageTokens, deps.clock);
  return async (context, input) => {
    const { scope, filters, q, sort, pageSize } = input;
    const coverage = planeCoverage(context, scope);
    if (!coverage.ok) return coverage;
    const order = parseDataPlaneSort(sort);
    if (order === undefined) return refuse('invalid_sort', 'sort');
    const question = questionOf(input);
    const after = tokens.read(question, input.pageToken, 'page_token');
    if (!after.ok) return after;
    const covered = await coveredPlanes(deps, scope, coverage.value);
    const planes = q === undefined ? covered : covered.filter(({ plane }) => isNamed(plane, q));
    const desired = await desiredStateIn(deps, scope);
    const nowMs = deps.clock.epochMs();
    const orderAtMs = after.value?.orderAtMs ?? nowMs;
    const at = { desired, nowMs, orderAtMs };
    const query = { filter: filters, sort: order, limit: pageSize, after: after.value };
    const page = pageDataPlanes(planes, { ...at, ...query });
    const last = page.more ? page.last : undefined;
    const next = last && { nextPageToken: tokens.write(question, { ...last, orderAtMs }) };
    return ok({
      schemaVersion: '1.0',
      ...scope,
      generatedAt: instantOf(nowMs),
      filters,
      sort,
      pagination: { pageSize, ...next, totalCount: page.totalCount },
      items: page.planes.map((plane) => dataPlaneItem(context, plane, at)),
      kpis: page.kpis,
      facets: page.facets,
      allowedActions: scopeActionViews(mayOperateIn(context.principal, scope)),
      metadataBoundary: METADATA_BOUNDARY,
    });
  };
};

const questionOf = ({ scope, filters, q, sort }: ListDataPlanesInput): ListQuestion => ({
  list: 'data_planes',
  ...scope,
  filters: withSearch({ ...filters }, q),
  sort,
});

const isNamed = ({ displayName, dataPlaneId }: DataPlane, q: string): boolean =>
  [displayName, dataPlaneId].some((text) => searchText(text).includes(searchText(q)));

// Data planes have no owner, so a team's grant covers none.
const planeCoverage = (context: CallContext, scope: Scope): Result<Coverage> => {
  const coverage = listCoverage(context, 'data_plane.read', scope);
  return coverage.ok && !coversPlanes(coverage.value) ? refuse('permission_denied') : coverage;
};

const coversPlanes = (coverage: Coverage): boolean => coverage.all || coverage.resourceIds.length > 0;

/** Planes are read before their observations, so whatever was observed later belongs to a plane at hand or is left out. */
const coveredPlanes = async (deps: Deps, scope: Scope, coverage: Coverage): Promise<ObservedPlane[]> => {
  const all = { most: Number.POSITIVE_INFINITY };
  const planes = coverage.all
    ? await everyRecord(deps, dataPlaneKind, scope, all)
    : await deps.records.getMany(dataPlaneKind, scope, coverage.resourceIds);
  const observed = coverage.all
    ? await everyRecord(deps, dataPlaneObservationKind, scope, all)
    : await deps.records.getMany(dataPlaneObservationKind, scope, coverage.resourceIds);
  const observations = new Map(observed.map(({ record }) => [record.dataPlaneId, record]));
  return planes.map(({ record: plane }) => ({
    plane,
    observation: observations.get(plane.dataPlaneId) ?? newDataPlaneObservation(plane),
  }));
};

const mayOperateIn = (principal: Principal, scope: Scope): boolean => {
  const coverage = coverageOf(principal, 'data_plane.operate', scope);
  return coverage !== undefined && coversPlanes(coverage);
};

import { searchText } from '../search-text.js';
import { compareText } from '../text-order.js';
import {
  classifyDataPlane,
  DATA_PLANE_STATUSES,
  type DataPlaneClassification,
} from './classify-data-plane.js';
import type { DataPlane, DataPlaneObservation, DesiredState } from './data-plane.js';
import {
  comparePositions,
  type DataPlaneFacets,
  type DataPlaneFilter,
  type DataPlaneKpis,
  type DataPlanePosition,
  type DataPlaneSort,
  type DataPlaneSortKey,
} from './data-plane-list.js';

/** A plane and its observed state. */
export interface ObservedPlane {
  readonly plane: DataPlane;
  readonly observation: DataPlaneObservation;
}

/** A plane with its derived state at a given time. */
interface ClassifiedPlane extends ObservedPlane {
  readonly classified: DataPlaneClassification;
}

/** What a list asks for. */
export interface DataPlaneQuery {
  readonly desired: DesiredState;
  readonly nowMs: number;
  readonly filter: DataPlaneFilter;
  readonly sort: DataPlaneSort;
  readonly limit: number;
  /** The last place of the previous page. */
  readonly after?: DataPlanePosition | undefined;
  /** The time for sort values that depend on the clock: that of a list's first page, so that later pages continue it. */
  readonly orderAtMs: number;
}

/** One page, and figures over the whole filtered set at the same time. */
export interface DataPlanePage {
  readonly planes: readonly ObservedPlane[];
  readonly totalCount: number;
  readonly more: boolean;
  /** The place of the last plane; undefined for an empty page. */
  readonly last: DataPlanePosition | undefined;
  readonly kpis: DataPlaneKpis;
  readonly facets: DataPlaneFacets;
}

/** Classifies, filters, sorts and cuts (docs/spec/data-planes.md#list). */
export const pageDataPlanes = (planes: readonly ObservedPlane[], query: DataPlaneQuery): DataPlanePage => {
  const { filter, limit, after } = query;
  const { by, direction } = query.sort;
  const kept = planes
    .map((observed) => classifiedAt(observed, query.desired, query.nowMs))
    .filter((one) => matches(one, filter));
  const places = kept
    .map((one) => ({ value: sortValueOf(atOrder(one, query), by), id: one.plane.dataPlaneId, of: one }))
    .filter((place) => after === undefined || comparePositions(place, after, direction) > 0)
    .sort((a, b) => comparePositions(a, b, direction));
  const shown = places.slice(0, limit);
  const last = shown.at(-1);
  const facets = facetsOf(kept);
  return {
    planes: shown.map(({ of: { plane, observation } }) => ({ plane, observation })),
    totalCount: kept.length,
    more: places.length > limit,
    last: last === undefined ? undefined : { value: last.value, id: last.id },
    kpis: kpisOf(kept, facets),
    facets,
  };
};

const classifiedAt = (
  { plane, observation }: ObservedPlane,
  desired: DesiredState,
  nowMs: number,
): ClassifiedPlane => ({
  plane,
  observation,
  classified: classifyDataPlane(plane, observation, desired, nowMs),
});

const atOrder = (one: ClassifiedPlane, { desired, nowMs, orderAtMs }: DataPlaneQuery): ClassifiedPlane =>
  orderAtMs === nowMs ? one : classifiedAt(one, desired, orderAtMs);

const matches = ({ plane, classified }: ClassifiedPlane, filter: DataPlaneFilter): boolean =>
  (filter.status === undefined || classified.status === filter.status) &&
  (filter.deploymentMode === undefined || plane.deploymentMode === filter.deploymentMode) &&
  (filter.region === undefined || plane.location.region === filter.region) &&
  (filter.policySyncStatus === undefined || classified.policySync.status === filter.policySyncStatus);

/** A plane's value in an order. Never seen is "", and so sorts first by `lastSeenAt`; worst is 0 by `status`. */
const sortValueOf = ({ plane, classified }: ClassifiedPlane, by: DataPlaneSortKey): string | number => {
  switch (by) {
    case 'displayName':
      return plane.displayName;
    case 'region':
      return plane.location.region;
    case 'status':
      return DATA_PLANE_STATUSES.indexOf(classified.status);
    case 'lastSeenAt':
      return classified.heartbeat.lastSeenAt;
    case 'policyStaleSeconds':
      return classified.policySync.staleSeconds;
    case 'name':
      return searchText(plane.displayName);
    case 'created':
      return plane.createdAt;
    case 'updated':
      return plane.updatedAt;
  }
};

const kpisOf = (planes: readonly ClassifiedPlane[], facets: DataPlaneFacets): DataPlaneKpis => {
  const { status, region, policySyncStatus } = facets;
  return {
    total: planes.length,
    healthy: status.healthy ?? 0,
    degraded: status.degraded ?? 0,
    unhealthy: status.unhealthy ?? 0,
    unknown: status.unknown ?? 0,
    policyStale: (policySyncStatus.stale ?? 0) + (policySyncStatus.rejected ?? 0),
    activeSessions: planes.reduce((sum, { observation }) => sum + observation.activeSessions.total, 0),
    regions: Object.keys(region).length,
  };
};

const facetsOf = (planes: readonly ClassifiedPlane[]): DataPlaneFacets => ({
  status: counted(planes.map(({ classified }) => classified.status)),
  region: counted(planes.map(({ plane }) => plane.location.region)),
  deploymentMode: counted(planes.map(({ plane }) => plane.deploymentMode)),
  policySyncStatus: counted(planes.map(({ classified }) => classified.policySync.status)),
});

const counted = (values: readonly string[]): Readonly<Record<string, number>> => {
  const counts = new Map<string, number>();
  for (const value of values) counts.set(value, (counts.get(value) ?? 0) + 1);
  return Object.fromEntries([...counts].sort(([a], [b]) => compareText(a, b)));
};

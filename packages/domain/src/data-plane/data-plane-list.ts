import { compareText } from '../text-order.js';
import {
  DATA_PLANE_STATUSES,
  type DataPlaneClassification,
  type DataPlaneStatus,
} from './classify-data-plane.js';
import type { DataPlane, DataPlaneObservation, DeploymentMode } from './data-plane.js';
import type { SyncStatus } from './sync-state.js';

/** Sort keys of planes (decisions, section 7). */
export const DATA_PLANE_SORT_KEYS = [
  'displayName',
  'status',
  'lastSeenAt',
  'region',
  'policyStaleSeconds',
] as const;
export type DataPlaneSortKey = (typeof DATA_PLANE_SORT_KEYS)[number];

/** An order; ties by ascending id, whatever the direction. */
export interface DataPlaneSort {
  readonly by: DataPlaneSortKey;
  readonly direction: 'asc' | 'desc';
}

/** Parses a `sort` parameter: a key, with `-` for descending. @example parseDataPlaneSort('-lastSeenAt') */
export const parseDataPlaneSort = (text: string): DataPlaneSort | undefined => {
  const descending = text.startsWith('-');
  const name = descending ? text.slice(1) : text;
  const by = DATA_PLANE_SORT_KEYS.find((key) => key === name);
  return by === undefined ? undefined : { by, direction: descending ? 'desc' : 'asc' };
};

/** A filter of planes; all given conditions must hold. */
export interface DataPlaneFilter {
  readonly status?: DataPlaneStatus;
  readonly deploymentMode?: DeploymentMode;
  readonly region?: string;
  readonly policySyncStatus?: SyncStatus;
  /** What the caller's grants cover; undefined: all. */
  readonly ids?: readonly string[];
}

/** Figures over the filtered set, before paging. */
export interface DataPlaneKpis {
  readonly total: number;
  readonly healthy: number;
  readonly degraded: number;
  readonly unhealthy: number;
  readonly unknown: number;
  /** Stale and rejected. */
  readonly policyStale: number;
  readonly activeSessions: number;
  readonly regions: number;
}

/** Number of planes in the filtered set per value; values without planes are omitted. */
export interface DataPlaneFacets {
  readonly status: Readonly<Record<string, number>>;
  readonly region: Readonly<Record<string, number>>;
  readonly deploymentMode: Readonly<Record<string, number>>;
  readonly policySyncStatus: Readonly<Record<string, number>>;
}

/** A plane with its derived state at a given time. */
export interface ClassifiedPlane {
  readonly plane: DataPlane;
  readonly observation: DataPlaneObservation;
  readonly classified: DataPlaneClassification;
}

/** Whether a plane matches a filter. */
export const matchesFilter = ({ plane, classified }: ClassifiedPlane, filter: DataPlaneFilter): boolean =>
  (filter.status === undefined || classified.status === filter.status) &&
  (filter.deploymentMode === undefined || plane.deploymentMode === filter.deploymentMode) &&
  (filter.region === undefined || plane.location.region === filter.region) &&
  (filter.policySyncStatus === undefined || classified.policySync.status === filter.policySyncStatus) &&
  (filter.ids === undefined || filter.ids.includes(plane.dataPlaneId));

/** A plane's value in an order. Never seen is "", and so sorts first by `lastSeenAt`; worst is 0 by `status`. */
export const sortValueOf = (
  { plane, classified }: ClassifiedPlane,
  by: DataPlaneSortKey,
): string | number => {
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
  }
};

/** Compares two places in an order: by value in its direction, then by ascending id. */
export const comparePlaces = (
  a: { readonly value: string | number; readonly id: string },
  b: { readonly value: string | number; readonly id: string },
  direction: 'asc' | 'desc',
): number => {
  const byValue =
    typeof a.value === 'number' && typeof b.value === 'number'
      ? a.value - b.value
      : compareText(String(a.value), String(b.value));
  if (byValue !== 0) return direction === 'asc' ? byValue : -byValue;
  return compareText(a.id, b.id);
};

/** The figures of some planes. */
export const kpisOf = (planes: readonly ClassifiedPlane[]): DataPlaneKpis => {
  const withStatus = (status: DataPlaneStatus): number =>
    planes.filter(({ classified }) => classified.status === status).length;
  return {
    total: planes.length,
    healthy: withStatus('healthy'),
    degraded: withStatus('degraded'),
    unhealthy: withStatus('unhealthy'),
    unknown: withStatus('unknown'),
    policyStale: planes.filter(({ classified }) => isPolicyStale(classified.policySync.status)).length,
    activeSessions: planes.reduce((sum, { observation }) => sum + observation.activeSessions.total, 0),
    regions: new Set(planes.map(({ plane }) => plane.location.region)).size,
  };
};

const isPolicyStale = (status: SyncStatus): boolean => status === 'stale' || status === 'rejected';

/** The facets of some planes. */
export const facetsOf = (planes: readonly ClassifiedPlane[]): DataPlaneFacets => ({
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

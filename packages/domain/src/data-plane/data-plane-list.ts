import { compareText } from '../text-order.js';
import type { DataPlaneStatus } from './classify-data-plane.js';
import type { DeploymentMode } from './data-plane.js';
import type { SyncStatus } from './sync-state.js';

/** Sort keys of planes (docs/spec/data-planes.md). */
export const DATA_PLANE_SORT_KEYS = [
  'displayName',
  'status',
  'lastSeenAt',
  'region',
  'policyStaleSeconds',
  'name',
  'created',
  'updated',
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

/** A plane's place in an order. */
export interface DataPlanePosition {
  readonly value: string | number;
  readonly id: string;
}

/** Compares two places: by value in the order's direction, then by ascending id. */
export const comparePositions = (
  a: DataPlanePosition,
  b: DataPlanePosition,
  direction: 'asc' | 'desc',
): number => {
  const byValue =
    typeof a.value === 'number' && typeof b.value === 'number'
      ? a.value - b.value
      : compareText(String(a.value), String(b.value));
  if (byValue !== 0) return direction === 'asc' ? byValue : -byValue;
  return compareText(a.id, b.id);
};

// The plain form that the columns are held against: over records, one plane after the other.
import { compareText } from '../../text-order.js';
import {
  DATA_PLANE_STATUSES,
  type DataPlaneClassification,
  type DataPlaneStatus,
} from '../classify-data-plane.js';
import type { DataPlane, DataPlaneObservation } from '../data-plane.js';
import type {
  DataPlaneFacets,
  DataPlaneFilter,
  DataPlaneKpis,
  DataPlaneSortKey,
} from '../data-plane-list.js';
import type { SyncStatus } from '../sync-state.js';

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

const isPolicyStale = (status: SyncStatus): boolean => status === 'stale' || status === 'rejected';

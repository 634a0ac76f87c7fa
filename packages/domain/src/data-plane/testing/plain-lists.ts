import fc from 'fast-check';
import { classifyDataPlane, DATA_PLANE_STATUSES } from '../classify-data-plane.js';
import {
  type DataPlane,
  type DataPlaneObservation,
  DEPLOYMENT_MODES,
  type DesiredState,
} from '../data-plane.js';
import type { DataPlaneColumns, DataPlaneColumnsQuery } from '../data-plane-columns.js';
import { comparePlaces, DATA_PLANE_SORT_KEYS, type DataPlaneFilter } from '../data-plane-list.js';
import { SYNC_STATUSES } from '../sync-state.js';
import { type ClassifiedPlane, facetsOf, kpisOf, matchesFilter, sortValueOf } from './plain-planes.js';
import { seldom } from './planes.js';

/** A plane with what it reported. */
export type Reported = readonly [DataPlane, DataPlaneObservation];

/** The same answer from the plain functions: classify, filter, sort, cut. */
export const plainly = (planes: readonly Reported[], desired: DesiredState, query: DataPlaneColumnsQuery) => {
  const at = (nowMs: number): ClassifiedPlane[] =>
    planes.map(([plane, observation]) => ({
      plane,
      observation,
      classified: classifyDataPlane(plane, observation, desired, nowMs),
    }));
  const kept = at(query.nowMs).filter((entry) => matchesFilter(entry, query.filter));
  const keptIds = new Set(kept.map(({ plane }) => plane.dataPlaneId));
  const { by, direction } = query.sort;
  const places = at(query.orderAtMs ?? query.nowMs)
    .filter(({ plane }) => keptIds.has(plane.dataPlaneId))
    .map((entry) => ({ value: sortValueOf(entry, by), id: entry.plane.dataPlaneId }))
    .sort((a, b) => comparePlaces(a, b, direction))
    .filter((place) => query.after === undefined || comparePlaces(place, query.after, direction) > 0);
  const shown = places.slice(0, query.limit);
  return {
    ids: shown.map((place) => place.id),
    more: places.length > query.limit,
    last: shown[shown.length - 1],
    totalCount: kept.length,
    kpis: kpisOf(kept),
    facets: facetsOf(kept),
  };
};

/** Any filter. Each condition rarely: several together match hardly any plane, and then nothing is compared. */
export const filterArbitrary: fc.Arbitrary<DataPlaneFilter> = fc
  .record({
    status: seldom(fc.constantFrom(...DATA_PLANE_STATUSES)),
    deploymentMode: seldom(fc.constantFrom(...DEPLOYMENT_MODES)),
    region: seldom(fc.constantFrom('eu', 'us', '', 'moon')),
    policySyncStatus: seldom(fc.constantFrom(...SYNC_STATUSES)),
    ids: seldom(fc.subarray(['a', 'b', 'c', 'Z', 'gone'])),
  })
  .map((drawn) => Object.fromEntries(Object.entries(drawn).filter(([, value]) => value !== null)));

/** Any order. */
export const sortArbitrary = fc.record({
  by: fc.constantFrom(...DATA_PLANE_SORT_KEYS),
  direction: fc.constantFrom('asc' as const, 'desc' as const),
});

/** Puts planes into columns. */
export const fill = (columns: DataPlaneColumns, planes: readonly Reported[]): void => {
  for (const [plane, observation] of planes) columns.upsert(plane, observation);
};

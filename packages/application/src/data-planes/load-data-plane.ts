import {
  type DataPlane,
  type DataPlaneObservation,
  ok,
  type Permission,
  type Result,
  type Scope,
} from '@govgate/domain';
import { newDataPlaneObservation } from '@govgate/domain/internal';
import { dataPlaneKind, dataPlaneObservationKind, type RecordStore, type Stored } from '@govgate/ports';
import type { CallContext } from '../call/context.js';
import { loadRecord, type RecordAccess } from '../call/load-record.js';

/** The data plane a call concerns. */
export interface DataPlaneRef {
  readonly scope: Scope;
  readonly dataPlaneId: string;
}

/** The observed state of a plane. */
export interface Observed {
  readonly observation: DataPlaneObservation;
  /** Null: no observation yet. */
  readonly observationVersion: number | null;
}

/** A plane with its observed state. */
export interface LoadedPlane extends Observed {
  readonly stored: Stored<DataPlane>;
}

/** A data plane as an authorization target. It has no owner. */
export const planeAccess = (
  { scope, dataPlaneId }: DataPlaneRef,
  permission: Permission,
): RecordAccess<typeof dataPlaneKind> => ({
  kind: dataPlaneKind,
  permission,
  scope,
  within: scope,
  id: dataPlaneId,
  ownerTeamOf: () => null,
});

/** Reads a plane's observed state. */
export const observedOf = async (records: RecordStore, scope: Scope, plane: DataPlane): Promise<Observed> => {
  const observed = await records.get(dataPlaneObservationKind, scope, plane.dataPlaneId);
  return {
    observation: observed?.record ?? newDataPlaneObservation(plane),
    observationVersion: observed?.version ?? null,
  };
};

/** Loads a data plane the caller may read. */
export const loadDataPlane = async (
  records: RecordStore,
  context: CallContext,
  ref: DataPlaneRef,
): Promise<Result<LoadedPlane>> => {
  const loaded = await loadRecord(records, context, planeAccess(ref, 'data_plane.read'));
  if (!loaded.ok) return loaded;
  const { stored } = loaded.value;
  return ok({ stored, ...(await observedOf(records, ref.scope, stored.record)) });
};

import {
  type DataPlane,
  type DataPlaneObservation,
  newDataPlaneObservation,
  ok,
  type Permission,
  type Result,
  type Scope,
} from '@govgate/domain';
import { dataPlaneKind, dataPlaneObservationKind, type RecordStore, type Stored } from '@govgate/ports';
import type { CallContext } from '../call/context.js';
import { loadRecord, type Wanted } from '../call/load-record.js';

/** Which data plane a call is about. */
export interface DataPlaneRef {
  readonly scope: Scope;
  readonly dataPlaneId: string;
}

/** What was seen of a plane. */
export interface Observed {
  readonly observation: DataPlaneObservation;
  /** Null: nothing is written of it yet. */
  readonly observationVersion: number | null;
}

/** A plane with what was seen of it. */
export interface LoadedPlane extends Observed {
  readonly stored: Stored<DataPlane>;
}

/** A data plane as calls look for it. Nobody owns one. */
export const wantedPlane = (
  { scope, dataPlaneId }: DataPlaneRef,
  permission: Permission,
): Wanted<typeof dataPlaneKind> => ({
  kind: dataPlaneKind,
  permission,
  scope,
  within: scope,
  id: dataPlaneId,
  ownerTeamOf: () => null,
});

/** Reads what was seen of a plane. */
export const observedOf = async (records: RecordStore, scope: Scope, plane: DataPlane): Promise<Observed> => {
  const observed = await records.get(dataPlaneObservationKind, scope, plane.dataPlaneId);
  return {
    observation: observed?.record ?? newDataPlaneObservation(plane),
    observationVersion: observed?.version ?? null,
  };
};

/** Finds a data plane that the caller may act on. */
export const loadDataPlane = async (
  records: RecordStore,
  context: CallContext,
  ref: DataPlaneRef,
  permission: Permission,
): Promise<Result<LoadedPlane>> => {
  const loaded = await loadRecord(records, context, wantedPlane(ref, permission));
  if (!loaded.ok) return loaded;
  const { stored } = loaded.value;
  return ok({ stored, ...(await observedOf(records, ref.scope, stored.record)) });
};

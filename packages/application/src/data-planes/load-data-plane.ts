import {
  type DataPlane,
  type DataPlaneObservation,
  newDataPlaneObservation,
  ok,
  type Permission,
  type Result,
  type Scope,
} from '@govgate/domain';
import { dataPlaneKind, dataPlaneObservationKind, type Stored } from '@govgate/ports';
import type { CallContext } from '../call/context.js';
import { loadRecord } from '../call/load-record.js';
import type { Ports } from '../call/ports.js';

/** Which data plane a call is about. */
export interface DataPlaneRef {
  readonly scope: Scope;
  readonly dataPlaneId: string;
}

/** A plane with what was seen of it. */
export interface LoadedPlane {
  readonly stored: Stored<DataPlane>;
  readonly observation: DataPlaneObservation;
  /** Null: nothing is written of it yet. */
  readonly observationVersion: number | null;
}

/** Finds a data plane that the caller may act on. Nobody owns one. */
export const loadDataPlane = async (
  records: Ports['records'],
  context: CallContext,
  { scope, dataPlaneId }: DataPlaneRef,
  permission: Permission,
): Promise<Result<LoadedPlane>> => {
  const loaded = await loadRecord(records, context, {
    kind: dataPlaneKind,
    permission,
    scope,
    within: scope,
    id: dataPlaneId,
    ownerTeamOf: () => null,
  });
  if (!loaded.ok) return loaded;
  const { stored } = loaded.value;
  const observed = await records.get(dataPlaneObservationKind, scope, dataPlaneId);
  return ok({
    stored,
    observation: observed?.record ?? newDataPlaneObservation(stored.record),
    observationVersion: observed?.version ?? null,
  });
};

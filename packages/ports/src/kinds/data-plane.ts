import type { DataPlane, DataPlaneObservation } from '@govgate/domain';
import { defineKind, integer } from '../record-kind.js';

/** Registered data planes. Lists of them depend on the clock and are made from the records, not from attributes. */
export const dataPlaneKind = defineKind<DataPlane>()({
  name: 'data_plane',
  scoping: 'environment',
  governed: true,
  idOf: (plane) => plane.dataPlaneId,
  scopeOf: ({ tenantId, environmentId }) => ({ tenantId, environmentId }),
});

/**
 * What planes reported and probes saw: facts, hence observed rather than governed. How far each has applied the revocation feed is tallied
 * with it: that shows whether a revocation has reached all planes.
 */
export const dataPlaneObservationKind = defineKind<DataPlaneObservation>()({
  name: 'data_plane_observation',
  scoping: 'environment',
  governed: false,
  idOf: (observation) => observation.dataPlaneId,
  scopeOf: ({ tenantId, environmentId }) => ({ tenantId, environmentId }),
  attributes: {
    lastRevocationSequence: integer(
      (observation: DataPlaneObservation) => observation.lastRevocationSequence,
    ),
  },
  indexes: [['lastRevocationSequence']],
});

import type { Destination, Permission, Scope, Target } from '@govgate/domain';
import { destinationKind } from '@govgate/ports';
import type { RecordAccess } from '../call/load-record.js';

/** The destination a call concerns. */
export interface DestinationRef {
  readonly scope: Scope;
  readonly destinationId: string;
}

/** The destination to load, and the required permission. It has no owner. */
export const destinationAccess = (
  { scope, destinationId }: DestinationRef,
  permission: Permission,
): RecordAccess<typeof destinationKind> => ({
  kind: destinationKind,
  permission,
  scope,
  within: scope,
  id: destinationId,
  ownerTeamOf: () => null,
});

/** A destination as an authorization target. */
export const destinationTarget = ({ tenantId, environmentId, destinationId }: Destination): Target => ({
  tenantId,
  environmentId,
  resourceId: destinationId,
  ownerTeam: null,
});

import type { Destination, Permission, Scope, Target } from '@govgate/domain';
import { destinationKind } from '@govgate/ports';
import type { Wanted } from '../call/load-record.js';

/** Which destination a call is about. */
export interface DestinationRef {
  readonly scope: Scope;
  readonly destinationId: string;
}

/** The destination that a call wants, and the right it takes. Nobody owns one. */
export const wantedDestination = (
  { scope, destinationId }: DestinationRef,
  permission: Permission,
): Wanted<typeof destinationKind> => ({
  kind: destinationKind,
  permission,
  scope,
  within: scope,
  id: destinationId,
  ownerTeamOf: () => null,
});

/** What grants look at when they decide on a destination. */
export const destinationTarget = ({ tenantId, environmentId, destinationId }: Destination): Target => ({
  tenantId,
  environmentId,
  resourceId: destinationId,
  ownerTeam: null,
});

import type { Permission, Scope, SiemWebhook, Target } from '@govgate/domain';
import { siemDestinationKind } from '@govgate/ports';
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
): Wanted<typeof siemDestinationKind> => ({
  kind: siemDestinationKind,
  permission,
  scope,
  within: scope,
  id: destinationId,
  ownerTeamOf: () => null,
});

/** What grants look at when they decide on a destination. */
export const destinationTarget = ({ tenantId, environmentId, destinationId }: SiemWebhook): Target => ({
  tenantId,
  environmentId,
  resourceId: destinationId,
  ownerTeam: null,
});

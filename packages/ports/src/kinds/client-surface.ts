import type { ClientSurface } from '@govgate/domain';
import { defineKind, searchable, text } from '../record-kind.js';

/** Client surfaces (docs/spec/client-surfaces.md#record): records of the tenant, available in their environments. */
export const clientSurfaceKind = defineKind<ClientSurface>()({
  name: 'client_surface',
  scoping: 'tenant',
  governed: true,
  idOf: (surface) => surface.clientSurfaceId,
  scopeOf: ({ tenantId }) => ({ tenantId }),
  attributes: {
    name: searchable((surface: ClientSurface) => [surface.displayName, surface.clientSurfaceId]),
    createdAt: text((surface: ClientSurface) => surface.createdAt),
    displayName: text((surface: ClientSurface) => surface.displayName),
    updatedAt: text((surface: ClientSurface) => surface.updatedAt),
    lifecycleState: text((surface: ClientSurface) => surface.lifecycleState),
    clientType: text((surface: ClientSurface) => surface.clientType),
    ownerTeam: text((surface: ClientSurface) => surface.owner.team),
  },
  memberships: { environment: (surface: ClientSurface) => surface.allowedEnvironmentIds },
  indexes: [['name'], ['createdAt'], ['lifecycleState', 'createdAt']],
  lists: {
    filters: ['ownerTeam', 'clientType', 'lifecycleState'],
    sorts: ['displayName', 'updatedAt', 'id'],
  },
});

import { decideRevokeSurface } from '@govgate/domain';
import { surfaceVerb } from './change-client-surface.js';

/** Revokes a surface permanently and fences it in each of its environments. */
export const makeRevokeClientSurface = surfaceVerb({
  action: 'revoke',
  eventType: 'client_surface.revoked',
  permission: 'client_surface.revoke',
  decide: decideRevokeSurface,
});

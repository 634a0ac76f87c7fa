import { decideDisableSurface } from '@govgate/domain';
import { surfaceVerb } from './change-client-surface.js';

/** Disables a surface and fences its live sessions in all its environments. */
export const makeDisableClientSurface = surfaceVerb({
  action: 'disable',
  eventType: 'client_surface.disabled',
  permission: 'client_surface.manage',
  decide: decideDisableSurface,
});

import { decideEnableSurface } from '@govgate/domain';
import { surfaceVerb } from './change-client-surface.js';

/** Enables an approved surface again. */
export const makeEnableClientSurface = surfaceVerb({
  action: 'enable',
  eventType: 'client_surface.enabled',
  permission: 'client_surface.manage',
  decide: decideEnableSurface,
});

import { decideArchiveSurface } from '@govgate/domain';
import { surfaceVerb } from './change-client-surface.js';

/** Puts a draft or disabled surface away. */
export const makeArchiveClientSurface = surfaceVerb({
  action: 'archive',
  eventType: 'client_surface.archived',
  permission: 'client_surface.manage',
  decide: decideArchiveSurface,
});

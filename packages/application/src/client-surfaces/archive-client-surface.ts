import { decideArchiveSurface } from '@govgate/domain';
import { surfaceVerb } from './change-client-surface.js';

/** Archives a draft or disabled surface. */
export const makeArchiveClientSurface = surfaceVerb({
  action: 'archive',
  eventType: 'client_surface.archived',
  permission: 'client_surface.manage',
  decide: decideArchiveSurface,
});

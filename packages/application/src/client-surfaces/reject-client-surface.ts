import { decideReviewSurface } from '@govgate/domain';
import { surfaceVerb } from './change-client-surface.js';

/** Rejects a surface pending approval. */
export const makeRejectClientSurface = surfaceVerb({
  action: 'reject',
  eventType: 'client_surface.rejected',
  permission: 'client_surface.manage',
  decide: (surface, asked) => decideReviewSurface(surface, { ...asked, outcome: 'rejected' }),
});

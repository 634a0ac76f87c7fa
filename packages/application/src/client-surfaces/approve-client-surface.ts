import { decideReviewSurface } from '@govgate/domain';
import { surfaceVerb } from './change-client-surface.js';

/** Approves a surface; a draft becomes active. */
export const makeApproveClientSurface = surfaceVerb({
  action: 'approve',
  eventType: 'client_surface.approved',
  permission: 'client_surface.manage',
  decide: (surface, asked) => decideReviewSurface(surface, { ...asked, outcome: 'approved' }),
});

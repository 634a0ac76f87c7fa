import { defineClasses } from '../redaction/classes.js';
import type { ClientSurface } from './client-surface.js';

/** Field classes of a client surface: it holds no client credential, so nothing in it is secret. */
export const clientSurfaceClasses = defineClasses<ClientSurface>()({
  clientSurfaceId: 'public',
  tenantId: 'public',
  displayName: 'public',
  owner: 'public',
  allowedEnvironmentIds: 'public',
  authType: 'public',
  clientType: 'public',
  lifecycleState: 'public',
  approvalState: 'public',
  configSnippet: 'public',
  discoverability: 'public',
  reviewedBy: 'public',
  reviewedAt: 'public',
  disabledAt: 'public',
  revokedAt: 'public',
  revocations: 'public',
  createdAt: 'public',
  updatedAt: 'public',
});

import { NOW } from '../../testing/people.js';
import { type ClientSurface, newClientSurface } from '../client-surface.js';
import { decideApproveSurface, decideRejectSurface } from '../review-surface.js';

/** A surface of two environments awaiting approval, with overrides. */
export const surfaceOf = (fields: Partial<ClientSurface> = {}): ClientSurface => ({
  ...newClientSurface(
    {
      clientSurfaceId: fields.clientSurfaceId ?? 'surf_ide',
      tenantId: 'acme',
      displayName: 'IDE plug-in',
      owner: {
        team: 'tools',
        userId: 'usr_carol',
        escalationContact: 'tools@example',
        oncallRotation: 'tools',
      },
      allowedEnvironmentIds: ['staging', 'production', 'staging'],
      authType: 'oauth2_pkce',
      clientType: 'ide',
      discoverability: 'team',
      format: 'mcp_json',
    },
    { now: '2026-02-01T00:00:00.000Z' },
  ),
  ...fields,
});

/** What ended a surface. */
export const revocations = [{ environmentId: 'production', revocationId: 'rev_1' }];
/** A review of a surface. */
export const review = (outcome: 'approved' | 'rejected') => (surface: ClientSurface) =>
  (outcome === 'approved' ? decideApproveSurface : decideRejectSurface)(surface, {
    actorId: 'usr_ada',
    now: NOW,
  });

import {
  makeApproveClientSurface,
  makeArchiveClientSurface,
  makeDisableClientSurface,
  makeEnableClientSurface,
  makeRejectClientSurface,
  makeRevokeClientSurface,
} from '@govgate/application';
import * as v from 'valibot';
import { defineOperation } from '../../operation/define-operation.js';
import { ClientSurfaceAnswer, EnvironmentQuery, SurfaceReasonBody } from '../../wire/client-surface.js';
import { Id } from '../../wire/fields.js';

// The verbs that move a surface differ only in their wording.
const shared = {
  method: 'post',
  tag: 'client_surfaces',
  scope: 'environment',
  extension: true,
  params: v.object({ client_surface_id: Id }),
  query: EnvironmentQuery,
  body: SurfaceReasonBody,
  response: ClientSurfaceAnswer,
} as const;

export const approveClientSurface = defineOperation({
  ...shared,
  id: 'approveClientSurface',
  path: '/v1/client-surfaces/:client_surface_id/approve',
  useCase: makeApproveClientSurface,
  summary: 'Approves a client surface; a draft becomes active',
  permission: 'client_surface.manage',
  refuses: ['invalid_state'],
  audited: { eventType: 'client_surface.approved', action: 'approve', idParam: 'client_surface_id' },
  recordTag: (surface) => surface.tag,
  toInput: ({ scope, params, body }) => ({ scope, ...params, ...body }),
});

export const rejectClientSurface = defineOperation({
  ...shared,
  id: 'rejectClientSurface',
  path: '/v1/client-surfaces/:client_surface_id/reject',
  useCase: makeRejectClientSurface,
  summary: 'Rejects a client surface pending approval',
  permission: 'client_surface.manage',
  refuses: ['invalid_state'],
  audited: { eventType: 'client_surface.rejected', action: 'reject', idParam: 'client_surface_id' },
  recordTag: (surface) => surface.tag,
  toInput: ({ scope, params, body }) => ({ scope, ...params, ...body }),
});

export const disableClientSurface = defineOperation({
  ...shared,
  id: 'disableClientSurface',
  path: '/v1/client-surfaces/:client_surface_id/disable',
  useCase: makeDisableClientSurface,
  summary: 'Disables a client surface and fences its live sessions',
  permission: 'client_surface.manage',
  refuses: ['invalid_state'],
  audited: { eventType: 'client_surface.disabled', action: 'disable', idParam: 'client_surface_id' },
  recordTag: (surface) => surface.tag,
  toInput: ({ scope, params, body }) => ({ scope, ...params, ...body }),
});

export const enableClientSurface = defineOperation({
  ...shared,
  id: 'enableClientSurface',
  path: '/v1/client-surfaces/:client_surface_id/enable',
  useCase: makeEnableClientSurface,
  summary: 'Makes an approved client surface active',
  permission: 'client_surface.manage',
  refuses: ['invalid_state'],
  audited: { eventType: 'client_surface.enabled', action: 'enable', idParam: 'client_surface_id' },
  recordTag: (surface) => surface.tag,
  toInput: ({ scope, params, body }) => ({ scope, ...params, ...body }),
});

export const archiveClientSurface = defineOperation({
  ...shared,
  id: 'archiveClientSurface',
  path: '/v1/client-surfaces/:client_surface_id/archive',
  useCase: makeArchiveClientSurface,
  summary: 'Archives a draft or disabled client surface',
  permission: 'client_surface.manage',
  refuses: ['invalid_state'],
  audited: { eventType: 'client_surface.archived', action: 'archive', idParam: 'client_surface_id' },
  recordTag: (surface) => surface.tag,
  toInput: ({ scope, params, body }) => ({ scope, ...params, ...body }),
});

export const revokeClientSurface = defineOperation({
  ...shared,
  id: 'revokeClientSurface',
  path: '/v1/client-surfaces/:client_surface_id/revoke',
  useCase: makeRevokeClientSurface,
  summary: 'Revokes a client surface permanently and fences its sessions',
  permission: 'client_surface.revoke',
  refuses: ['invalid_state'],
  audited: { eventType: 'client_surface.revoked', action: 'revoke', idParam: 'client_surface_id' },
  recordTag: (surface) => surface.tag,
  toInput: ({ scope, params, body }) => ({ scope, ...params, ...body }),
});

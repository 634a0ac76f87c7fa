import { allowedActions, defineActions, judgedOnce } from '../authorization/allowed-actions.js';
import { authorize, type Target } from '../authorization/authorize.js';
import type { Permission } from '../authorization/permissions.js';
import type { Principal } from '../authorization/principal.js';
import type { Instant } from '../instant.js';
import { type Verbs, verbActions } from '../verb/verbs.js';
import { decideArchiveSurface, decideDisableSurface, decideEnableSurface } from './change-surface.js';
import type { ClientSurface } from './client-surface.js';
import { surfaceApprovalMachine, surfaceLifecycleMachine } from './client-surface.machine.js';
import { decideApproveSurface, decideRejectSurface, decideRevokeSurface } from './review-surface.js';

/** What a verb of a surface is decided by. */
interface SurfaceVerbRequest {
  readonly now: Instant;
  readonly actorId: string;
  /** One revocation for each environment of the surface. */
  readonly revocations: ClientSurface['revocations'];
}

/** The verbs of a surface. What they stop is fenced in all its environments. */
export const surfaceVerbs = {
  approve: {
    permission: 'client_surface.manage',
    eventType: 'client_surface.approved',
    summary: 'Approves a client surface; a draft becomes active',
    decide: decideApproveSurface,
  },
  reject: {
    permission: 'client_surface.manage',
    eventType: 'client_surface.rejected',
    summary: 'Rejects a client surface pending approval',
    decide: decideRejectSurface,
  },
  disable: {
    permission: 'client_surface.manage',
    eventType: 'client_surface.disabled',
    summary: 'Disables a client surface and revokes its live sessions',
    decide: decideDisableSurface,
  },
  enable: {
    permission: 'client_surface.manage',
    eventType: 'client_surface.enabled',
    summary: 'Makes an approved client surface active',
    decide: decideEnableSurface,
  },
  archive: {
    permission: 'client_surface.manage',
    eventType: 'client_surface.archived',
    summary: 'Archives a draft or disabled client surface',
    decide: decideArchiveSurface,
  },
  revoke: {
    permission: 'client_surface.revoke',
    eventType: 'client_surface.revoked',
    summary: 'Revokes a client surface permanently and fences its sessions',
    decide: decideRevokeSurface,
  },
} as const satisfies Verbs<ClientSurface, SurfaceVerbRequest>;

const surfaceLifecycleActions = defineActions(surfaceLifecycleMachine, [
  { action: 'read', permission: 'client_surface.read' },
  { action: 'update', permission: 'client_surface.manage', trigger: 'update' },
  ...verbActions(surfaceVerbs, ['enable', 'disable', 'archive']),
]);

const surfaceApprovalActions = defineActions(surfaceApprovalMachine, [
  ...verbActions(surfaceVerbs, ['approve', 'reject', 'revoke']),
]);

/**
 * Whether the caller may change a surface: the change affects all its environments, so the permission is required in each, including the
 * one the call is made from.
 */
export const mayChangeSurface = (
  principal: Principal,
  permission: Permission,
  surface: Pick<ClientSurface, 'tenantId' | 'clientSurfaceId' | 'owner' | 'allowedEnvironmentIds'>,
  environmentId: string,
): boolean => {
  for (const id of new Set([environmentId, ...surface.allowedEnvironmentIds]))
    if (!authorize(principal, permission, targetIn(surface, id))) return false;
  return true;
};

/** What the caller may do with a surface, viewed from one of its environments. Sorted. */
export const clientSurfaceAllowedActions = (
  principal: Principal,
  surface: ClientSurface,
  environmentId: string,
): string[] => {
  // What changes a surface changes it in all its environments.
  const may = judgedOnce((permission) =>
    permission === 'client_surface.read'
      ? authorize(principal, permission, targetIn(surface, environmentId))
      : mayChangeSurface(principal, permission, surface, environmentId),
  );
  const lifecycle = {
    state: surface.lifecycleState,
    facts: { approved: surface.approvalState === 'approved' },
  };
  const approval = {
    state: surface.approvalState,
    facts: { not_archived: surface.lifecycleState !== 'archived' },
  };
  return [
    ...allowedActions(surfaceLifecycleActions, lifecycle, may),
    ...allowedActions(surfaceApprovalActions, approval, may),
  ].sort();
};

const targetIn = (
  { tenantId, clientSurfaceId, owner }: Pick<ClientSurface, 'tenantId' | 'clientSurfaceId' | 'owner'>,
  environmentId: string,
): Target => ({ tenantId, environmentId, resourceId: clientSurfaceId, ownerTeam: owner.team });

import { authorize, type Target } from '../authorization/authorize.js';
import { openActions } from '../authorization/open-actions.js';
import type { Permission } from '../authorization/permissions.js';
import type { Principal } from '../authorization/principal.js';
import { type Decided, moved, noChange } from '../decided.js';
import type { Instant } from '../instant.js';
import { step } from '../machine/machine.js';
import { ok, type Result, refuse } from '../result.js';
import type { ClientSurface } from './client-surface.js';
import {
  surfaceApprovalActions,
  surfaceApprovalMachine,
  surfaceLifecycleActions,
  surfaceLifecycleMachine,
} from './client-surface.machine.js';

/** Approves or rejects a surface. Approval activates a draft; repeating the same outcome changes nothing. */
export const decideReviewSurface = (
  surface: ClientSurface,
  asked: {
    readonly outcome: 'approved' | 'rejected';
    readonly actorId: string;
    readonly now: Instant;
  },
): Result<Decided<ClientSurface>> => {
  if (surface.approvalState === asked.outcome) return ok(noChange(surface));
  const stepped = step(
    surfaceApprovalMachine,
    surface.approvalState,
    asked.outcome === 'approved' ? 'approve' : 'reject',
    { not_archived: surface.lifecycleState !== 'archived' },
  );
  if (!stepped.moved) return refuse('invalid_state');
  const enables = stepped.to === 'approved' && surface.lifecycleState === 'draft';
  return ok(
    moved(surface, {
      ...surface,
      approvalState: stepped.to,
      lifecycleState: enables ? 'active' : surface.lifecycleState,
      reviewedBy: asked.actorId,
      reviewedAt: asked.now,
      updatedAt: asked.now,
    }),
  );
};

/** Revokes a surface permanently and fences it in each of its environments; idempotent. */
export const decideRevokeSurface = (
  surface: ClientSurface,
  asked: {
    readonly now: Instant;
    /** One revocation for each environment of the surface. */
    readonly revocations: ClientSurface['revocations'];
  },
): Result<Decided<ClientSurface>> => {
  if (surface.approvalState === 'revoked') return ok(noChange(surface));
  const stopped = step(surfaceLifecycleMachine, surface.lifecycleState, 'disable', { approved: false });
  return ok(
    moved(
      surface,
      {
        ...surface,
        approvalState: 'revoked',
        lifecycleState: stopped.moved ? stopped.to : surface.lifecycleState,
        disabledAt: stopped.moved ? asked.now : surface.disabledAt,
        revokedAt: asked.now,
        revocations: asked.revocations,
        updatedAt: asked.now,
      },
      true,
    ),
  );
};

/**
 * Whether the caller may change a surface: the change affects all its environments, so the permission is required in each, including the
 * one the call is made from.
 */
export const mayChangeSurface = (
  principal: Principal,
  permission: Permission,
  surface: Pick<ClientSurface, 'tenantId' | 'clientSurfaceId' | 'owner' | 'allowedEnvironmentIds'>,
  environmentId: string,
): boolean =>
  [environmentId, ...surface.allowedEnvironmentIds].every((id) =>
    authorize(principal, permission, targetIn(surface, id)),
  );

/** What the caller may do with a surface, viewed from one of its environments. Sorted. */
export const clientSurfaceAllowedActions = (
  principal: Principal,
  surface: ClientSurface,
  environmentId: string,
): string[] => {
  const target = targetIn(surface, environmentId);
  const may = (permission: Permission): boolean =>
    mayChangeSurface(principal, permission, surface, environmentId);
  const lifecycle = openActions(principal, surfaceLifecycleMachine, surfaceLifecycleActions, target, {
    state: surface.lifecycleState,
    facts: { approved: surface.approvalState === 'approved' },
  });
  const approval = openActions(principal, surfaceApprovalMachine, surfaceApprovalActions, target, {
    state: surface.approvalState,
    facts: { not_archived: surface.lifecycleState !== 'archived' },
  });
  return [
    ...lifecycle.filter((action) => action === 'read' || may('client_surface.manage')),
    ...approval.filter((action) =>
      may(action === 'revoke' ? 'client_surface.revoke' : 'client_surface.manage'),
    ),
  ].sort();
};

const targetIn = (
  { tenantId, clientSurfaceId, owner }: Pick<ClientSurface, 'tenantId' | 'clientSurfaceId' | 'owner'>,
  environmentId: string,
): Target => ({ tenantId, environmentId, resourceId: clientSurfaceId, ownerTeam: owner.team });

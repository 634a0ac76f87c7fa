import { openActions } from '../authorization/open-actions.js';
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

/** Approves or rejects a surface. Approving makes a draft active; the same outcome again is no change. */
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

/** Ends a surface for good and fences it in each of its environments; asking again changes nothing. */
export const decideRevokeSurface = (
  surface: ClientSurface,
  asked: {
    readonly now: Instant;
    /** One revocation for each environment that the surface shows in. */
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

/** What the caller may do with a surface, seen from an environment that it shows in. Sorted. */
export const clientSurfaceAllowedActions = (
  principal: Principal,
  surface: ClientSurface,
  environmentId: string,
): string[] => {
  const target = {
    tenantId: surface.tenantId,
    environmentId,
    resourceId: surface.clientSurfaceId,
    ownerTeam: surface.owner.team,
  };
  const lifecycle = openActions(principal, surfaceLifecycleMachine, surfaceLifecycleActions, target, {
    state: surface.lifecycleState,
    facts: { approved: surface.approvalState === 'approved' },
  });
  const approval = openActions(principal, surfaceApprovalMachine, surfaceApprovalActions, target, {
    state: surface.approvalState,
    facts: { not_archived: surface.lifecycleState !== 'archived' },
  });
  return [...lifecycle, ...approval].sort();
};

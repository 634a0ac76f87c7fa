import { type Decided, moved, noChange } from '../decided.js';
import type { Instant } from '../instant.js';
import { step } from '../machine/machine.js';
import { ok, type Result, refuse } from '../result.js';
import type { ClientSurface } from './client-surface.js';
import { surfaceApprovalMachine, surfaceLifecycleMachine } from './client-surface.machine.js';

interface ReviewInput {
  readonly actorId: string;
  readonly now: Instant;
}

/** Approves a surface; a draft becomes active. */
export const decideApproveSurface = (
  surface: ClientSurface,
  request: ReviewInput,
): Result<Decided<ClientSurface>> => review(surface, request, 'approved');

/** Rejects a surface. */
export const decideRejectSurface = (
  surface: ClientSurface,
  request: ReviewInput,
): Result<Decided<ClientSurface>> => review(surface, request, 'rejected');

const OUTCOMES = { approved: 'approve', rejected: 'reject' } as const;

// The same outcome again changes nothing.
const review = (
  surface: ClientSurface,
  request: ReviewInput,
  outcome: keyof typeof OUTCOMES,
): Result<Decided<ClientSurface>> => {
  if (surface.approvalState === outcome) return ok(noChange(surface));
  const stepped = step(surfaceApprovalMachine, surface.approvalState, OUTCOMES[outcome], {
    not_archived: surface.lifecycleState !== 'archived',
  });
  if (!stepped.moved) return refuse('invalid_state');
  const enables = stepped.to === 'approved' && surface.lifecycleState === 'draft';
  return ok(
    moved(surface, {
      ...surface,
      approvalState: stepped.to,
      lifecycleState: enables ? 'active' : surface.lifecycleState,
      reviewedBy: request.actorId,
      reviewedAt: request.now,
      updatedAt: request.now,
    }),
  );
};

/** Revokes a surface permanently and fences it in each of its environments; idempotent. */
export const decideRevokeSurface = (
  surface: ClientSurface,
  request: {
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
        disabledAt: stopped.moved ? request.now : surface.disabledAt,
        revokedAt: request.now,
        revocations: request.revocations,
        updatedAt: request.now,
      },
      true,
    ),
  );
};

import { defineMachine } from '../machine/machine.js';

export const SURFACE_LIFECYCLE_STATES = ['draft', 'active', 'disabled', 'archived'] as const;
export type SurfaceLifecycleState = (typeof SURFACE_LIFECYCLE_STATES)[number];

export const SURFACE_APPROVAL_STATES = ['pending_review', 'approved', 'rejected', 'revoked'] as const;
export type SurfaceApprovalState = (typeof SURFACE_APPROVAL_STATES)[number];

/**
 * A surface's life cycle. Approval activates a draft; revoking disables an active one permanently, since only approved ones can be enabled.
 */
export const surfaceLifecycleMachine = defineMachine({
  name: 'client_surface_lifecycle',
  states: SURFACE_LIFECYCLE_STATES,
  initial: ['draft'],
  final: ['archived'],
  triggers: ['update', 'enable', 'disable', 'archive'],
  guards: ['approved'],
  rows: [
    { from: 'draft', on: 'update', to: 'draft' },
    { from: 'draft', on: 'enable', to: 'active', when: ['approved'] },
    { from: 'draft', on: 'archive', to: 'archived' },
    { from: 'active', on: 'update', to: 'active' },
    { from: 'active', on: 'disable', to: 'disabled' },
    { from: 'disabled', on: 'update', to: 'disabled' },
    { from: 'disabled', on: 'enable', to: 'active', when: ['approved'] },
    { from: 'disabled', on: 'archive', to: 'archived' },
  ],
});

/** A surface's approval. An approved surface ends by disabling or revoking, not by another review. */
export const surfaceApprovalMachine = defineMachine({
  name: 'client_surface_approval',
  states: SURFACE_APPROVAL_STATES,
  initial: ['pending_review'],
  final: ['revoked'],
  triggers: ['approve', 'reject', 'revoke'],
  guards: ['not_archived'],
  rows: [
    { from: 'pending_review', on: 'approve', to: 'approved', when: ['not_archived'] },
    { from: 'pending_review', on: 'reject', to: 'rejected', when: ['not_archived'] },
    { from: 'pending_review', on: 'revoke', to: 'revoked' },
    { from: 'approved', on: 'revoke', to: 'revoked' },
    { from: 'rejected', on: 'approve', to: 'approved', when: ['not_archived'] },
    { from: 'rejected', on: 'revoke', to: 'revoked' },
  ],
});

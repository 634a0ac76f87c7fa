import { defineMachine } from '../machine/machine.js';

export const APPROVAL_STATUSES = [
  'draft',
  'pending_review',
  'changes_requested',
  'approved',
  'rejected',
  'revoked',
] as const;
export type ApprovalStatus = (typeof APPROVAL_STATUSES)[number];

/** The states the approval endpoint can move a binding to (docs/spec/credential-bindings.md). */
export const APPROVAL_TARGETS = ['pending_review', 'changes_requested', 'approved', 'rejected'] as const;
export type ApprovalTarget = (typeof APPROVAL_TARGETS)[number];

/** The trigger for each target of the approval endpoint. */
export const APPROVAL_TRIGGERS = {
  pending_review: 'reopen',
  changes_requested: 'request_changes',
  approved: 'approve',
  rejected: 'reject',
} as const satisfies Record<ApprovalTarget, string>;

/** A binding's approval: from any state but revoked to any other of the four targets. */
export const credentialApprovalMachine = defineMachine({
  name: 'credential_binding_approval',
  states: APPROVAL_STATUSES,
  initial: ['draft'],
  final: ['revoked'],
  triggers: ['submit', 'reopen', 'request_changes', 'approve', 'reject', 'revoke'],
  guards: ['another_person'],
  rows: [
    { from: 'draft', on: 'submit', to: 'pending_review' },
    { from: 'draft', on: 'reopen', to: 'pending_review' },
    { from: 'draft', on: 'request_changes', to: 'changes_requested' },
    { from: 'draft', on: 'approve', to: 'approved', when: ['another_person'] },
    { from: 'draft', on: 'reject', to: 'rejected' },
    { from: 'draft', on: 'revoke', to: 'revoked' },
    { from: 'pending_review', on: 'request_changes', to: 'changes_requested' },
    { from: 'pending_review', on: 'approve', to: 'approved', when: ['another_person'] },
    { from: 'pending_review', on: 'reject', to: 'rejected' },
    { from: 'pending_review', on: 'revoke', to: 'revoked' },
    { from: 'changes_requested', on: 'submit', to: 'pending_review' },
    { from: 'changes_requested', on: 'reopen', to: 'pending_review' },
    { from: 'changes_requested', on: 'approve', to: 'approved', when: ['another_person'] },
    { from: 'changes_requested', on: 'reject', to: 'rejected' },
    { from: 'changes_requested', on: 'revoke', to: 'revoked' },
    { from: 'approved', on: 'reopen', to: 'pending_review' },
    { from: 'approved', on: 'request_changes', to: 'changes_requested' },
    { from: 'approved', on: 'reject', to: 'rejected' },
    { from: 'approved', on: 'revoke', to: 'revoked' },
    { from: 'rejected', on: 'submit', to: 'pending_review' },
    { from: 'rejected', on: 'reopen', to: 'pending_review' },
    { from: 'rejected', on: 'request_changes', to: 'changes_requested' },
    { from: 'rejected', on: 'approve', to: 'approved', when: ['another_person'] },
    { from: 'rejected', on: 'revoke', to: 'revoked' },
  ],
});

export const LIFECYCLE_STATES = ['inactive', 'active', 'disabled', 'expired', 'revoked'] as const;
export type LifecycleState = (typeof LIFECYCLE_STATES)[number];

/** A binding's life cycle. `approve` and `leave_approved` follow its approval, `expire` the clock. */
export const credentialLifecycleMachine = defineMachine({
  name: 'credential_binding_lifecycle',
  states: LIFECYCLE_STATES,
  initial: ['inactive'],
  final: ['revoked'],
  triggers: ['approve', 'leave_approved', 'disable', 'enable', 'expire', 'rotate', 'revoke'],
  guards: ['approved'],
  rows: [
    { from: 'inactive', on: 'approve', to: 'active' },
    { from: 'inactive', on: 'disable', to: 'disabled' },
    { from: 'inactive', on: 'rotate', to: 'inactive' },
    { from: 'inactive', on: 'revoke', to: 'revoked' },
    { from: 'active', on: 'leave_approved', to: 'inactive' },
    { from: 'active', on: 'disable', to: 'disabled' },
    { from: 'active', on: 'expire', to: 'expired' },
    { from: 'active', on: 'rotate', to: 'active' },
    { from: 'active', on: 'revoke', to: 'revoked' },
    { from: 'disabled', on: 'enable', to: 'active', when: ['approved'] },
    { from: 'disabled', on: 'rotate', to: 'disabled' },
    { from: 'disabled', on: 'revoke', to: 'revoked' },
    { from: 'expired', on: 'rotate', to: 'active', when: ['approved'] },
    { from: 'expired', on: 'disable', to: 'disabled' },
    { from: 'expired', on: 'revoke', to: 'revoked' },
  ],
});

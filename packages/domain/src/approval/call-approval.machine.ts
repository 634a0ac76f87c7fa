import { defineMachine } from '../machine/machine.js';

export const CALL_APPROVAL_STATUSES = [
  'pending',
  'approved',
  'denied',
  'expired',
  'used',
  'withdrawn',
] as const;
export type CallApprovalStatus = (typeof CALL_APPROVAL_STATUSES)[number];

/**
 * The life cycle of a run-time approval (docs/spec/approvals.md). It allows one use; whatever ends its subject, a publish, the session's end
 * or a revocation covering it, withdraws it permanently.
 */
export const callApprovalMachine = defineMachine({
  name: 'call_approval',
  states: CALL_APPROVAL_STATUSES,
  initial: ['pending'],
  final: ['denied', 'expired', 'used', 'withdrawn'],
  triggers: ['approve', 'deny', 'use', 'withdraw', 'expire'],
  guards: ['another_person'],
  rows: [
    { from: 'pending', on: 'approve', to: 'approved', when: ['another_person'] },
    { from: 'pending', on: 'deny', to: 'denied', when: ['another_person'] },
    { from: 'pending', on: 'withdraw', to: 'withdrawn' },
    { from: 'pending', on: 'expire', to: 'expired' },
    { from: 'approved', on: 'use', to: 'used' },
    { from: 'approved', on: 'withdraw', to: 'withdrawn' },
    { from: 'approved', on: 'expire', to: 'expired' },
  ],
});

/** Whether an approval can still be used. */
export const isOpenApproval = (status: CallApprovalStatus): boolean =>
  !callApprovalMachine.final.includes(status);

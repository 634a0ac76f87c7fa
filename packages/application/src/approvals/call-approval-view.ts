import type { CallApproval, Instant } from '@govgate/domain';
import { type CallApprovalStatus, callApprovalActions, statusAt } from '@govgate/domain/internal';
import type { Stored } from '@govgate/ports';
import { type PermissionsView, permissionsView } from '../call/allowed.js';
import type { CallContext } from '../call/context.js';
import type { Ports } from '../call/ports.js';
import { recordTag } from '../call/record-tag.js';

/** The task states of the AuthZEN Access Request and Approval Profile (draft); withdrawn is shown as cancelled. */
const TASK_STATUSES = {
  pending: 'pending',
  approved: 'approved',
  denied: 'denied',
  expired: 'expired',
  used: 'approved',
  withdrawn: 'cancelled',
} as const satisfies Record<CallApprovalStatus, string>;

/** An approval in that profile's form. */
export interface TaskView {
  readonly id: string;
  readonly status: (typeof TASK_STATUSES)[CallApprovalStatus];
  readonly statusEndpoint: string;
  readonly expiresAt: Instant;
}

/** The result of an approved task: the question may be repeated, with the approval in its context. */
export interface TaskResult {
  readonly mode: 'reevaluate';
  readonly approval: {
    readonly id: string;
    readonly approvedAt: Instant | null;
    readonly approvedUntil: Instant;
  };
}

/** An approval as answered: its current state, and what the caller may do with it. */
export interface CallApprovalView extends Omit<CallApproval, 'requestedBy' | 'ownerTeam'> {
  readonly schemaVersion: '1.0';
  readonly requestedBy: string;
  /** The record's part of the ETag header. */
  readonly tag: string;
  readonly permissions: PermissionsView;
  readonly task: TaskView;
  readonly result?: TaskResult;
}

export const callApprovalView = (
  { clock, publicUrl }: Pick<Ports, 'clock' | 'publicUrl'>,
  { principal }: CallContext,
  stored: Stored<CallApproval>,
): CallApprovalView => {
  const { requestedBy, ownerTeam: _, ...record } = stored.record;
  const now = clock.now();
  const status = statusAt(record, now);
  const { approvalId, environmentId, expiresAt, decidedAt } = record;
  const address = `${publicUrl()}/v1/approvals/${approvalId}?environment_id=${environmentId}`;
  const approval = { id: approvalId, approvedAt: decidedAt, approvedUntil: expiresAt };
  return {
    ...record,
    schemaVersion: '1.0',
    status,
    requestedBy: requestedBy.actorId,
    tag: recordTag(stored),
    permissions: permissionsView('approval', approvalId, callApprovalActions(principal, stored.record, now)),
    task: { id: approvalId, status: TASK_STATUSES[status], statusEndpoint: address, expiresAt },
    ...(status === 'approved' ? { result: { mode: 'reevaluate', approval } } : {}),
  };
};

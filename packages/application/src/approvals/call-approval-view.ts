import { type CallApproval, callApprovalActions, type Instant, statusAt } from '@govgate/domain';
import type { Stored } from '@govgate/ports';
import { type PermissionsView, permissionsView } from '../call/allowed.js';
import type { CallContext } from '../call/context.js';
import { recordTag } from '../call/record-tag.js';

/** An approval as it is answered: what it stands at now, and what the caller may do with it. */
export interface CallApprovalView extends Omit<CallApproval, 'requestedBy' | 'ownerTeam'> {
  readonly schemaVersion: '1.0';
  readonly requestedBy: string;
  /** The record's part of the ETag header. */
  readonly tag: string;
  readonly permissions: PermissionsView;
}

export const callApprovalView = (
  { principal }: CallContext,
  stored: Stored<CallApproval>,
  now: Instant,
): CallApprovalView => {
  const { requestedBy, ownerTeam: _, ...record } = stored.record;
  return {
    ...record,
    schemaVersion: '1.0',
    status: statusAt(record, now),
    requestedBy: requestedBy.actorId,
    tag: recordTag(stored),
    permissions: permissionsView(
      'approval',
      record.approvalId,
      callApprovalActions(principal, stored.record, now),
    ),
  };
};

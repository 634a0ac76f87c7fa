import type { CallApproval, Scope } from '@govgate/domain';
import { approverNamesOf, isOpenApproval } from '@govgate/domain/internal';
import { defineKind, integer, searchable, text } from '../record-kind.js';

/**
 * Run-time approvals of calls (docs/spec/approvals.md). The unique rule allows one open approval per call, however often its gateway asks.
 */
export const callApprovalKind = defineKind<CallApproval>()({
  name: 'call_approval',
  scoping: 'environment',
  governed: true,
  idOf: (approval) => approval.approvalId,
  scopeOf: ({ tenantId, environmentId }) => ({ tenantId, environmentId }),
  attributes: {
    /** The tool that is to be called. */
    name: searchable(({ serverId, toolId, approvalId }: CallApproval) => [
      `${serverId}/${toolId}`,
      approvalId,
    ]),
    createdAt: text((approval: CallApproval) => approval.requestedAt),
    status: text((approval: CallApproval) => approval.status),
    /** 1 while pending or approved, as written: its time may have run out since. */
    open: integer((approval: CallApproval) => (isOpenApproval(approval.status) ? 1 : 0)),
    clientSessionId: text((approval: CallApproval) => approval.clientSessionId),
    requester: text(({ requestedBy }: CallApproval) => `${requestedBy.actorType}:${requestedBy.actorId}`),
    policyVersion: text((approval: CallApproval) => approval.policyVersion),
    approverRole: text((approval: CallApproval) => approval.approverRole),
    callDigest: text((approval: CallApproval) => approval.callDigest),
    ownerTeam: text((approval: CallApproval) => approval.ownerTeam ?? ''),
    expiresAt: text((approval: CallApproval) => approval.expiresAt),
    closedAt: text((approval: CallApproval) => approval.closedAt ?? ''),
  },
  memberships: { approver: approverNamesOf },
  uniques: {
    one_open: (approval) =>
      isOpenApproval(approval.status)
        ? JSON.stringify([
            approval.clientSessionId,
            approval.policyVersion,
            approval.ruleId,
            approval.callDigest,
          ])
        : null,
  },
  indexes: [
    ['name'],
    ['createdAt'],
    ['open', 'clientSessionId'],
    ['open', 'requester'],
    ['open', 'expiresAt'],
    ['closedAt'],
  ],
  lists: { filters: ['clientSessionId', 'policyVersion', 'approverRole', 'ownerTeam', 'status'] },
});

/**
 * Counts the requests of an environment. Every request writes it, and every commit that withdraws approvals is based on it: so no request
 * slips in between the read of open approvals and the commit (ADR 37).
 */
export interface ApprovalLedger extends Scope {
  readonly requests: number;
}

/** The single ledger of an environment. */
export const APPROVAL_LEDGER_ID = 'approvals';

export const approvalLedgerKind = defineKind<ApprovalLedger>()({
  name: 'approval_ledger',
  scoping: 'environment',
  governed: true,
  idOf: () => APPROVAL_LEDGER_ID,
  scopeOf: ({ tenantId, environmentId }) => ({ tenantId, environmentId }),
});

import type { CallApproval } from '../approval/call-approval.js';
import { CALL_APPROVAL_STATUSES } from '../approval/call-approval.machine.js';
import { CALL_DIGEST_PATTERN } from '../approval/call-digest.js';
import { type Read, readAnswer, readId, readInstant, readMember, readText, readWord } from './read-wire.js';

/** The parts of an approval that determine whether it covers a call. */
export type GivenApproval = Pick<
  CallApproval,
  'approvalId' | 'clientSessionId' | 'policyVersion' | 'approverRole' | 'callDigest' | 'status' | 'expiresAt'
>;

/**
 * Reads an answer of `GET /v1/approvals/{id}` (contract docs/spec/approvals.md) for `authorizeCall`.
 * @throws TypeError for anything that is no such answer, including a status unknown to this version; the gateway then has no approval.
 * @public Gateways call it.
 */
export const approvalFromWire = (answer: unknown): GivenApproval => {
  const approval = readAnswer(answer, 'approval');
  const member = <T>(name: string, read: Read<T>): T => readMember(approval, name, read, 'approval');
  return {
    approvalId: member('approval_id', readId),
    clientSessionId: member('client_session_id', readId),
    policyVersion: member('policy_version', readId),
    approverRole: member('approver_role', readId),
    callDigest: member('call_digest', readText(CALL_DIGEST_PATTERN)),
    status: member('status', readWord(CALL_APPROVAL_STATUSES)),
    expiresAt: member('expires_at', readInstant),
  };
};

import { createHmac, randomBytes } from 'node:crypto';
import { type GovgateClient, GovgateError, waitForApproval } from '@govgate/client';
import {
  approvalFromWire,
  callDigest,
  canonicalJson,
  type GivenApproval,
  instantOf,
  type Json,
} from '@govgate/domain';
import { type Admitted, type Denied, denied, type Enforcement, type GovernedSession } from './enforcement.js';
import type { Known } from './known.js';

/** Asks for approvals, waits for them and takes their use: all that a call needs that somebody must consent to. */
export const makeConsent = (
  govgate: GovgateClient,
  known: Known,
  { authorize }: Enforcement,
  waitSeconds: number,
) => {
  // Arguments take part in an approval by a digest alone, under a key that ends with the process: nobody can guess them by it.
  const key = randomBytes(32);
  const digestOf = ({ record, serverId }: GovernedSession, toolId: string, args: unknown): string => {
    const { tenantId, environmentId, clientSessionId } = record;
    const told = createHmac('sha256', key).update(canonicalJson((args ?? null) as Json));
    const facts = {
      tenantId,
      environmentId,
      clientSessionId,
      serverId,
      toolId,
      action: 'tool.invoke',
    } as const;
    return callDigest({ ...facts, argumentsDigest: told.digest('hex') });
  };

  /** The requests of a call, one for each role that must consent. Asked for again, the same call finds the same approvals. */
  const requestsOf = (session: GovernedSession, { tool, policy, outcome }: Admitted, call_digest: string) =>
    outcome.approvals.flatMap(({ approver_role }) => {
      const asking = policy.manifest.rules.filter(({ rule_id }) => outcome.decidedBy.includes(rule_id));
      const rule = asking.find(({ approval }) => approval?.approver_role === approver_role);
      // Without its rule nobody can be asked, and what nobody gave covers no call.
      if (rule === undefined) return [];
      return {
        client_session_id: session.record.clientSessionId,
        server_id: session.serverId,
        tool_id: tool.toolId,
        policy_version: policy.version,
        rule_id: rule.rule_id,
        call_digest,
      };
    });

  /** Waits until it was decided on, or for as long as a call may wait. */
  const decided = async ({ approvalId }: GivenApproval, signal: AbortSignal): Promise<GivenApproval> =>
    approvalFromWire(await waitForApproval(govgate, { approval_id: approvalId }, waitSeconds, { signal }));

  /** Undefined where everybody has consented and the uses are taken: the call is to be made now, and once. */
  return async (
    session: GovernedSession,
    call: Admitted,
    args: unknown,
    signal: AbortSignal,
  ): Promise<Denied | undefined> => {
    const { toolId } = call.tool;
    const digest = digestOf(session, toolId, args);
    const asked: GivenApproval[] = [];
    try {
      for (const body of requestsOf(session, call, digest))
        asked.push(approvalFromWire(await govgate.requestApproval({ body }, { signal })));
    } catch (error) {
      // Most likely another version was published: the next call is decided by that one.
      await known.refreshPolicy();
      return denied(`approval_not_asked_${reasonOf(error)}`, toolId);
    }
    const given = await Promise.all(asked.map((approval) => decided(approval, signal)));
    const approverRoles = call.outcome.approvals.map(({ approver_role }) => approver_role);
    const needed = { policyVersion: call.policy.version, approverRoles, callDigest: digest };
    const covered = authorize(session, { needed, given, now: instantOf(Date.now()) });
    if (!covered.allowed) return denied(covered.reasonCode, toolId);
    try {
      for (const { approvalId: approval_id } of given)
        await govgate.useApproval({ approval_id, body: { call_digest: digest } }, { signal });
    } catch (error) {
      return denied(`approval_not_used_${reasonOf(error)}`, toolId);
    }
    return undefined;
  };
};
export type Consent = ReturnType<typeof makeConsent>;

/** Why govgate refused, in its own word; whatever else went wrong is for the caller. */
const reasonOf = (error: unknown): string => {
  if (error instanceof GovgateError) return error.reasonCode;
  throw error;
};

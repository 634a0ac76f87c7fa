import { createHmac, randomBytes } from 'node:crypto';
import { type GovgateClient, GovgateError, waitForApproval } from '@govgate/client';
import { approvalFromWire, canonicalJson, type GivenApproval, instantOf, type Json } from '@govgate/domain';
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
  const digestOf = (args: unknown): string =>
    createHmac('sha256', key)
      .update(canonicalJson((args ?? null) as Json))
      .digest('hex');

  /** The requests of a call, one for each role that must consent. Asked for again, the same call finds the same approvals. */
  const requestsOf = (
    session: GovernedSession,
    { tool, policy, outcome }: Admitted,
    arguments_digest: string,
  ) =>
    outcome.approvals.map(({ rule_id }) => ({
      client_session_id: session.record.clientSessionId,
      server_id: session.serverId,
      tool_id: tool.toolId,
      policy_version: policy.version,
      rule_id,
      arguments_digest,
    }));

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
    const argumentsDigest = digestOf(args);
    const asked: GivenApproval[] = [];
    try {
      for (const body of requestsOf(session, call, argumentsDigest))
        asked.push(approvalFromWire(await govgate.requestApproval({ body }, { signal })));
    } catch (error) {
      // Most likely another version was published: the next call is decided by that one.
      await known.refreshPolicy();
      return denied(`approval_not_asked_${reasonOf(error)}`, toolId);
    }
    const given = await Promise.all(asked.map((approval) => decided(approval, signal)));
    const needed = {
      serverId: session.serverId,
      toolId,
      action: 'tool.invoke',
      policyVersion: call.policy.version,
      argumentsDigest,
      approvals: call.outcome.approvals,
    } as const;
    const covered = authorize(session, { needed, given, now: instantOf(Date.now()) });
    if (!covered.allowed) return denied(covered.reasonCode, toolId);
    try {
      for (const { approvalId: approval_id, callDigest: call_digest } of given)
        await govgate.useApproval({ approval_id, body: { call_digest } }, { signal });
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

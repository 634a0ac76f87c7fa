import { createHmac, randomBytes } from 'node:crypto';
import {
  approvalFromWire,
  callDigest,
  canonicalJson,
  type GivenApproval,
  instantOf,
  type Json,
} from '@govgate/domain';
import { type Admitted, type Denied, denied, type Enforcement, type GovernedSession } from './enforcement.js';
import { type Ask, bodyOf, reasonOf } from './govgate-api.js';
import type { Known } from './known.js';

/** How long one question to govgate waits for the approver. */
const WAIT_SECONDS = 10;

/** Asks for approvals, waits for them and takes their use: all that a call needs that somebody must consent to. */
export const makeConsent = (ask: Ask, known: Known, { authorize }: Enforcement, waitSeconds: number) => {
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
    outcome.approvals.map(({ approver_role }) => {
      const asking = policy.manifest.rules.filter(({ rule_id }) => outcome.decidedBy.includes(rule_id));
      return {
        client_session_id: session.record.clientSessionId,
        server_id: session.serverId,
        tool_id: tool.toolId,
        policy_version: policy.version,
        rule_id: asking.find(({ approval }) => approval?.approver_role === approver_role)?.rule_id,
        call_digest,
      };
    });

  /** Waits until it was decided on, or for as long as a call may wait. */
  const decided = async (
    given: GivenApproval,
    until: number,
    signal: AbortSignal,
  ): Promise<GivenApproval> => {
    let approval = given;
    while (approval.status === 'pending' && performance.now() < until) {
      const path = `/v1/approvals/${approval.approvalId}?wait=${WAIT_SECONDS}`;
      approval = approvalFromWire(bodyOf(await ask(path, { seconds: WAIT_SECONDS + 5, signal })));
    }
    return approval;
  };

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
    for (const body of requestsOf(session, call, digest)) {
      const answer = await ask('/v1/approvals', { method: 'POST', body, signal });
      if (answer.status >= 400) {
        // Most likely another version was published: the next call is decided by that one.
        await known.refreshPolicy();
        return denied(`approval_not_asked_${reasonOf(answer)}`, toolId);
      }
      asked.push(approvalFromWire(answer.body));
    }
    const until = performance.now() + waitSeconds * 1000;
    const given = await Promise.all(asked.map((approval) => decided(approval, until, signal)));
    const approverRoles = call.outcome.approvals.map(({ approver_role }) => approver_role);
    const needed = { policyVersion: call.policy.version, approverRoles, callDigest: digest };
    const covered = authorize(session, { needed, given, now: instantOf(Date.now()) });
    if (!covered.allowed) return denied(covered.reasonCode, toolId);
    for (const { approvalId } of given) {
      const use = { method: 'POST', body: { call_digest: digest }, signal } as const;
      const taken = await ask(`/v1/approvals/${approvalId}/use`, use);
      if (taken.status !== 200) return denied(`approval_not_used_${reasonOf(taken)}`, toolId);
    }
    return undefined;
  };
};
export type Consent = ReturnType<typeof makeConsent>;

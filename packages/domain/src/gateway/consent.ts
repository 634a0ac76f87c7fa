import type { ApprovalFacts } from '../approval/approval-cover.js';
import { contextDigest } from '../approval/call-digest.js';
import type { ClientSession } from '../client-session/client-session.js';
import { instantOf } from '../instant.js';
import type { PolicyOutcome } from '../policy/policy-outcome.js';
import { approvalFromWire, type GivenApproval } from '../wire/approval-from-wire.js';
import type { GatewayCall } from './gateway-call.js';
import type { GatewayClient } from './gateway-client.js';
import type { KnownPolicy, Reading } from './known-state.js';

/** How long one question for an approval may wait at the service, in seconds. */
const WAIT_SECONDS = 20;

/** A call that the policy lets through if people consent. */
export interface ConsentNeeded {
  readonly call: GatewayCall;
  readonly session: ClientSession;
  readonly toolId: string;
  readonly policy: KnownPolicy;
  readonly outcome: PolicyOutcome;
}

/** What people said of a call, and how to take it. */
export interface Consent {
  /** For `authorizeCall`. */
  readonly facts: ApprovalFacts;
  /** Takes the one use of each approval; throws where the service does not grant it. */
  use(): Promise<void>;
}

/**
 * Asks for the approvals of a call, one for each rule and role that wants one, and waits for the decisions. The same call asked for again
 * finds the same approvals.
 */
export const askConsent = async (
  client: GatewayClient,
  { environmentId: environment_id, now }: Pick<Reading, 'environmentId' | 'now'>,
  needed: ConsentNeeded,
  waitSeconds: number,
): Promise<Consent> => {
  const { call, session, toolId, outcome } = needed;
  const { policyVersion } = needed.policy;
  const { serverId, argumentsDigest, attributes: context } = call;
  const until = now() + waitSeconds * 1000;
  const requests: GivenApproval[] = [];
  for (const { rule_id } of outcome.approvals) {
    const body = {
      client_session_id: session.clientSessionId,
      server_id: serverId,
      tool_id: toolId,
      policy_version: policyVersion,
      rule_id,
      ...(context === undefined ? {} : { context }),
      ...(argumentsDigest === undefined ? {} : { arguments_digest: argumentsDigest }),
    };
    requests.push(approvalFromWire(await client.requestApproval({ environment_id, body })));
  }
  const decided = async (approval: GivenApproval): Promise<GivenApproval> => {
    let given = approval;
    while (given.status === 'pending' && now() < until) {
      const wait = Math.min(WAIT_SECONDS, Math.ceil((until - now()) / 1000));
      const { approvalId: approval_id } = approval;
      given = approvalFromWire(await client.readApproval({ environment_id, approval_id, wait }));
    }
    return given;
  };
  const given = await Promise.all(requests.map(decided));
  return {
    facts: {
      needed: {
        serverId,
        toolId,
        action: 'tool.invoke',
        policyVersion,
        contextDigest: contextDigest({ context }),
        argumentsDigest: argumentsDigest ?? null,
        approvals: outcome.approvals,
      },
      given,
      now: instantOf(now()),
    },
    use: async () => {
      for (const { approvalId: approval_id, callDigest: call_digest } of given)
        await client.useApproval({ environment_id, approval_id, body: { call_digest } });
    },
  };
};

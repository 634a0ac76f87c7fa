import type { ApprovalFacts } from '../approval/approval-cover.js';
import { callDigest } from '../approval/call-digest.js';
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
  const call_digest = digestOf(needed);
  const until = now() + waitSeconds * 1000;
  const { policyVersion } = needed.policy;
  const asked: GivenApproval[] = [];
  for (const rule_id of askingRules(needed)) {
    const body = {
      client_session_id: needed.session.clientSessionId,
      server_id: needed.call.serverId,
      tool_id: needed.toolId,
      policy_version: policyVersion,
      rule_id,
      call_digest,
    };
    asked.push(approvalFromWire(await client.requestApproval({ environment_id, body })));
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
  const given = await Promise.all(asked.map(decided));
  const approverRoles = needed.outcome.approvals.map(({ approver_role }) => approver_role);
  return {
    facts: {
      needed: { policyVersion, approverRoles, callDigest: call_digest },
      given,
      now: instantOf(now()),
    },
    use: async () => {
      for (const { approvalId: approval_id } of given)
        await client.useApproval({ environment_id, approval_id, body: { call_digest } });
    },
  };
};

const digestOf = ({ call, session, toolId }: ConsentNeeded): string => {
  const { tenantId, environmentId, clientSessionId } = session;
  const { serverId, argumentsDigest } = call;
  return callDigest({
    tenantId,
    environmentId,
    clientSessionId,
    serverId,
    toolId,
    action: 'tool.invoke',
    ...(argumentsDigest === undefined ? {} : { argumentsDigest }),
  });
};

// For each role that must consent, the first rule that asks it.
const askingRules = ({ policy, outcome }: ConsentNeeded): readonly string[] => {
  const deciding = policy.manifest.rules.filter(({ rule_id }) => outcome.decidedBy.includes(rule_id));
  return outcome.approvals.flatMap(({ approver_role }) => {
    const rule = deciding.find(({ approval }) => approval?.approver_role === approver_role);
    // Without its rule nobody can be asked, and what nobody gave covers no call.
    return rule === undefined ? [] : [rule.rule_id];
  });
};

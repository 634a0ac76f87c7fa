import { evaluatePolicy, type PolicyDecision, type PolicyRequest, validateManifest } from '@govgate/domain';
import { type Ask, type Enforced, openGateway } from './gateway.js';
import { policy } from './policy.js';
import { recordedAnswers, recordedFor } from './recorded-answers.js';

const findings = validateManifest(policy);
if (findings.length > 0)
  throw new Error(`the policy is not valid: ${findings[0]?.reasonCode} at ${findings[0]?.path}`);

const refund = (groups: string[], attributes: Record<string, number>): PolicyRequest => ({
  agentId: 'agent_1',
  userId: 'user_1',
  groups,
  target: { kind: 'mcp_server', serverId: 'crm', toolId: 'refund' },
  riskTier: 'high',
  action: 'tool.invoke',
  attributes,
});

const calls: Record<string, PolicyRequest> = {
  'a small refund': refund(['sales'], { amount: 20 }),
  'a large refund': refund(['sales'], { amount: 500 }),
  'a refund of an untold amount': refund(['sales'], {}),
  "a contractor's refund": refund(['sales', 'contractors'], { amount: 20 }),
};

const describe = (decision: PolicyDecision): string =>
  [
    `${decision.effect} (${decision.reasonCode})`,
    ...decision.trace.map(
      ({ ruleId, outcome, because }) => `  ${ruleId}: ${outcome}${because === null ? '' : `, ${because}`}`,
    ),
  ].join('\n');

for (const [name, call] of Object.entries(calls))
  console.log(`${name}: ${describe(evaluatePolicy(policy, call))}`);

// The same policy, enforced on a session as the API tells of both: by a running service, or by what one answered once.
const { GOVGATE_URL, GOVGATE_TOKEN, GOVGATE_SCOPE, GOVGATE_POLICY_VERSION, GOVGATE_SESSION } = process.env;

const running: Ask = async (path) => {
  const answer = await fetch(`${GOVGATE_URL}${path}`, {
    headers: { authorization: `Bearer ${GOVGATE_TOKEN}` },
  });
  if (!answer.ok) throw new Error(`the service answered ${answer.status}`);
  return answer.json();
};
const recorded: Ask = async (path) => recordedAnswers[path];

const enforced: Enforced = GOVGATE_URL
  ? {
      scope: GOVGATE_SCOPE ?? '',
      policyVersion: GOVGATE_POLICY_VERSION ?? '',
      clientSessionId: GOVGATE_SESSION ?? '',
    }
  : recordedFor;

const gateway = await openGateway(GOVGATE_URL ? running : recorded, enforced);
const smallRefund = refund(['sales'], { amount: 20 });
console.log(`on a session, before the feed is read: ${gateway.decide(smallRefund)}`);
await gateway.readFeed();
console.log(`on a session, with the feed: ${gateway.decide(smallRefund)}`);

import { evaluatePolicy, type PolicyDecision, type PolicyRequest, validateManifest } from '@govgate/domain';
import { policy } from './policy.js';

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

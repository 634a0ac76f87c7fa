/**
 * Decisions beside two well-known engines, in one run: the same rules (an agent may invoke a tool of a server for a team), the
 * same calls, first checked to be answered alike by all. casbin compares every rule with every call; cedar runs as WebAssembly
 * with its policies parsed once. Run: `node --import tsx --conditions=@govgate/source tools/bench/decisions.ts`.
 */
import { preparsePolicySet, statefulIsAuthorized } from '@cedar-policy/cedar-wasm/nodejs';
import {
  compilePolicy,
  evaluatePolicy,
  type PolicyManifest,
  type PolicyRequest,
  validateManifest,
} from '@govgate/domain';
import { newEnforcer, newModelFromString, StringAdapter } from 'casbin';
import { median } from './median.js';
import { textTable } from './print-table.js';

const SIZES = [10, 100, 1_000];
const ROUNDS = 7;
const ROUND_MS = 200;

interface Call {
  readonly agent: string;
  readonly server: string;
  readonly tool: string;
  readonly team: string;
}

type Decide = (call: Call) => boolean;

const ruleOf = (i: number): Call => ({
  agent: `agent-${i}`,
  server: `srv-${i % 7}`,
  tool: `tool-${i}`,
  team: 'payments',
});

/** Calls that meet a rule, the last one too, and calls that meet none: another team, another tool, an agent whom nobody knows. */
const callsFor = (rules: number): readonly Call[] =>
  [0, rules >> 1, rules - 1].flatMap((i) => {
    const met = ruleOf(i);
    return [met, { ...met, team: 'support' }, { ...met, tool: 'other' }, { ...met, agent: 'nobody' }];
  });

const manifestOf = (rules: number): PolicyManifest => ({
  manifest_version: '1.0',
  default_effect: 'deny',
  rules: Array.from({ length: rules }, (_, i) => {
    const { agent, server, tool, team } = ruleOf(i);
    return {
      rule_id: `rule-${i}`,
      effect: 'allow',
      subjects: { agents: [agent] },
      targets: { server_ids: [server], tool_ids: [tool] },
      actions: ['tool.invoke'],
      conditions: [{ attribute: 'team', operator: 'eq', value: team }],
      reason_code: 'team_allowed',
    };
  }),
});

const requestOf = ({ agent, server, tool, team }: Call): PolicyRequest => ({
  agentId: agent,
  userId: 'ada',
  target: { kind: 'mcp_server', serverId: server, toolId: tool },
  action: 'tool.invoke',
  attributes: { team },
});

const govgate = (rules: number): Readonly<Record<string, Decide>> => {
  const manifest = manifestOf(rules);
  const findings = validateManifest(manifest);
  if (findings.length > 0) throw new Error(`the policy is not sound: ${JSON.stringify(findings[0])}`);
  const compiled = compilePolicy(manifest);
  return {
    'govgate, evaluatePolicy': (call) => evaluatePolicy(manifest, requestOf(call)).effect === 'allow',
    'govgate, compilePolicy': (call) => compiled.decide(requestOf(call)).effect === 'allow',
  };
};

const CASBIN_MODEL = `
[request_definition]
r = sub, srv, tool, act, team
[policy_definition]
p = sub, srv, tool, act, team
[policy_effect]
e = some(where (p.eft == allow))
[matchers]
m = r.sub == p.sub && r.srv == p.srv && r.tool == p.tool && r.act == p.act && r.team == p.team
`;

const casbin = async (rules: number): Promise<Decide> => {
  const lines = Array.from({ length: rules }, (_, i) => {
    const { agent, server, tool, team } = ruleOf(i);
    return `p, ${agent}, ${server}, ${tool}, tool.invoke, ${team}`;
  });
  const enforcer = await newEnforcer(newModelFromString(CASBIN_MODEL), new StringAdapter(lines.join('\n')));
  return ({ agent, server, tool, team }) => enforcer.enforceSync(agent, server, tool, 'tool.invoke', team);
};

const cedar = (rules: number): Decide => {
  const policies = Array.from({ length: rules }, (_, i) => {
    const { agent, server, tool, team } = ruleOf(i);
    return `permit (principal == Agent::"${agent}", action == Action::"tool.invoke", resource == Tool::"${server}/${tool}") when { context.team == "${team}" };`;
  });
  const id = `rules-${rules}`;
  const parsed = preparsePolicySet(id, { staticPolicies: policies.join('\n') });
  if (parsed.type !== 'success') throw new Error(JSON.stringify(parsed));
  return ({ agent, server, tool, team }) => {
    const answer = statefulIsAuthorized({
      principal: { type: 'Agent', id: agent },
      action: { type: 'Action', id: 'tool.invoke' },
      resource: { type: 'Tool', id: `${server}/${tool}` },
      context: { team },
      preparsedPolicySetId: id,
      entities: [],
    });
    if (answer.type !== 'success') throw new Error(JSON.stringify(answer));
    return answer.response.decision === 'allow';
  };
};

/** Microseconds a decision takes: the median of some rounds, after one that is not counted. */
const microsOf = (decide: Decide, calls: readonly Call[]): number => {
  const rounds = Array.from({ length: ROUNDS + 1 }, () => {
    const startedAt = performance.now();
    let decided = 0;
    while (performance.now() - startedAt < ROUND_MS) {
      for (const call of calls) decide(call);
      decided += calls.length;
    }
    return ((performance.now() - startedAt) * 1_000) / decided;
  });
  return median(rounds.slice(1));
};

const rows = new Map<string, string[]>();
for (const rules of SIZES) {
  const calls = callsFor(rules);
  const engines: Record<string, Decide> = {
    ...govgate(rules),
    casbin: await casbin(rules),
    'cedar-wasm': cedar(rules),
  };
  const expected = calls.map((_, i) => i % 4 === 0);
  for (const [name, decide] of Object.entries(engines)) {
    const reported = calls.map((call) => decide(call));
    if (reported.join() !== expected.join()) throw new Error(`${name} decides otherwise: ${reported.join()}`);
    rows.set(name, [...(rows.get(name) ?? [name]), microsOf(decide, calls).toFixed(2)]);
  }
}
console.log(textTable([['µs a decision among', ...SIZES.map((size) => `${size} rules`)], ...rows.values()]));

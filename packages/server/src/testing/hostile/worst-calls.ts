import type { CallRequest } from '../test-service.js';
import { LARGE_TESTED, largeManifest } from '../worlds/large-world.js';

/** A call that is allowed and as expensive as its kind can be. */
export interface WorstCall {
  readonly name: string;
  readonly path: string;
  readonly request?: CallRequest;
}

const SCOPE = 'tenant_id=acme&environment_id=production';
const POLICIES = `/v1/policies?${SCOPE}`;
const owner = { user_id: 'ada', team: 'payments' };
const LONGEST = 250 * 1024;

// As long as a request may be; line ends and quotes take two.
const filled = (text: string): string => text.repeat(Math.floor(LONGEST / (JSON.stringify(text).length - 2)));

/** Texts that cost a parser the most for their length, valid ones and broken ones. */
const TEXTS: readonly (readonly [string, 'yaml' | 'json', string])[] = [
  ['closing brackets', 'yaml', filled(']')],
  ['opening brackets', 'yaml', filled('[')],
  ['pairs of brackets', 'yaml', filled('[] ')],
  ['dashes', 'yaml', filled('- ')],
  ['colons', 'yaml', filled('a: ')],
  ['question marks', 'yaml', filled('? ')],
  ['tabs', 'yaml', filled('a:\n\tb: c\n')],
  ['bad escapes', 'yaml', `"${filled('\\q')}"`],
  ['anchors', 'yaml', `a: &a [x]\n${filled('b: *a\n')}`],
  ['documents', 'yaml', filled('--- a\n')],
  ['repeated keys', 'yaml', filled('a: 1\n')],
  ['folded lines', 'yaml', `a: >\n${filled('  x\n\n').slice(0, -600)}`],
  ['entries', 'yaml', `a: [${filled('1,').slice(0, -600)}1]`],
  ['entries in JSON', 'json', `{"a":[${filled('1,').slice(0, -600)}1]}`],
  [
    'long paths in JSON',
    'json',
    `${`{"${'/'.repeat(3_000)}":`.repeat(28)}[${'1,'.repeat(60_000)}1]${'}'.repeat(28)}`,
  ],
];

let made = 0;

const reads: readonly (readonly [string, string])[] = [
  ['list policies with bodies', `${POLICIES}&limit=200&include=body`],
  ['list policies', `${POLICIES}&limit=200`],
  ['read a large policy', `/v1/policies/pv_large_0?${SCOPE}`],
  [
    'list surfaces by sessions',
    '/v1/client-surfaces?environment_id=production&limit=200&sort=-activeSessionCount',
  ],
  ['list surfaces', '/v1/client-surfaces?environment_id=production&limit=200'],
  ['list sessions', `/v1/sessions?${SCOPE}&limit=200`],
  ['list submissions', `/v1/mcp-servers/srv_live/submissions?${SCOPE}`],
  ['read an activity feed', `/v1/mcp-servers/srv_live/activity?${SCOPE}`],
  ['list MCP servers', `/v1/mcp-servers?${SCOPE}&limit=200`],
  ['list audit events', '/v1/audit/events?tenant_id=acme&limit=200'],
  ['list role bindings', '/v1/admin/role-bindings?tenant_id=acme&limit=200'],
];

const simulated = {
  request: {
    agent_id: 'agent_7',
    user_id: 'u',
    target: { kind: 'mcp_server', server_id: 'srv_7', tool_id: 'one' },
    action: 'tool.invoke',
    attributes: { team: 'x' },
  },
  against: 'pv_large_4',
};

/** Every kind of expensive call, once; called again it returns calls whose answers are not cached. */
export const worstCalls = (): readonly WorstCall[] => [
  ...TEXTS.map(([name, text_format, text]) => ({
    name: `a text of ${name}`,
    path: POLICIES,
    request: create({ text, text_format }),
  })),
  { name: 'create a large policy', path: POLICIES, request: create({ body: largeManifest(1_000 + made) }) },
  {
    name: 'create one of entries',
    path: POLICIES,
    request: create({ body: { rules: Array.from({ length: 49_000 }, () => 1) } }),
  },
  {
    name: 'validate',
    path: `/v1/policies/pv_large_${5 + (made % 30)}/validate?${SCOPE}`,
    request: { body: {} },
  },
  {
    name: 'compare two large policies',
    path: `/v1/policies/pv_large_${made % 18}/diff?${SCOPE}&against=pv_large_${18 + (made % 19)}`,
  },
  {
    name: 'validate with tests',
    path: `/v1/policies/${LARGE_TESTED}/validate?${SCOPE}`,
    request: { body: {} },
  },
  {
    name: 'preview a publish with tests',
    path: `/v1/policies/${LARGE_TESTED}/publish/preview?${SCOPE}`,
    request: { body: {} },
  },
  { name: 'simulate', path: `/v1/policies/pv_large_3/simulate?${SCOPE}`, request: { body: simulated } },
  ...reads.map(([name, path]) => ({ name, path })),
];

const create = (body: object): CallRequest => {
  made += 1;
  return { body: { policy_version: `pv_worst_${made}`, owner, ...body } };
};

/**
 * What the published vectors are about. `write-vectors.ts` fills in what the naive evaluator says; the files were reviewed once
 * they were written, and a test has guarded them since.
 */
import { CONDITION_OPERATORS, type ConditionOperator } from '../manifest.js';
import type { WireRequest } from './wire-request.js';

type Json = Readonly<Record<string, unknown>>;

/** Cases of one manifest; `error` where nothing can be decided. */
export interface VectorGroup {
  readonly name: string;
  readonly manifest: unknown;
  readonly cases: readonly { readonly name: string; readonly request: WireRequest }[];
  readonly error?: true;
}

export interface VectorTheme {
  readonly file: string;
  readonly title: string;
  readonly groups: readonly VectorGroup[];
}

const rule = (rule_id: string, fields: Json = {}): Json => ({
  rule_id,
  effect: 'allow',
  subjects: {},
  targets: {},
  reason_code: `because_${rule_id.replaceAll('-', '_')}`,
  ...fields,
});

const manifest = (rules: readonly Json[], default_effect = 'deny'): Json => ({
  manifest_version: '1.0',
  default_effect,
  rules,
});

const SERVER = { kind: 'mcp_server', server_id: 'srv_crm', tool_id: 'search' };
const RESOURCE = { kind: 'mcp_server', server_id: 'srv_crm', resource_uri: 'crm://people/ada' };
const PROMPT = { kind: 'mcp_server', server_id: 'srv_crm', prompt_name: 'summarize' };
const API = { kind: 'api_source', api_source_id: 'api_billing', operation_id: 'refund' };

const call = (fields: Json = {}): WireRequest => ({
  agent_id: 'agt_sales',
  client_surface_id: 'cs_ide',
  user_id: 'usr_ada',
  groups: ['grp_sales', 'grp_eu'],
  target: SERVER,
  risk_tier: 'medium',
  action: 'tool.invoke',
  attributes: {},
  ...fields,
});

const without = (...names: string[]): WireRequest =>
  Object.fromEntries(Object.entries(call()).filter(([name]) => !names.includes(name)));

const one = (
  name: string,
  rules: readonly Json[],
  request: WireRequest = call(),
  by = 'deny',
): VectorGroup => ({
  name,
  manifest: manifest(rules, by),
  cases: [{ name, request }],
});

const many = (
  name: string,
  rules: readonly Json[],
  requests: Readonly<Record<string, WireRequest>>,
  by = 'deny',
): VectorGroup => ({
  name,
  manifest: manifest(rules, by),
  cases: Object.entries(requests).map(([what, request]) => ({ name: what, request })),
});

const ask = (rule_id: string, fields: Json = {}): Json =>
  rule(rule_id, {
    effect: 'require_approval',
    approval: { approver_role: 'security_admin', ttl_seconds: 600 },
    ...fields,
  });
const deny = (rule_id: string, fields: Json = {}): Json => rule(rule_id, { effect: 'deny', ...fields });

const SUBJECT_LISTS: Readonly<Record<string, readonly [string, string]>> = {
  agents: ['agent_id', 'agt_sales'],
  client_surfaces: ['client_surface_id', 'cs_ide'],
  users: ['user_id', 'usr_ada'],
  groups: ['groups', 'grp_sales'],
};

const lists: VectorTheme = {
  file: 'lists',
  title:
    'An absent list matches all, "*" matches all, an empty list matches none, any other list its entries.',
  groups: [
    ...Object.entries(SUBJECT_LISTS).flatMap(([list, [field, id]]) => {
      const calls = { named: call(), 'nobody told': without(field) };
      return [
        many(`${list}: absent`, [rule('r')], calls),
        many(`${list}: "*"`, [rule('r', { subjects: { [list]: ['*'] } })], calls),
        many(`${list}: "*" among others`, [rule('r', { subjects: { [list]: ['x', '*'] } })], calls),
        many(`${list}: empty`, [rule('r', { subjects: { [list]: [] } })], calls),
        many(`${list}: names it`, [rule('r', { subjects: { [list]: ['x', id] } })], calls),
        many(`${list}: names another`, [rule('r', { subjects: { [list]: ['x'] } })], calls),
        many(
          `${list}: an empty list denies nobody`,
          [rule('r'), deny('d', { subjects: { [list]: [] } })],
          calls,
        ),
      ];
    }),
    many(
      'all kinds of subjects must match',
      [rule('r', { subjects: { agents: ['agt_sales'], users: ['usr_ada'] } })],
      {
        both: call(),
        'one only': call({ user_id: 'usr_eve' }),
      },
    ),
    many('one of several groups is enough', [rule('r', { subjects: { groups: ['grp_x', 'grp_eu'] } })], {
      'in one of them': call(),
      'in none': call({ groups: ['grp_us'] }),
      'in no group': call({ groups: [] }),
    }),
    ...['tool.list', 'tool.invoke', 'resource.read', 'prompt.get'].map((action) =>
      many(`actions: ${action}`, [rule('r', { actions: [action] })], {
        'tool.list': call({ action: 'tool.list' }),
        'tool.invoke': call(),
        'resource.read': call({ target: RESOURCE, action: 'resource.read' }),
        'prompt.get': call({ target: PROMPT, action: 'prompt.get' }),
      }),
    ),
    one('actions: empty', [rule('r', { actions: [] })]),
    one('actions: "*"', [rule('r', { actions: ['*'] })]),
  ],
};

const everyTarget = {
  'a tool of a server': call(),
  'the server, no tool': call({ target: { kind: 'mcp_server', server_id: 'srv_crm' }, action: 'tool.list' }),
  'an operation of an API source': call({ target: API }),
  'the API source, no operation': call({
    target: { kind: 'api_source', api_source_id: 'api_billing' },
    action: 'tool.list',
  }),
  'another tool': call({ target: { ...SERVER, tool_id: 'erase' } }),
  'another server': call({ target: { ...SERVER, server_id: 'srv_mail' } }),
  'a resource of the server': call({ target: RESOURCE, action: 'resource.read' }),
  'another resource': call({ target: { ...RESOURCE, resource_uri: 'crm://deals' }, action: 'resource.read' }),
  'a prompt of the server': call({ target: PROMPT, action: 'prompt.get' }),
};

const targets: VectorTheme = {
  file: 'targets',
  title:
    'A rule that names only servers and what they offer is not about API sources, and the other way round; one that names both is about either, one that names neither about everything. Likewise tools, resources and prompts: one that names some of these is not about the others. An entry that ends in * is a prefix, and names are compared in NFC. max_risk_tier says nothing about the family.',
  groups: [
    ...Object.entries({
      'names nothing': {},
      servers: { server_ids: ['srv_crm'] },
      'any server': { server_ids: ['*'] },
      'no server': { server_ids: [] },
      tools: { tool_ids: ['search'] },
      'any tool': { tool_ids: ['*'] },
      'a tool of a server': { server_ids: ['srv_crm'], tool_ids: ['search'] },
      resources: { resource_uris: ['crm://people/ada'] },
      'any resource': { resource_uris: ['*'] },
      'resources by a prefix': { server_ids: ['srv_crm'], resource_uris: ['crm://people/*'] },
      prompts: { prompt_names: ['summarize'] },
      'tools and resources': { tool_ids: ['search'], resource_uris: ['crm://*'] },
      'resources and API sources': { resource_uris: ['crm://*'], api_source_ids: ['api_billing'] },
      'API sources': { api_source_ids: ['api_billing'] },
      operations: { operation_ids: ['refund'] },
      'servers and API sources': { server_ids: ['srv_crm'], api_source_ids: ['api_billing'] },
      'tools and operations': { tool_ids: ['search'], operation_ids: ['list'] },
      'a tier only': { max_risk_tier: 'high' },
      'servers, and no API source': { server_ids: ['*'], api_source_ids: [] },
      'servers by a prefix': { server_ids: ['srv_*'] },
      'tools by a prefix, which is a whole name': { tool_ids: ['search*'] },
      'a server by a prefix, and its tools by several': {
        server_ids: ['srv_c*', 'srv_mail'],
        tool_ids: ['s*', 'search_*'],
      },
    }).map(([name, of]) => many(name, [rule('r', { targets: of })], everyTarget)),
    many(
      'prefixes within each other',
      [
        rule('r', { targets: { tool_ids: ['get_*'] } }),
        deny('d', { targets: { tool_ids: ['get_secret*'] } }),
      ],
      {
        'the shorter one': call({ target: { ...SERVER, tool_id: 'get_ticket' } }),
        'the shorter one itself': call({ target: { ...SERVER, tool_id: 'get_' } }),
        'the longer one': call({ target: { ...SERVER, tool_id: 'get_secrets' } }),
        neither: call({ target: { ...SERVER, tool_id: 'get' } }),
        'another case': call({ target: { ...SERVER, tool_id: 'GET_ticket' } }),
        'no tool': call({ target: { kind: 'mcp_server', server_id: 'srv_crm' }, action: 'tool.list' }),
      },
    ),
    many(
      'names in two normal forms',
      [rule('r', { targets: { tool_ids: ['gro\u0308\u00dfe', 'u\u0308*'] } })],
      {
        composed: call({ target: { ...SERVER, tool_id: 'gr\u00f6\u00dfe' } }),
        decomposed: call({ target: { ...SERVER, tool_id: 'gro\u0308\u00dfe' } }),
        'a prefix, composed': call({ target: { ...SERVER, tool_id: '\u00fcber' } }),
        'another letter': call({ target: { ...SERVER, tool_id: 'gro\u00dfe' } }),
      },
    ),
  ],
};

const TIERS = ['low', 'medium', 'high', 'critical'];

const tiers: VectorTheme = {
  file: 'risk-tiers',
  title:
    'max_risk_tier is the highest tier that the rule is still about. A tier that is not known leaves the rule undecidable.',
  groups: [
    ...TIERS.map((max_risk_tier) =>
      many(`allow up to ${max_risk_tier}`, [rule('r', { targets: { max_risk_tier } })], {
        ...Object.fromEntries(TIERS.map((risk_tier) => [risk_tier, call({ risk_tier })])),
        'no tier': without('risk_tier'),
        'a tier that there is not': call({ risk_tier: 'extreme' }),
      }),
    ),
    many('an unknown tier escapes no deny', [rule('r'), deny('d', { targets: { max_risk_tier: 'low' } })], {
      low: call({ risk_tier: 'low' }),
      high: call({ risk_tier: 'high' }),
      'no tier': without('risk_tier'),
    }),
    many(
      'an unknown tier escapes no approval',
      [rule('r'), ask('a', { targets: { max_risk_tier: 'low' } })],
      {
        low: call({ risk_tier: 'low' }),
        high: call({ risk_tier: 'high' }),
        'no tier': without('risk_tier'),
      },
    ),
  ],
};

const precedence: VectorTheme = {
  file: 'precedence',
  title:
    'Deny overrides require_approval overrides allow, and the order of the rules never matters. Where none matches, default_effect. A disabled rule is not there.',
  groups: [
    ...(['deny', 'allow'] as const).flatMap((by) =>
      Object.entries({
        'no rules': [],
        allow: [rule('r')],
        'allow, approval': [rule('r'), ask('a')],
        'approval, allow': [ask('a'), rule('r')],
        approval: [ask('a')],
        'allow, approval, deny': [rule('r'), ask('a'), deny('d')],
        'deny, allow': [deny('d'), rule('r')],
        'deny, approval': [deny('d'), ask('a')],
        'a deny that does not match': [rule('r'), deny('d', { subjects: { users: ['usr_eve'] } })],
        'a disabled deny': [rule('r'), deny('d', { enabled: false })],
        'an enabled deny': [rule('r'), deny('d', { enabled: true })],
        'a disabled allow': [rule('r', { enabled: false })],
        'a disabled approval': [rule('r'), ask('a', { enabled: false })],
      }).map(([name, rules]) => one(`default ${by}: ${name}`, rules, call(), by)),
    ),
    one('the reason is that of the deciding rule with the first id', [rule('b'), rule('a'), rule('c')]),
    one('ids are ordered by code point', [rule('r\u{1f600}'), rule('r\uffff'), rule('R'), rule('r')]),
  ],
};

const VALUES: Readonly<Record<ConditionOperator, readonly unknown[]>> = {
  eq: ['eu', '', 1, true, false],
  ne: ['eu', 1, true],
  gt: [1, 'b', '\uffff'],
  lt: [1, 'b'],
  gte: [1, 'b'],
  lte: [1, 'b'],
  in: [['eu', 'us'], [1, 'eu', true], [2]],
  not_in: [['eu', 'us'], [1, 'eu', true], [2]],
  contains: ['pii', 'b'],
  not_contains: ['pii', 'b'],
  starts_with: ['/srv', 'b'],
  not_starts_with: ['/srv', 'b'],
};

const ACTUALS: Readonly<Record<string, unknown>> = {
  'text eu': 'eu',
  'empty text': '',
  'text EU': 'EU',
  'text b': 'b',
  'text ba': 'ba',
  'text 1': '1',
  'text /srv/a': '/srv/a',
  'text with pii inside': 'has pii inside',
  'text beyond the first plane': '\u{1f600}',
  'number 1': 1,
  'number 0.5': 0.5,
  'number 2': 2,
  'number -1': -1,
  true: true,
  false: false,
  'empty list': [],
  'list of pii': ['eu', 'pii'],
  'list of ppii': ['ppii'],
  'list of numbers': [1],
  'list with null': ['pii', null],
  null: null,
  object: { pii: 'pii' },
};

const about = (attributes: Json): WireRequest => ({ target: SERVER, action: 'tool.invoke', attributes });

const conditions: VectorTheme = {
  file: 'conditions',
  title:
    'Every operator with every type of value. Types never convert. What a condition cannot decide on (another type, null, an object, a list of anything but texts, an absent attribute) leaves the rule undecidable; a negated operator is undecidable where the plain one is. The rule allows, so that only a condition that holds gives allow.',
  groups: CONDITION_OPERATORS.flatMap((operator) =>
    VALUES[operator].map((value) =>
      many(
        `${operator} ${JSON.stringify(value)}`,
        [rule('r', { conditions: [{ attribute: 'x', operator, value }] })],
        {
          absent: about({}),
          ...Object.fromEntries(Object.entries(ACTUALS).map(([name, x]) => [name, about({ x })])),
        },
      ),
    ),
  ),
};

const bulk = [{ attribute: 'bulk', operator: 'eq', value: true }];
const reported = {
  undecided: call(),
  'of another type': call({ attributes: { bulk: 'true' } }),
  holds: call({ attributes: { bulk: true } }),
  fails: call({ attributes: { bulk: false } }),
};

const open: VectorTheme = {
  file: 'undecidable',
  title:
    'What a call leaves open can only restrict: of the outcomes it could have, the strictest counts. An undecidable rule brings about a deny or an approval and its duties, never an allow.',
  groups: [
    many('an allow', [rule('r', { conditions: bulk })], reported),
    many('an allow, default allow', [rule('r', { conditions: bulk })], reported, 'allow'),
    many('a deny beside an allow', [rule('r'), deny('d', { conditions: bulk })], reported),
    many('a deny alone, default allow', [deny('d', { conditions: bulk })], reported, 'allow'),
    many('an approval beside an allow', [rule('r'), ask('a', { conditions: bulk })], reported),
    many('an approval alone', [ask('a', { conditions: bulk })], reported),
    many('an approval alone, default allow', [ask('a', { conditions: bulk })], reported, 'allow'),
    many('two approvals, one sure', [ask('a'), ask('b', { conditions: bulk })], reported),
    many(
      'a duty',
      [rule('r'), rule('s', { conditions: bulk, obligations: [{ type: 'audit_level', value: 'detailed' }] })],
      reported,
    ),
    many(
      'a condition that fails settles it, whatever another cannot tell',
      [rule('r'), deny('d', { conditions: [...bulk, { attribute: 'region', operator: 'eq', value: 'us' }] })],
      {
        'the other fails': call({ attributes: { region: 'eu' } }),
        'the other holds': call({ attributes: { region: 'us' } }),
      },
    ),
    many(
      'all conditions must hold, also two on one attribute',
      [
        rule('r', {
          conditions: [
            { attribute: 'n', operator: 'gt', value: 1 },
            { attribute: 'n', operator: 'lte', value: 5 },
            { attribute: 'n', operator: 'ne', value: 3 },
          ],
        }),
      ],
      Object.fromEntries([0, 1, 2, 3, 5, 6].map((n) => [`${n}`, call({ attributes: { n } })])),
    ),
    one('no attribute is inherited', [
      rule('r'),
      deny('d', { conditions: [{ attribute: 'constructor', operator: 'eq', value: 'x' }] }),
    ]),
  ],
};

const limit = (n: number): Json => ({ type: 'rate_limit', limit: n, window_seconds: 60 });
const level = (value: string): Json => ({ type: 'audit_level', value });
const approval = (approver_role: string, ttl_seconds: number): Json => ({
  approval: { approver_role, ttl_seconds },
});

const duties: VectorTheme = {
  file: 'duties',
  title:
    'Each approving role once, with the shortest time, by role. Obligations of every rule that applies, each once, in the order of their RFC 8785 texts; with a deny only those of the denying rules.',
  groups: [
    one('each role once, for the shortest time', [
      ask('a', approval('viewer', 9)),
      ask('b', approval('auditor', 60)),
      ask('c', approval('auditor', 30)),
    ]),
    one('what a permitted call owes', [
      rule('a', { obligations: [limit(20), level('detailed')] }),
      rule('b', { obligations: [limit(10), level('detailed')] }),
    ]),
    one('what a call owes that needs approval', [
      ask('a', { obligations: [limit(5)] }),
      rule('b', { obligations: [limit(9)] }),
    ]),
    one('what a denied call owes', [
      deny('d', { obligations: [level('detailed')] }),
      rule('b', { obligations: [limit(9)] }),
    ]),
    one('the order of members makes no difference', [
      rule('a', { obligations: [limit(5)] }),
      rule('b', { obligations: [{ window_seconds: 60, limit: 5, type: 'rate_limit' }] }),
    ]),
    one('a call that the default denies owes nothing', [
      rule('a', { conditions: bulk, obligations: [limit(5)] }),
    ]),
    one(
      'a call that the default allows owes what may apply',
      [rule('a', { conditions: bulk, obligations: [limit(5)] })],
      call(),
      'allow',
    ),
  ],
};

const sound = manifest([rule('r')], 'allow');
const broken = (name: string, of: unknown): VectorGroup => ({
  name,
  manifest: of,
  cases: [{ name, request: call() }],
  error: true,
});
const brokenRule = (name: string, fields: Json): VectorGroup =>
  broken(name, manifest([rule('r'), rule('x', fields)], 'allow'));

const errors: VectorTheme = {
  file: 'errors',
  title:
    'An evaluation error denies: a manifest that lacks, in any rule, what deciding reads of it, or has a member that nobody knows, and a call that does not say what it is about in the words that are known.',
  groups: [
    broken('no manifest', null),
    broken('an empty object', {}),
    broken('another version', { ...sound, manifest_version: '2.0' }),
    broken('a default that there is not', { ...sound, default_effect: 'maybe' }),
    broken('rules that are no list', { ...sound, rules: {} }),
    broken('a rule that is none', { ...sound, rules: [rule('r'), null] }),
    broken('a member that nobody knows', { ...sound, default: 'allow' }),
    brokenRule('a misspelt kind of subjects', { subjects: { user: ['usr_ada'] } }),
    brokenRule('a misspelt kind of targets', { targets: { toolIds: ['x'] } }),
    brokenRule('a misspelt member of a rule', { condition: [] }),
    brokenRule('a misspelt member of a condition', {
      conditions: [{ attribute: 'a', operator: 'eq', value: 'x', negated: true }],
    }),
    brokenRule('an effect that there is not', { effect: 'permit' }),
    brokenRule('no subjects', { subjects: null }),
    brokenRule('a list of subjects that is none', { subjects: { agents: 'agt_sales' } }),
    brokenRule('a list of subjects with a number', { subjects: { agents: [7] } }),
    brokenRule('a tier that there is not', { targets: { max_risk_tier: 'extreme' } }),
    brokenRule('an operator that there is not', {
      conditions: [{ attribute: 'a', operator: 'matches', value: '.*' }],
    }),
    brokenRule('a list for eq', { conditions: [{ attribute: 'a', operator: 'eq', value: ['x'] }] }),
    brokenRule('a text for in', { conditions: [{ attribute: 'a', operator: 'in', value: 'x' }] }),
    brokenRule('a truth value for gt', { conditions: [{ attribute: 'a', operator: 'gt', value: true }] }),
    brokenRule('a number for contains', { conditions: [{ attribute: 'a', operator: 'contains', value: 1 }] }),
    brokenRule('enabled that is no truth value', { enabled: 'no' }),
    brokenRule('an approval that is missing', { effect: 'require_approval' }),
    brokenRule('an approval where none is asked for', approval('auditor', 1)),
    brokenRule('an obligation with a list', { obligations: [{ type: 'audit_level', value: ['x'] }] }),
    brokenRule('a disabled rule that is broken all the same', { enabled: false, subjects: { users: {} } }),
    {
      name: 'calls',
      manifest: sound,
      error: true,
      cases: Object.entries({
        'no target': without('target'),
        'a target of no kind': call({ target: { server_id: 'srv_crm', tool_id: 'x' } }),
        'a target of another kind': call({
          target: { kind: 'printer', api_source_id: 'x', operation_id: 'y' },
        }),
        'a server without an id': call({ target: { kind: 'mcp_server', tool_id: 'x' } }),
        'a tool to invoke that is not named': call({ target: { kind: 'mcp_server', server_id: 'srv_crm' } }),
        'an operation to invoke that is not named': call({
          target: { kind: 'api_source', api_source_id: 'a' },
        }),
        'a resource to read that is not named': call({
          target: { kind: 'mcp_server', server_id: 'srv_crm' },
          action: 'resource.read',
        }),
        'a prompt to get that is not named': call({
          target: { kind: 'mcp_server', server_id: 'srv_crm' },
          action: 'prompt.get',
        }),
        'a tool where a resource is read': call({ action: 'resource.read' }),
        'an action that there is not': call({ action: 'tool.guess' }),
        'no action': without('action'),
        'an agent that is no text': call({ agent_id: 7 }),
        'an agent that is null': call({ agent_id: null }),
        'a user that is null': call({ user_id: null }),
        'groups that are null': call({ groups: null }),
        'attributes that are null': call({ attributes: null }),
        'a tier that is null': call({ risk_tier: null }),
        'a misspelt member': call({ users: 'usr_ada' }),
        'a misspelt member of the target': call({
          target: { kind: 'mcp_server', server_id: 'srv_crm', tool_id: 'x', tool: 'y' },
        }),
        'groups that are no list': call({ groups: 'grp_sales' }),
        'groups of numbers': call({ groups: [7] }),
        'attributes that are a list': call({ attributes: [] }),
        'attributes that are a text': call({ attributes: 'amount=1' }),
      }).map(([name, request]) => ({ name, request })),
    },
  ],
};

/** The hand-written themes; a separate file contains random cases. */
export const VECTOR_THEMES: readonly VectorTheme[] = [
  lists,
  targets,
  tiers,
  precedence,
  conditions,
  open,
  duties,
  errors,
];

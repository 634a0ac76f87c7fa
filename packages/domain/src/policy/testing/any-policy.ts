import fc from 'fast-check';
import {
  CONDITION_OPERATORS,
  type ConditionOperator,
  POLICY_ACTIONS,
  type PolicyCondition,
  type PolicyManifest,
  type PolicyRule,
  RISK_TIERS,
} from '../manifest.js';
import type { PolicyRequest } from '../policy-request.js';

/** So few words that what rules name and what calls carry often coincide, and so odd that every comparison has its corner cases. */
const IDS = ['a', 'b', 'c'] as const;
/** With prefixes of each other and of whole names. */
const SERVERS = [...IDS, 'a*', 'ab', 'ab*', 'abc*'] as const;
/** And in another normal form. */
const TOOLS = [...SERVERS, 'o\u0308*', '\u00f6x'] as const;
const TEXTS = [
  '',
  'a',
  'b',
  'ab',
  'aba',
  'ba',
  'B',
  'a\0',
  '\uffff',
  '\u{1f600}',
  '\u{1f600}a',
  '\ud83d',
  '\ud83d\uffff',
  '\ude00',
  '10',
  '9',
] as const;
const NUMBERS = [0, -0, 1, 2, 2.5, -1, 10, 9, 1e308, -1e308, 5e-324, 1 + Number.EPSILON] as const;
const ATTRIBUTES = ['x', 'y', 'constructor'] as const;

const text = fc.constantFrom(...TEXTS);
const scalar = fc.oneof(text, fc.constantFrom(...NUMBERS), fc.boolean());

const operandOf = (operator: ConditionOperator): fc.Arbitrary<PolicyCondition['value']> => {
  if (operator === 'in' || operator === 'not_in') return fc.array(scalar, { maxLength: 12 });
  if (operator.endsWith('contains') || operator.endsWith('starts_with')) return text;
  return operator === 'eq' || operator === 'ne' ? scalar : fc.oneof(text, fc.constantFrom(...NUMBERS));
};

/** Decidable conditions. */
export const anyCondition: fc.Arbitrary<PolicyCondition> = fc
  .constantFrom(...CONDITION_OPERATORS)
  .chain((operator) =>
    fc.record({
      attribute: fc.constantFrom(...ATTRIBUTES),
      operator: fc.constant(operator),
      value: operandOf(operator),
    }),
  );

const partial = (record: Record<string, fc.Arbitrary<unknown>>): fc.Arbitrary<Record<string, unknown>> =>
  fc.record(record, { requiredKeys: [] });

// Absent more often than not, so that many rules match a call.
const list = (entries: readonly string[]): fc.Arbitrary<readonly string[]> =>
  fc.oneof(fc.constant(['*']), fc.subarray([...entries], { minLength: 0 }), fc.subarray([...entries, '*']));

// Beside `*` other entries are a mistake.
const named = (entries: readonly string[]): fc.Arbitrary<readonly string[]> =>
  fc.oneof(fc.constant(['*']), fc.subarray([...entries]), fc.subarray([...entries], { minLength: 1 }));

const sparse = (record: Record<string, fc.Arbitrary<unknown>>): fc.Arbitrary<Record<string, unknown>> =>
  fc.oneof({ weight: 2, arbitrary: fc.constant({}) }, { weight: 3, arbitrary: partial(record) });

const obligation = fc.oneof(
  fc.record({
    type: fc.constant('rate_limit'),
    limit: fc.constantFrom(10, 20),
    window_seconds: fc.constant(60),
  }),
  fc.record({ value: fc.constantFrom('standard', 'detailed'), type: fc.constant('audit_level') }),
);

const rule: fc.Arbitrary<Omit<PolicyRule, 'rule_id'>> = fc
  .record(
    {
      enabled: fc.constantFrom(true, true, true, false),
      effect: fc.constantFrom('allow', 'allow', 'deny', 'require_approval'),
      subjects: sparse({
        agents: list(IDS),
        client_surfaces: list(IDS),
        groups: list(IDS),
        users: list(IDS),
      }),
      targets: sparse({
        server_ids: named(SERVERS),
        tool_ids: named(TOOLS),
        resource_uris: named(TOOLS),
        prompt_names: named(TOOLS),
        api_source_ids: list(IDS),
        operation_ids: list(IDS),
        max_risk_tier: fc.constantFrom(...RISK_TIERS),
      }),
      actions: fc.subarray([...POLICY_ACTIONS, '*']),
      conditions: fc.array(anyCondition, { maxLength: 4 }),
      obligations: fc.array(obligation, { maxLength: 2 }),
      reason_code: fc.constantFrom('first_reason', 'second_reason'),
    },
    { requiredKeys: ['effect', 'subjects', 'targets', 'reason_code'] },
  )
  .chain((fields) =>
    fields.effect === 'require_approval'
      ? fc
          .record({
            approver_role: fc.constantFrom('auditor', 'viewer'),
            ttl_seconds: fc.constantFrom(60, 600),
          })
          .map((approval) => ({ ...fields, approval }))
      : fc.constant(fields),
  )
  .map((fields) => fields as unknown as Omit<PolicyRule, 'rule_id'>);

/** Decidable manifests of up to this many rules with everything in the language, meant to match `anyCall`. */
export const anyPolicy = (mostRules: number): fc.Arbitrary<PolicyManifest> =>
  fc
    .record({
      default_effect: fc.constantFrom<'deny' | 'allow'>('deny', 'allow'),
      rules: fc.array(rule, { maxLength: mostRules }),
      ids: fc.constantFrom('rule_', 'r', '\u{1f600}', '\uffff'),
    })
    .map(({ default_effect, rules, ids }) => ({
      manifest_version: '1.0',
      default_effect,
      rules: rules.map((fields, i) => ({ rule_id: `${ids}${(i * 7) % rules.length}`, ...fields })),
    }));

const id = fc.constantFrom(...IDS, 'd');
const name = fc.constantFrom(...IDS, 'd', 'ab', 'abc', 'abcd', 'ax', 'a*', '\u00f6', 'o\u0308x', '\u00f6xy');

/** Valid attribute values, and invalid ones that may occur. */
const value = fc.oneof(
  { weight: 6, arbitrary: scalar },
  { weight: 2, arbitrary: fc.subarray([...TEXTS]) },
  {
    weight: 1,
    arbitrary: fc.constantFrom<unknown>(
      null,
      {},
      { a: 1 },
      [1],
      ['a', null],
      Number.NaN,
      Number.POSITIVE_INFINITY,
    ),
  },
);

/** Decidable calls. */
export const anyCall: fc.Arbitrary<PolicyRequest> = fc
  .record({
    isServer: fc.boolean(),
    action: fc.constantFrom(...POLICY_ACTIONS),
    whole: name,
    part: fc.option(name),
  })
  .chain(({ isServer, action, whole, part }) => {
    const named = part === null && action === 'tool.list' ? null : (part ?? 'a');
    return partial({
      agentId: id,
      clientSurfaceId: id,
      userId: id,
      groups: fc.subarray([...IDS]),
      riskTier: fc.constantFrom(...RISK_TIERS, 'extreme'),
      attributes: fc.dictionary(fc.constantFrom(...ATTRIBUTES, 'z'), value),
    }).map(
      (rest) =>
        ({
          ...rest,
          action,
          target: targetOf(isServer ? action : 'api', whole, named),
        }) as unknown as PolicyRequest,
    );
  });

const PARTS = {
  'tool.list': 'toolId',
  'tool.invoke': 'toolId',
  'resource.read': 'resourceUri',
  'prompt.get': 'promptName',
} as const;

const targetOf = (by: keyof typeof PARTS | 'api', whole: string, part: string | null): unknown =>
  by === 'api'
    ? { kind: 'api_source', apiSourceId: whole, ...(part === null ? {} : { operationId: part }) }
    : { kind: 'mcp_server', serverId: whole, ...(part === null ? {} : { [PARTS[by]]: part }) };

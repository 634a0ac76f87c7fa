import fc from 'fast-check';
import type { PolicyManifest, PolicyRule } from '../../manifest.js';
import type { AttributeValue, PolicyRequest } from '../../policy-request.js';

/** A world so small that every call of it can be decided, and a language so small that it distinguishes only these calls. */
export interface SmallWorld {
  readonly name: string;
  readonly rules: fc.Arbitrary<Omit<PolicyRule, 'rule_id'>>;
  readonly calls: readonly PolicyRequest[];
}

type Fields = Record<string, fc.Arbitrary<unknown>>;

const maybe = (fields: Fields): fc.Arbitrary<Record<string, unknown>> =>
  fc.record(fields, { requiredKeys: [] });

const ids = (...entries: string[]): fc.Arbitrary<readonly string[]> =>
  fc.oneof(fc.constant(['*']), fc.subarray(entries), fc.subarray(entries, { minLength: 1 }));

const ruleOf = (subjects: Fields, targets: Fields, rest: Fields): SmallWorld['rules'] =>
  fc
    .record(
      {
        effect: fc.constantFrom('allow', 'allow', 'deny', 'require_approval'),
        subjects: maybe(subjects),
        targets: maybe(targets),
        enabled: fc.constantFrom(true, true, true, false),
        reason_code: fc.constant('because_test'),
        ...rest,
      },
      { requiredKeys: ['effect', 'subjects', 'targets', 'reason_code'] },
    )
    .map(
      (fields) =>
        ({
          ...fields,
          ...(fields.effect === 'require_approval'
            ? { approval: { approver_role: 'auditor', ttl_seconds: 60 } }
            : {}),
        }) as unknown as Omit<PolicyRule, 'rule_id'>,
    );

const conditionOn = (
  attribute: string,
  operands: Readonly<Record<string, readonly unknown[]>>,
): fc.Arbitrary<unknown> =>
  fc.constantFrom(
    ...Object.entries(operands).flatMap(([operator, values]) =>
      values.map((value) => ({ attribute, operator, value })),
    ),
  );

function* product<T extends Record<string, readonly unknown[]>>(
  sides: T,
): Generator<{ [K in keyof T]: T[K][number] }> {
  const names = Object.keys(sides);
  const indexes = names.map(() => 0);
  for (;;) {
    yield Object.fromEntries(names.map((name, i) => [name, sides[name]?.[indexes[i] as number]])) as never;
    let at = names.length - 1;
    for (; at >= 0; at -= 1) {
      indexes[at] = (indexes[at] as number) + 1;
      if ((indexes[at] as number) < (sides[names[at] as string]?.length ?? 0)) break;
      indexes[at] = 0;
    }
    if (at < 0) return;
  }
}

const callOf = (sides: Record<string, unknown>): PolicyRequest => {
  const given = Object.fromEntries(Object.entries(sides).filter(([, value]) => value !== undefined));
  const { x, y, target, ...rest } = given;
  const attributes = { ...('x' in given ? { x } : {}), ...('y' in given ? { y } : {}) };
  const { part, ...whole } = target as Record<string, unknown>;
  const named = part === undefined ? {} : { [PARTS[given.action as keyof typeof PARTS]]: part };
  return { ...rest, target: { ...whole, ...named }, attributes } as unknown as PolicyRequest;
};

/** What `part` of a server's target is, by the action. */
const PARTS = {
  'tool.list': 'toolId',
  'tool.invoke': 'toolId',
  'resource.read': 'resourceUri',
  'prompt.get': 'promptName',
} as const;

const SERVERS = ['s', 't', 'else'].flatMap((serverId) => [
  { kind: 'mcp_server', serverId, part: 'k' },
  { kind: 'mcp_server', serverId, part: 'else' },
]);
const APIS = ['s', 'else'].map((apiSourceId) => ({ kind: 'api_source', apiSourceId, operationId: 'k' }));

/** Subjects, targets, tiers and actions, and one boolean. */
const whoAndWhat: SmallWorld = {
  name: 'subjects, targets, tiers and actions',
  rules: ruleOf(
    { agents: ids('a', 'b'), users: ids('u'), groups: ids('g', 'h') },
    {
      server_ids: ids('s', 't'),
      tool_ids: ids('k'),
      resource_uris: ids('k'),
      api_source_ids: ids('s'),
      max_risk_tier: fc.constantFrom('low', 'high'),
    },
    {
      actions: ids('tool.list', 'tool.invoke'),
      conditions: fc.array(conditionOn('x', { eq: [true], ne: [true], in: [[true, 1]] }), { maxLength: 1 }),
    },
  ),
  calls: [
    ...product({
      agentId: [undefined, 'a', 'b'],
      userId: [undefined, 'u'],
      groups: [[], ['g'], ['h'], ['g', 'h']],
      target: [...SERVERS, ...APIS],
      riskTier: [undefined, 'low', 'high', 'critical'],
      action: ['tool.list', 'tool.invoke', 'resource.read', 'prompt.get'],
      x: [undefined, true, false, 1, 2],
    }),
  ].map(callOf),
};

const NAMES = ['s', 'st', 'sta', 'stab', 'sx', 'x', 'else'];

/** Servers and what they offer by prefixes that lie within each other and hold whole names. */
const prefixes: SmallWorld = {
  name: 'prefixes of servers and of what they offer',
  rules: ruleOf(
    { users: ids('u') },
    {
      server_ids: ids('s', 's*', 'st', 'sta*', 'x*'),
      tool_ids: ids('s*', 'st*', 'sta', 'o\u0308*'),
      resource_uris: ids('st*', 'sta'),
    },
    {},
  ),
  calls: [
    ...product({
      userId: [undefined, 'u'],
      target: [
        ...NAMES.flatMap((serverId) =>
          [undefined, ...NAMES, '\u00f6l', 'o\u0308'].map((part) => ({
            kind: 'mcp_server',
            serverId,
            part,
          })),
        ),
        ...APIS,
      ],
      action: ['tool.list', 'tool.invoke', 'resource.read', 'prompt.get'],
    }),
  ].map(callOf),
};

const someTexts = (characters: string, most: number): string[] => {
  const texts = [''];
  for (let from = 0, length = 0; length < most; length += 1) {
    const to = texts.length;
    for (; from < to; from += 1) for (const one of characters) texts.push(`${texts[from]}${one}`);
  }
  return texts;
};

const listsOf = (...entries: string[]): string[][] =>
  Array.from({ length: 2 ** entries.length }, (_, bits) => entries.filter((_, i) => (bits >> i) & 1));

const TEXTS = ['a', 'ab', 'b'];
const NUMBERS = [0, 1];

const VALUES: readonly (AttributeValue | null | undefined)[] = [
  undefined,
  null,
  true,
  false,
  ...[-1, 0, 0.5, 1, 2],
  ...someTexts('abc\0', 3),
  ...listsOf(...TEXTS),
];

/** Two attributes with every operator. */
const attributes: SmallWorld = {
  name: 'attributes',
  rules: ruleOf(
    { users: ids('u') },
    { max_risk_tier: fc.constant('low') },
    {
      conditions: fc.array(
        fc.oneof(
          {
            weight: 3,
            arbitrary: conditionOn('x', {
              eq: [...TEXTS, ...NUMBERS, true],
              ne: [...TEXTS, ...NUMBERS, true],
              gt: [...TEXTS, ...NUMBERS],
              lt: [...TEXTS, ...NUMBERS],
              gte: [...TEXTS, ...NUMBERS],
              lte: [...TEXTS, ...NUMBERS],
              in: [['a', 1], ['ab', 'b', true], [0]],
              not_in: [['a', 1], ['ab', 'b', true], [0]],
              contains: TEXTS,
              not_contains: TEXTS,
              starts_with: TEXTS,
              not_starts_with: TEXTS,
            }),
          },
          { weight: 1, arbitrary: conditionOn('y', { eq: [true], ne: [true] }) },
        ),
        { maxLength: 4 },
      ),
    },
  ),
  calls: [
    ...product({
      userId: [undefined, 'u'],
      target: [{ kind: 'mcp_server', serverId: 's', part: 'k' }],
      riskTier: [undefined, 'low', 'high'],
      action: ['tool.invoke'],
      x: VALUES,
      y: [undefined, true, false],
    }),
  ].map(callOf),
};

export const SMALL_WORLDS: readonly SmallWorld[] = [whoAndWhat, prefixes, attributes];

/** Two policies of a small world: two that have nothing to do with each other, or one with some of its rules changed. */
export const anyPair = ({ rules }: SmallWorld): fc.Arbitrary<readonly [PolicyManifest, PolicyManifest]> => {
  const list = fc.array(rules, { maxLength: 6 });
  const isOpen = fc.constantFrom(false, false, true);
  const strangers = fc
    .tuple(list, isOpen, list, isOpen)
    .map(([a, x, b, y]) => [named(a, x), named(b, y)] as const);
  const edited = fc
    .tuple(list, isOpen, fc.array(fc.tuple(fc.nat(6), fc.option(rules)), { maxLength: 2 }))
    .map(([before, open, edits]) => {
      const after = [...before];
      for (const [at, rule] of edits)
        after.splice(at, rule === null ? 1 : at % 2, ...(rule === null ? [] : [rule]));
      return [named(before, open), named(after, open)] as const;
    });
  return fc.oneof(strangers, edited);
};

const named = (rules: readonly Omit<PolicyRule, 'rule_id'>[], open: boolean): PolicyManifest => ({
  manifest_version: '1.0',
  default_effect: open ? 'allow' : 'deny',
  rules: rules.map((rule, i) => ({ rule_id: `r${i}`, ...rule })),
});

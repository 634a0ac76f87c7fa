import { POLICY_EFFECTS } from '@govgate/domain';

/** A manifest's rule, as far as it can be put in words. Stored content may be anything: a draft need not be valid. */
export interface ReportedRule {
  readonly id: string;
  readonly effect: string;
  readonly sentence: string;
}

type Part = Readonly<Record<string, unknown>>;

/** A manifest's rules, one sentence each. */
export const ruleSentences = (body: unknown): ReportedRule[] => {
  const { rules } = partOf(body);
  if (!Array.isArray(rules)) return [];
  return rules.map((rule: unknown) => {
    const { rule_id, effect, enabled } = partOf(rule);
    const sentence = ruleSentence(partOf(rule));
    return {
      id: String(rule_id ?? ''),
      effect: String(effect ?? ''),
      sentence: enabled === false ? `Switched off: ${sentence}` : sentence,
    };
  });
};

const partOf = (value: unknown): Part =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Part) : {};

const ruleSentence = (rule: Part): string => {
  const odd = unreadableIn(rule);
  if (odd.length > 0) return `Not valid: ${odd.join(', ')}.`;
  const who = capitalized(listOf(partOf(rule.subjects), SUBJECTS) || 'everybody');
  const what = namesOf(rule.actions) || 'anything';
  const where = targetsOf(partOf(rule.targets));
  const when = conditionsOf(rule.conditions);
  return `${who} ${verbOf(rule)} ${what} on ${where}${when}${obligationsOf(rule.obligations)}.`;
};

/** What a sentence would pass over, and so say what the rule does not: `subjects.user` would be everybody. */
const unreadableIn = (rule: Part): string[] => [
  ...(POLICY_EFFECTS.some((one) => one === rule.effect)
    ? []
    : [`effect ${String(rule.effect ?? '')}`.trim()]),
  ...Object.keys(rule).filter((key) => !MEMBERS.includes(key)),
  ...LISTS.filter((key) => rule[key] !== undefined && !Array.isArray(rule[key])),
  ...unreadableMembers('subjects', rule.subjects, SUBJECTS),
  ...unreadableMembers('targets', rule.targets, TARGETS),
];

const unreadableMembers = (
  name: string,
  value: unknown,
  lists: readonly (readonly [string, string])[],
): string[] => {
  if (value === undefined) return [];
  if (value === null || typeof value !== 'object' || Array.isArray(value)) return [name];
  const isKnown = ([key, member]: [string, unknown]): boolean =>
    lists.some(([known]) => known === key)
      ? Array.isArray(member)
      : name === 'targets' && key === 'max_risk_tier';
  return Object.entries(value)
    .filter((entry) => !isKnown(entry))
    .map(([key]) => `${name}.${key}`);
};

const LISTS = ['actions', 'conditions', 'obligations'];
const MEMBERS = [
  'rule_id',
  'enabled',
  'effect',
  'subjects',
  'targets',
  'approval',
  'reason_code',
  'description',
  ...LISTS,
];

const verbOf = ({ effect, approval }: Part): string => {
  if (effect === 'allow') return 'may do';
  if (effect === 'deny') return 'may not do';
  const { approver_role, ttl_seconds } = partOf(approval);
  return `needs an approval by ${String(approver_role ?? 'somebody')} (good for ${String(ttl_seconds ?? '?')} s) for`;
};

const SUBJECTS = [
  ['users', 'user'],
  ['groups', 'group'],
  ['agents', 'agent'],
  ['client_surfaces', 'client surface'],
] as const;

const TARGETS = [
  ['server_ids', 'server'],
  ['tool_ids', 'tool'],
  ['resource_uris', 'resource'],
  ['prompt_names', 'prompt'],
  ['api_source_ids', 'API source'],
  ['operation_ids', 'operation'],
] as const;

// An absent list matches all, an empty one nothing.
const listOf = (part: Part, names: readonly (readonly [string, string])[]): string =>
  names
    .filter(([name]) => Array.isArray(part[name]))
    .map(([name, word]) => someOf(word, part[name]))
    .join(' and ');

const someOf = (word: string, names: unknown): string => {
  const named = namesOf(names);
  if (named === '' || named === 'any') return `${named || 'no'} ${word}`;
  return `${word} ${named}`;
};

const capitalized = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

const targetsOf = (targets: Part): string => {
  const tier = targets.max_risk_tier;
  const risk = tier === undefined ? '' : ` up to ${String(tier)} risk`;
  return `${listOf(targets, TARGETS) || 'everything'}${risk}`;
};

const namesOf = (value: unknown): string =>
  Array.isArray(value) ? value.map((one) => (one === '*' ? 'any' : String(one))).join(' or ') : '';

const OPERATORS: Readonly<Record<string, string>> = {
  eq: 'is',
  ne: 'is not',
  gt: 'is more than',
  gte: 'is at least',
  lt: 'is less than',
  lte: 'is at most',
  in: 'is one of',
  not_in: 'is none of',
};

const conditionsOf = (conditions: unknown): string =>
  !Array.isArray(conditions) || conditions.length === 0
    ? ''
    : `, when ${conditions
        .map(partOf)
        .map(({ attribute, operator, value }) => {
          const word = OPERATORS[String(operator)] ?? String(operator).replaceAll('_', ' ');
          return `${String(attribute)} ${word} ${JSON.stringify(value)}`;
        })
        .join(' and ')}`;

const obligationsOf = (obligations: unknown): string =>
  !Array.isArray(obligations) || obligations.length === 0
    ? ''
    : `; ${obligations
        .map(partOf)
        .map(({ type, limit, window_seconds, value }) =>
          type === 'rate_limit'
            ? `at most ${String(limit)} in ${String(window_seconds)} s`
            : `audited as ${String(value)}`,
        )
        .join(', ')}`;

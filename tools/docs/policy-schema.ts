import { ROLES } from '@govgate/domain';
import { ID_PATTERN, PRINCIPAL_ID_PATTERN, REASON_CODE_PATTERN } from '@govgate/domain/internal';
import {
  CONDITION_ATTRIBUTE_PATTERN,
  CONDITION_OPERATORS,
  type ConditionOperator,
  DEFAULT_EFFECTS,
  MANIFEST_LIMITS,
  MANIFEST_VERSION,
  NAMED_RESOURCE_PATTERN,
  NAMED_SERVER_PATTERN,
  NAMED_TOOL_PATTERN,
  POLICY_ACTIONS,
  POLICY_EFFECTS,
  RISK_TIERS,
} from '@govgate/domain/policy';

type Schema = Readonly<Record<string, unknown>>;

const LIMITS = MANIFEST_LIMITS;

/** An object with these members and no others; a name that ends with `?` may be left out. */
const objectOf = (description: string, members: Readonly<Record<string, Schema>>): Schema => ({
  type: 'object',
  description,
  required: Object.keys(members).filter((name) => !name.endsWith('?')),
  properties: Object.fromEntries(
    Object.entries(members).map(([name, schema]) => [name.replace('?', ''), schema]),
  ),
  additionalProperties: false,
});

const text = (description: string, pattern: RegExp): Schema => ({
  type: 'string',
  description,
  pattern: pattern.source,
});

const idsOf = (description: string, pattern = ID_PATTERN): Schema => ({
  type: 'array',
  description: `${description} "*" is any; left out, it asks for nothing.`,
  maxItems: LIMITS.listEntries,
  items: { anyOf: [{ const: '*' }, { type: 'string', pattern: pattern.source }] },
});

/** Ids that may be prefixes: `*` alone stands beside no other. */
const namesOf = (description: string, pattern: RegExp): Schema => ({
  ...idsOf(`${description}; one that ends in * is a prefix.`, pattern),
  if: { contains: { const: '*' } },
  // biome-ignore lint/suspicious/noThenProperty: a keyword of JSON Schema
  then: { maxItems: 1 },
});

const countUpTo = (description: string, maximum: number): Schema => ({
  type: 'integer',
  description,
  minimum: 1,
  maximum,
});

const TEXT: Schema = { type: 'string', maxLength: LIMITS.text };
const SCALAR: Schema = { anyOf: [TEXT, { type: 'number' }, { type: 'boolean' }] };
const ORDERED: Schema = { anyOf: [TEXT, { type: 'number' }] };
const CHOICES: Schema = { type: 'array', minItems: 1, maxItems: LIMITS.listEntries, items: SCALAR };
const SEARCHED: Schema = { type: 'string', minLength: 1, maxLength: LIMITS.text };

const OPERANDS: Readonly<Record<ConditionOperator, Schema>> = {
  eq: SCALAR,
  ne: SCALAR,
  gt: ORDERED,
  lt: ORDERED,
  gte: ORDERED,
  lte: ORDERED,
  in: CHOICES,
  not_in: CHOICES,
  contains: SEARCHED,
  not_contains: SEARCHED,
  starts_with: SEARCHED,
  not_starts_with: SEARCHED,
};

const CONDITION: Schema = {
  ...objectOf('Something that must hold of an attribute of the call.', {
    attribute: text('The name of the attribute.', CONDITION_ATTRIBUTE_PATTERN),
    operator: { enum: CONDITION_OPERATORS },
    value: { description: 'What the attribute is compared with; types never convert.' },
  }),
  allOf: CONDITION_OPERATORS.map((operator) => ({
    if: { required: ['operator'], properties: { operator: { const: operator } } },
    // biome-ignore lint/suspicious/noThenProperty: a keyword of JSON Schema
    then: { properties: { value: OPERANDS[operator] } },
  })),
};

const OBLIGATION: Schema = {
  oneOf: [
    objectOf('How often such calls may be let through.', {
      type: { const: 'rate_limit' },
      limit: countUpTo('How many calls.', LIMITS.rateLimit),
      window_seconds: countUpTo('In how many seconds.', LIMITS.rateWindowSeconds),
    }),
    objectOf('How closely the gateway records such calls.', {
      type: { const: 'audit_level' },
      value: text("One of the gateway's own words.", REASON_CODE_PATTERN),
    }),
  ],
};

const SUBJECTS = objectOf('Who calls. What is left out asks for nothing; all that is named must fit.', {
  'agents?': idsOf('Agents.'),
  'client_surfaces?': idsOf('Client surfaces.'),
  'groups?': idsOf('Groups, one of which the user must be in.'),
  'users?': idsOf('Users.', PRINCIPAL_ID_PATTERN),
});

const TARGETS = objectOf('What is called.', {
  'server_ids?': namesOf('MCP servers', NAMED_SERVER_PATTERN),
  'tool_ids?': namesOf('Their tools', NAMED_TOOL_PATTERN),
  'resource_uris?': namesOf('Their resources, by URI', NAMED_RESOURCE_PATTERN),
  'prompt_names?': namesOf('Their prompts', NAMED_TOOL_PATTERN),
  'api_source_ids?': idsOf('API sources.'),
  'operation_ids?': idsOf('Their operations.'),
  'max_risk_tier?': { enum: RISK_TIERS, description: 'The highest tier that the rule is still about.' },
});

const RULE: Schema = {
  ...objectOf('One rule.', {
    rule_id: text('Its name, once in a manifest.', ID_PATTERN),
    'description?': { type: 'string', maxLength: LIMITS.description },
    'enabled?': { type: 'boolean', description: 'A rule with false is as if it were not there.' },
    effect: { enum: POLICY_EFFECTS },
    subjects: SUBJECTS,
    targets: TARGETS,
    'actions?': {
      type: 'array',
      maxItems: LIMITS.listEntries,
      items: { enum: [...POLICY_ACTIONS, '*'] },
    },
    'conditions?': { type: 'array', maxItems: LIMITS.conditions, items: CONDITION },
    'approval?': objectOf('Who may consent to a call, and for how long that counts.', {
      approver_role: { enum: ROLES },
      ttl_seconds: countUpTo('For how many seconds.', LIMITS.approvalTtlSeconds),
    }),
    'obligations?': { type: 'array', maxItems: LIMITS.obligations, items: OBLIGATION },
    reason_code: text('What a decision of this rule says.', REASON_CODE_PATTERN),
  }),
  if: { required: ['effect'], properties: { effect: { const: 'require_approval' } } },
  // biome-ignore lint/suspicious/noThenProperty: a keyword of JSON Schema
  then: { required: ['approval'] },
  else: { properties: { approval: false } },
};

/**
 * The policy manifest as JSON Schema, for editors and pipelines (contract docs/spec/policies.md), made of the constants that the
 * validator itself reads. What concerns several rules, lists that a disabled rule leaves empty, and secrets are the validator's alone.
 */
export const policySchema = (): Schema => ({
  $schema: 'https://json-schema.org/draft/2020-12/schema',
  $id: 'urn:govgate:policy-manifest:1.0',
  title: 'A gateway policy manifest, gateway_manifest_v1',
  ...objectOf('What an environment lets pass.', {
    manifest_version: { const: MANIFEST_VERSION },
    default_effect: { enum: DEFAULT_EFFECTS, description: 'What holds where no rule matches.' },
    rules: { type: 'array', maxItems: LIMITS.rules, items: RULE },
  }),
});

/**
 * The gateway policy manifest, `gateway_manifest_v1` (contract docs/spec/policies.md). A document in its own snake_case spelling: its hash
 * covers it as sent, so its keys are never converted.
 */
export interface PolicyManifest {
  readonly manifest_version: typeof MANIFEST_VERSION;
  /** The effect when no rule matches. */
  readonly default_effect: DefaultEffect;
  readonly rules: readonly PolicyRule[];
}

export const MANIFEST_VERSION = '1.0';

export const DEFAULT_EFFECTS = ['deny', 'allow'] as const;
export type DefaultEffect = (typeof DEFAULT_EFFECTS)[number];

export const POLICY_EFFECTS = ['allow', 'deny', 'require_approval'] as const;
export type PolicyEffect = (typeof POLICY_EFFECTS)[number];

/** The risk tiers of tools, from the lowest to the highest. */
export const RISK_TIERS = ['low', 'medium', 'high', 'critical'] as const;
export type RiskTier = (typeof RISK_TIERS)[number];

export const POLICY_ACTIONS = ['tool.list', 'tool.invoke', 'resource.read', 'prompt.get'] as const;
export type PolicyAction = (typeof POLICY_ACTIONS)[number];

export const CONDITION_OPERATORS = [
  'eq',
  'ne',
  'gt',
  'lt',
  'gte',
  'lte',
  'in',
  'not_in',
  'contains',
  'not_contains',
  'starts_with',
  'not_starts_with',
] as const;
export type ConditionOperator = (typeof CONDITION_OPERATORS)[number];

/** The form of attribute names in conditions. */
export const CONDITION_ATTRIBUTE_PATTERN = /^[A-Za-z][A-Za-z0-9_.-]{0,63}$/;

/** A server as a rule names it: its id, or what the ids of several begin with and `*`. */
export const NAMED_SERVER_PATTERN = /^[A-Za-z0-9][A-Za-z0-9._:-]{0,127}\*?$/;

/** A tool as a rule names it: as its server calls it, or what the names of several begin with and `*`. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: a name must not contain them
export const NAMED_TOOL_PATTERN = /^[^\u0000-\u001f\u007f-\u009f\ud800-\udfff]{1,256}$/u;

/** A resource as a rule names it: its URI, or what those of several begin with and `*`. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: a URI must not contain them
export const NAMED_RESOURCE_PATTERN = /^[^\u0000-\u001f\u007f-\u009f\ud800-\udfff]{1,1024}$/u;

/** The list element that stands for everything. */
export const ANY = '*';

/** One rule. It matches a request when subjects, targets, actions and every condition do. */
export interface PolicyRule {
  readonly rule_id: string;
  readonly description?: string;
  /** Absent means true. */
  readonly enabled?: boolean;
  readonly effect: PolicyEffect;
  readonly subjects: PolicySubjects;
  readonly targets: PolicyTargets;
  readonly actions?: readonly (PolicyAction | typeof ANY)[];
  readonly conditions?: readonly PolicyCondition[];
  /** Required with `require_approval`, forbidden with the other effects. */
  readonly approval?: PolicyApproval;
  readonly obligations?: readonly PolicyObligation[];
  readonly reason_code: string;
}

/** The subjects of a rule. An absent list or one with `"*"` matches all, an empty list none. */
export interface PolicySubjects {
  readonly agents?: readonly string[];
  readonly client_surfaces?: readonly string[];
  readonly groups?: readonly string[];
  readonly users?: readonly string[];
}

/**
 * The targets of a rule. A rule that names only servers or what they offer does not concern API sources, and vice versa; one that names
 * both concerns either; one that names neither concerns everything. Likewise one that names tools does not concern resources and prompts.
 */
export interface PolicyTargets {
  /** An entry that ends in `*` stands for all that begin so; so in the lists of what they offer. */
  readonly server_ids?: readonly string[];
  readonly tool_ids?: readonly string[];
  readonly resource_uris?: readonly string[];
  readonly prompt_names?: readonly string[];
  readonly api_source_ids?: readonly string[];
  readonly operation_ids?: readonly string[];
  /** The highest tier the rule still covers. */
  readonly max_risk_tier?: RiskTier;
}

export type ConditionScalar = string | number | boolean;

export interface PolicyCondition {
  readonly attribute: string;
  readonly operator: ConditionOperator;
  readonly value: ConditionScalar | readonly ConditionScalar[];
}

export interface PolicyApproval {
  readonly approver_role: string;
  readonly ttl_seconds: number;
}

/** What the gateway must do besides allowing or denying a call. */
export type PolicyObligation =
  | { readonly type: 'rate_limit'; readonly limit: number; readonly window_seconds: number }
  | { readonly type: 'audit_level'; readonly value: string };

/** Limits of a manifest. The whole document is at most 256 KiB and nested at most 32 deep. */
export const MANIFEST_LIMITS = {
  bytes: 256 * 1024,
  depth: 32,
  rules: 1000,
  listEntries: 1000,
  conditions: 32,
  obligations: 16,
  description: 1024,
  text: 1024,
  approvalTtlSeconds: 7 * 24 * 3600,
  rateLimit: 1_000_000,
  rateWindowSeconds: 24 * 3600,
  /** Findings of one validation; any beyond are dropped. */
  findings: 100,
} as const;

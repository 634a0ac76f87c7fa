/**
 * The gateway policy manifest, `gateway_manifest_v1` (contract decisions, section 3). A document in its own snake_case
 * spelling: its hash is over it as sent, so nothing of it is ever re-spelt.
 */
export interface PolicyManifest {
  readonly manifest_version: typeof MANIFEST_VERSION;
  /** What holds where no rule matches. */
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

/** What the name of an attribute looks like that conditions ask for. */
export const CONDITION_ATTRIBUTE_PATTERN = /^[A-Za-z][A-Za-z0-9_.-]{0,63}$/;

/** The element of a list that stands for everything. */
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

/** Who a rule is about. An absent list or one with `"*"` matches all, an empty list none. */
export interface PolicySubjects {
  readonly agents?: readonly string[];
  readonly client_surfaces?: readonly string[];
  readonly groups?: readonly string[];
  readonly users?: readonly string[];
}

/**
 * What a rule is about. A rule that names only servers or tools is not about API sources, and the other way round; one that
 * names both is about either; one that names neither is about everything.
 */
export interface PolicyTargets {
  readonly server_ids?: readonly string[];
  readonly tool_ids?: readonly string[];
  readonly api_source_ids?: readonly string[];
  readonly operation_ids?: readonly string[];
  /** The highest tier that the rule is still about. */
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

/** What the gateway must do besides letting a call through or not. */
export type PolicyObligation =
  | { readonly type: 'rate_limit'; readonly limit: number; readonly window_seconds: number }
  | { readonly type: 'audit_level'; readonly value: string };

/** The limits of a manifest. The whole document is at most 256 KiB and nested at most 32 deep. */
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

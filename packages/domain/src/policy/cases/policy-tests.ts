import type { Instant } from '../../instant.js';
import type { ConditionScalar, PolicyAction, PolicyEffect, RiskTier } from '../manifest.js';

export const TESTS_VERSION = '1.0';

/** Values of attributes, as a test writes them. */
export type TestAttributes = Readonly<Record<string, ConditionScalar | readonly string[]>>;

/** Who calls. */
export interface TestSubject {
  readonly agent_id?: string;
  readonly client_surface_id?: string;
  readonly user_id?: string;
  readonly groups?: readonly string[];
}

/** What is called. */
export type TestTarget = (
  | {
      readonly kind: 'mcp_server';
      readonly server_id: string;
      readonly tool_id?: string;
      readonly resource_uri?: string;
      readonly prompt_name?: string;
    }
  | { readonly kind: 'api_source'; readonly api_source_id: string; readonly operation_id?: string }
) & { readonly risk_tier?: RiskTier };

/** What calls must get: those of a subject, a target and an action, each of which stands for all where it is left out. */
export interface ExpectedDecision {
  readonly subject?: string;
  readonly target?: string;
  readonly action?: PolicyAction;
  readonly effect: PolicyEffect;
  readonly reason_code?: string;
  /** All rules that decide, in any order; where more decide than the limit, the first of them in the manifest. */
  readonly decided_by?: readonly string[];
}

/** A table: every subject calls every target with every action. Of the rows of `expected` the first that fits a call holds; without one, deny. */
export interface TestCase {
  readonly description?: string;
  readonly subjects: readonly string[];
  readonly targets: readonly string[];
  readonly actions: readonly PolicyAction[];
  readonly attributes?: TestAttributes;
  readonly expected: readonly ExpectedDecision[];
}

/**
 * The tests of a policy: calls with the decisions that they must get. A document next to the manifest, in its own snake_case
 * spelling; the manifest's hash knows nothing of it.
 */
export interface PolicyTests {
  readonly tests_version: typeof TESTS_VERSION;
  /** What time it is in all calls: their attribute `now`, unless they say otherwise. */
  readonly now?: Instant;
  readonly subjects: Readonly<Record<string, TestSubject>>;
  readonly targets: Readonly<Record<string, TestTarget>>;
  readonly cases: Readonly<Record<string, TestCase>>;
}

/**
 * The limits of a tests document and of the report on a run. Together the tables of all cases have at most `calls` calls; the rules
 * that decide are reported, and can be expected, up to `decidedBy`.
 */
export const TESTS_LIMITS = {
  names: 500,
  listEntries: 200,
  calls: 5_000,
  decidedBy: 50,
  failures: 100,
} as const;

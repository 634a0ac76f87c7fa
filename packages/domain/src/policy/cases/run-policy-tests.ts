import { runToEnd } from '../../run-to-end.js';
import { compilePolicy } from '../compile-policy.js';
import type { PolicyAction, PolicyEffect, PolicyManifest } from '../manifest.js';
import { type ManifestFinding, manifestFinding } from '../manifest-finding.js';
import type { PolicyOutcome } from '../policy-outcome.js';
import type { PolicyRequest } from '../policy-request.js';
import {
  type ExpectedDecision,
  type PolicyTests,
  TESTS_LIMITS,
  type TestCase,
  type TestSubject,
  type TestTarget,
} from './policy-tests.js';
import { TESTS_PATH } from './validate-policy-tests.js';

/** A call of a test that gets another decision than the test expects. */
export interface TestFailure {
  readonly case: string;
  readonly subject: string;
  readonly target: string;
  readonly action: PolicyAction;
  readonly expected: {
    readonly effect: PolicyEffect;
    readonly reasonCode: string | null;
    readonly decidedBy: readonly string[] | null;
  };
  readonly actual: {
    readonly effect: PolicyEffect;
    readonly reasonCode: string;
    /** The first `TESTS_LIMITS.decidedBy`. */
    readonly decidedBy: readonly string[];
  };
}

/** What came of running tests. */
export interface TestRun {
  readonly cases: number;
  readonly calls: number;
  /** How many calls got another decision than expected. */
  readonly failed: number;
  /** The first `TESTS_LIMITS.failures` of them, in the order of the document. */
  readonly failures: readonly TestFailure[];
}

/**
 * Decides every call of the tests of a policy. For tests in which `validatePolicyTests` finds nothing. A caller that must not block for so long
 * takes `runningPolicyTests`.
 */
export const runPolicyTests = (manifest: PolicyManifest, tests: PolicyTests): TestRun =>
  runToEnd(runningPolicyTests(manifest, tests));

/** The same in steps, one for each call, for who must do other things between them. */
export function* runningPolicyTests(
  manifest: PolicyManifest,
  tests: PolicyTests,
): Generator<undefined, TestRun> {
  const { decide } = compilePolicy(manifest);
  const cases = Object.entries(tests.cases);
  const failures: TestFailure[] = [];
  let [calls, failed] = [0, 0];
  for (const [name, one] of cases)
    for (const call of callsOf(tests, name, one)) {
      yield;
      calls += 1;
      const failure = failureOf(call, decide(call.request));
      if (failure === undefined) continue;
      failed += 1;
      if (failures.length < TESTS_LIMITS.failures) failures.push(failure);
    }
  return { cases: cases.length, calls, failed, failures };
}

/** What a validation finds in a policy that fails tests: each case once, by its name. */
export const testFindings = ({ failures }: TestRun): readonly ManifestFinding[] => {
  const first = new Map<string, TestFailure>();
  for (const failure of failures) if (!first.has(failure.case)) first.set(failure.case, failure);
  return [...first.values()].map(({ case: name, expected }) =>
    manifestFinding('test_failed', `${TESTS_PATH}/cases/${name}`, null, {
      detail: `A call of this case does not get the decision that is expected: ${expected.effect}.`,
      expected: { values: [expected.effect] },
    }),
  );
};

interface TestCall {
  readonly case: string;
  readonly subject: string;
  readonly target: string;
  readonly action: PolicyAction;
  readonly request: PolicyRequest;
  readonly expected: Pick<ExpectedDecision, 'effect' | 'reason_code' | 'decided_by'>;
}

const callsOf = (tests: PolicyTests, name: string, one: TestCase): readonly TestCall[] =>
  one.subjects.flatMap((subject) =>
    one.targets.flatMap((target) =>
      one.actions.map((action) => ({
        case: name,
        subject,
        target,
        action,
        request: requestOf(tests, one, { subject, target, action }),
        expected: one.expected.find((row) => fits(row, { subject, target, action })) ?? { effect: 'deny' },
      })),
    ),
  );

type NamedCall = Pick<TestCall, 'subject' | 'target' | 'action'>;

const fits = (row: ExpectedDecision, { subject, target, action }: NamedCall): boolean =>
  (row.subject ?? subject) === subject &&
  (row.target ?? target) === target &&
  (row.action ?? action) === action;

const requestOf = (
  tests: PolicyTests,
  one: TestCase,
  { subject, target, action }: NamedCall,
): PolicyRequest => {
  const who = tests.subjects[subject] as TestSubject;
  const what = tests.targets[target] as TestTarget;
  const now = tests.now === undefined ? {} : { now: tests.now };
  return {
    ...optional('agentId', who.agent_id),
    ...optional('clientSurfaceId', who.client_surface_id),
    ...optional('userId', who.user_id),
    ...optional('groups', who.groups),
    ...optional('riskTier', what.risk_tier),
    target:
      what.kind === 'mcp_server'
        ? { kind: what.kind, serverId: what.server_id, ...partOf(what, action) }
        : { kind: what.kind, apiSourceId: what.api_source_id, ...optional('operationId', what.operation_id) },
    action,
    attributes: { ...now, ...one.attributes },
  };
};

// Of a target that names several, what the action is on.
const partOf = (
  what: Extract<TestTarget, { readonly kind: 'mcp_server' }>,
  action: PolicyAction,
): Pick<ServerTarget, 'toolId' | 'resourceUri' | 'promptName'> => {
  if (action === 'resource.read') return optional('resourceUri', what.resource_uri);
  return action === 'prompt.get'
    ? optional('promptName', what.prompt_name)
    : optional('toolId', what.tool_id);
};
type ServerTarget = Extract<PolicyRequest['target'], { readonly kind: 'mcp_server' }>;

const optional = <K extends string, T>(key: K, value: T | undefined): { readonly [N in K]?: T } =>
  (value === undefined ? {} : { [key]: value }) as { readonly [N in K]?: T };

const failureOf = (
  call: TestCall,
  { effect, reasonCode, decidedBy: all }: PolicyOutcome,
): TestFailure | undefined => {
  const { expected } = call;
  const decidedBy = all.slice(0, TESTS_LIMITS.decidedBy);
  const isAsExpected =
    effect === expected.effect &&
    (expected.reason_code ?? reasonCode) === reasonCode &&
    (expected.decided_by === undefined || sameIds(expected.decided_by, decidedBy));
  if (isAsExpected) return undefined;
  return {
    case: call.case,
    subject: call.subject,
    target: call.target,
    action: call.action,
    expected: {
      effect: expected.effect,
      reasonCode: expected.reason_code ?? null,
      decidedBy: expected.decided_by ?? null,
    },
    actual: { effect, reasonCode, decidedBy },
  };
};

const sameIds = (a: readonly string[], b: readonly string[]): boolean =>
  new Set(a).size === b.length && a.every((id) => b.includes(id));

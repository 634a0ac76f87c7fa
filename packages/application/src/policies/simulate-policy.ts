import {
  evaluatePolicy,
  type ManifestFinding,
  ok,
  type PolicyDecision,
  type PolicyManifest,
  type PolicyRequest,
  type PolicyVersion,
  type Result,
} from '@govgate/domain';
import type { CallContext, UseCase } from '../call/context.js';
import type { Ports } from '../call/ports.js';
import { loadPolicy, type PolicyRef } from './load-policy.js';
import { type FindingsDeps, policyFindings } from './policy-findings.js';

export interface SimulatePolicyInput extends PolicyRef {
  readonly request: PolicyRequest;
  /** Another version to decide the same request by. */
  readonly against?: string | undefined;
}

/** What one version would decide; `decision` null when it does not pass validation, so that nothing may be decided by it. */
export interface SimulatedVersion {
  readonly policyVersion: string;
  readonly manifestHash: string;
  readonly decision: PolicyDecision | null;
  readonly errors: readonly ManifestFinding[];
}

export interface SimulationView {
  readonly schemaVersion: '1.0';
  readonly result: SimulatedVersion;
  /** Present when two versions were asked for. */
  readonly against?: SimulatedVersion;
  readonly sameEffect?: boolean;
}

type Deps = Pick<Ports, 'records'> & FindingsDeps;

/** Decides a request by a version without doing anything, by the very evaluator that gateways embed (decisions, section 3). */
export const makeSimulatePolicy =
  (deps: Deps): UseCase<SimulatePolicyInput, SimulationView> =>
  async (context, { scope, policyVersion, request, against }) => {
    const result = await simulate(deps, context, { scope, policyVersion }, request);
    if (!result.ok) return result;
    if (against === undefined) return ok({ schemaVersion: '1.0', result: result.value });
    const other = await simulate(deps, context, { scope, policyVersion: against }, request);
    if (!other.ok) return other;
    const sameEffect = result.value.decision?.effect === other.value.decision?.effect;
    return ok({ schemaVersion: '1.0', result: result.value, against: other.value, sameEffect });
  };

const simulate = async (
  deps: Deps,
  context: CallContext,
  ref: PolicyRef,
  request: PolicyRequest,
): Promise<Result<SimulatedVersion>> => {
  const loaded = await loadPolicy(deps.records, context, ref, 'policy.read');
  if (!loaded.ok) return loaded;
  const policy = loaded.value.stored.record;
  return ok(decideBy(policy, await policyFindings(deps, policy), request));
};

const decideBy = (
  policy: PolicyVersion,
  errors: readonly ManifestFinding[],
  request: PolicyRequest,
): SimulatedVersion => {
  const sound = errors.length === 0;
  return {
    policyVersion: policy.policyVersion,
    manifestHash: policy.manifestHash,
    // A manifest without findings has the manifest's type: that is what the validation proves.
    decision: sound ? evaluatePolicy(policy.body as unknown as PolicyManifest, request) : null,
    errors,
  };
};

import {
  evaluatePolicy,
  type ManifestFinding,
  ok,
  type PolicyDecision,
  type PolicyRequest,
  type PolicyVersion,
  type Result,
} from '@govgate/domain';
import { validManifest } from '@govgate/domain/internal';
import type { CallContext, UseCase } from '../call/context.js';
import { type Admitted, admitRecord, present } from '../call/load-record.js';
import type { Ports } from '../call/ports.js';
import { type PolicyRef, policyAccess } from './load-policy.js';
import { type FindingsDeps, policyFindings } from './policy-findings.js';

export interface SimulatePolicyInput extends PolicyRef {
  readonly request: PolicyRequest;
  /** Another version to decide the same request. */
  readonly against?: string | undefined;
}

/** One version's decision; `decision` is null if it fails validation, so that nothing may be decided by it. */
export interface SimulatedVersion {
  readonly policyVersion: string;
  readonly manifestHash: string;
  readonly decision: PolicyDecision | null;
  readonly errors: readonly ManifestFinding[];
}

export interface SimulationView {
  readonly schemaVersion: '1.0';
  readonly result: SimulatedVersion;
  /** Present if two versions were requested. */
  readonly against?: SimulatedVersion;
  readonly sameEffect?: boolean;
}

type Deps = Pick<Ports, 'records'> & FindingsDeps;

/** Decides a request by a version without side effects, using the evaluator that gateways embed (docs/spec/policies.md). */
export const makeSimulatePolicy =
  (deps: Deps): UseCase<SimulatePolicyInput, SimulationView> =>
  async (context, input) => {
    const versions = await admitVersions(deps, context, input);
    return versions.ok ? simulate(deps, input.request, versions.value) : versions;
  };

interface Versions {
  readonly request: Admitted<PolicyVersion>;
  readonly against: Admitted<PolicyVersion> | undefined;
}

const admitVersions = async (
  { records }: Deps,
  context: CallContext,
  { scope, policyVersion, against }: SimulatePolicyInput,
): Promise<Result<Versions>> => {
  const admit = (version: string) =>
    admitRecord(records, context, policyAccess({ scope, policyVersion: version }, 'policy.read'));
  const wanted = await admit(policyVersion);
  if (!wanted.ok) return wanted;
  const other = against === undefined ? ok(undefined) : await admit(against);
  return other.ok ? ok({ request: wanted.value, against: other.value }) : other;
};

const simulate = async (
  deps: Deps,
  request: PolicyRequest,
  versions: Versions,
): Promise<Result<SimulationView>> => {
  const wanted = present(versions.request);
  if (!wanted.ok) return wanted;
  const result = await decideBy(deps, wanted.value.stored.record, request);
  if (versions.against === undefined) return ok({ schemaVersion: '1.0', result });
  const other = present(versions.against);
  if (!other.ok) return other;
  const against = await decideBy(deps, other.value.stored.record, request);
  const sameEffect = result.decision?.effect === against.decision?.effect;
  return ok({ schemaVersion: '1.0', result, against, sameEffect });
};

const decideBy = async (
  deps: Deps,
  policy: PolicyVersion,
  request: PolicyRequest,
): Promise<SimulatedVersion> => {
  const errors = await policyFindings(deps, policy);
  const sound = errors.length === 0;
  return {
    policyVersion: policy.policyVersion,
    manifestHash: policy.manifestHash,
    decision: sound ? evaluatePolicy(validManifest(policy.body), request) : null,
    errors,
  };
};

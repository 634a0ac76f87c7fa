import {
  decidePublish,
  ok,
  type PolicyComparison,
  type PolicyStatus,
  type PolicyValidation,
  type PolicyVersion,
  type Result,
  refuse,
  type TestRun,
  validationOf,
} from '@govgate/domain';
import type { CallContext, UseCase } from '../call/context.js';
import { type Admitted, admitRecord, present } from '../call/load-record.js';
import { onceAllowed } from '../call/once-allowed.js';
import type { Ports } from '../call/ports.js';
import { activeVersion } from './active-version.js';
import { compareVersions } from './compare-versions.js';
import { type PolicyRef, wantedPolicy } from './load-policy.js';
import { type CheckDeps, checkForPublish } from './policy-findings.js';

export interface PreviewPublishInput extends PolicyRef {
  /** The hash that is meant to be published. */
  readonly manifestHash?: string | undefined;
}

/** What publishing a version now would do. */
export interface PublishPreview {
  readonly schemaVersion: '1.0';
  readonly policyVersion: string;
  readonly status: PolicyStatus;
  readonly manifestHash: string;
  /** The version that is active now, null where none is. */
  readonly against: string | null;
  /** Whether a publish would be accepted. */
  readonly publishable: boolean;
  readonly validation: PolicyValidation;
  /** Null where the version has no tests, or none that can be run. */
  readonly tests: TestRun | null;
  /** What becomes of calls; null where the version does not pass validation. */
  readonly newly: PolicyComparison | null;
}

type Deps = Pick<Ports, 'records'> & CheckDeps;

/** Says what publishing a version would do, by the decision and the validation that a publish makes, and writes nothing. */
export const makePreviewPublish =
  (deps: Deps): UseCase<PreviewPublishInput, PublishPreview> =>
  (context, input) =>
    onceAllowed(
      context,
      () => admitRecord(deps.records, context, wantedPolicy(input, 'policy.publish')),
      preview(deps, context, input),
    );

const preview =
  (deps: Deps, { principal }: CallContext, input: PreviewPublishInput) =>
  async (admitted: Admitted<PolicyVersion>): Promise<Result<PublishPreview>> => {
    const loaded = present(admitted);
    if (!loaded.ok) return loaded;
    const { record: policy } = loaded.value.stored;
    if (input.manifestHash !== undefined && input.manifestHash !== policy.manifestHash)
      return refuse('manifest_hash_mismatch', 'manifest_hash');
    const active = await activeVersion(deps, input.scope);
    const asked = { now: deps.clock.now(), actorId: principal.actorId };
    const { findings, tests } = await checkForPublish(deps, policy);
    const { manifestHash } = policy;
    const decided = decidePublish(policy, active?.record, { ...asked, manifestHash, findings });
    return ok({
      schemaVersion: '1.0',
      policyVersion: policy.policyVersion,
      status: policy.status,
      manifestHash,
      against: active?.record.policyVersion ?? null,
      publishable: decided.ok && decided.value.kind !== 'invalid',
      validation: validationOf(policy.body, findings, asked),
      tests,
      newly: await compareVersions(deps, active?.record, policy),
    });
  };

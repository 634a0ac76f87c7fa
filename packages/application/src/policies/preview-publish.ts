import {
  ok,
  type PolicyComparison,
  type PolicyVersion,
  type Result,
  refuse,
  type TestRun,
} from '@govgate/domain';
import {
  decidePublish,
  type PolicyStatus,
  type PolicyValidation,
  validationOf,
} from '@govgate/domain/internal';
import type { CallContext, UseCase } from '../call/context.js';
import { admitRecord, present } from '../call/load-record.js';
import type { Ports } from '../call/ports.js';
import { activeVersion } from './active-version.js';
import { compareVersions } from './compare-versions.js';
import { type PolicyRef, policyAccess } from './load-policy.js';
import { type CheckDeps, checkForPublish } from './policy-findings.js';
import { type PolicyWarning, policyWarnings, type WarningDeps } from './policy-warnings.js';

export interface PreviewPublishInput extends PolicyRef {
  /** The hash intended to be published. */
  readonly manifestHash?: string | undefined;
}

/** The effect of publishing a version now. */
export interface PublishPreview {
  readonly schemaVersion: '1.0';
  readonly policyVersion: string;
  readonly status: PolicyStatus;
  readonly manifestHash: string;
  /** The currently active version, null if none. */
  readonly against: string | null;
  /** Whether a publish would be accepted. */
  readonly publishable: boolean;
  readonly validation: PolicyValidation;
  readonly warnings: readonly PolicyWarning[];
  /** Null if the version has no tests, or none that can run. */
  readonly tests: TestRun | null;
  /** The effect on calls; null if the version fails validation. */
  readonly newly: PolicyComparison | null;
}

type Deps = Pick<Ports, 'records'> & CheckDeps & WarningDeps;

/** Previews publishing a version, with the same decision and validation as a publish, and writes nothing. */
export const makePreviewPublish =
  (deps: Deps): UseCase<PreviewPublishInput, PublishPreview> =>
  async (context, input) => {
    const admitted = await admitRecord(deps.records, context, policyAccess(input, 'policy.publish'));
    const loaded = admitted.ok ? present(admitted.value) : admitted;
    return loaded.ok ? preview(deps, context, { ...input, policy: loaded.value.stored.record }) : loaded;
  };

const preview = async (
  deps: Deps,
  context: CallContext,
  input: PreviewPublishInput & { readonly policy: PolicyVersion },
): Promise<Result<PublishPreview>> => {
  const { policy } = input;
  if (input.manifestHash !== undefined && input.manifestHash !== policy.manifestHash)
    return refuse('manifest_hash_mismatch', 'manifest_hash');
  const active = await activeVersion(deps, input.scope);
  const request = { now: deps.clock.now(), actorId: context.principal.actorId };
  const { findings, tests } = await checkForPublish(deps, policy);
  const { manifestHash } = policy;
  const decided = decidePublish(policy, active?.record, { ...request, manifestHash, findings });
  return ok({
    schemaVersion: '1.0',
    policyVersion: policy.policyVersion,
    status: policy.status,
    manifestHash,
    against: active?.record.policyVersion ?? null,
    publishable: decided.ok && decided.value.kind !== 'invalid',
    validation: validationOf(policy.body, findings, request),
    warnings: await policyWarnings(deps, context, policy),
    tests,
    newly: await compareVersions(deps, active?.record, policy),
  });
};

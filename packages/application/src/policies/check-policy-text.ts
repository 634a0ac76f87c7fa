import { ok, type PolicyVersion, type Result, refuse } from '@govgate/domain';
import {
  decideEdit,
  holdsSecretMaterial,
  type PolicyValidation,
  type SubmittedText,
  validationOf,
} from '@govgate/domain/internal';
import type { CallContext, UseCase } from '../call/context.js';
import { admitRecord, present } from '../call/load-record.js';
import type { Ports } from '../call/ports.js';
import { type PolicyRef, policyAccess } from './load-policy.js';
import { type CheckDeps, checkForPublish } from './policy-findings.js';
import { type PolicyWarning, policyWarnings, type WarningDeps } from './policy-warnings.js';

export interface CheckPolicyTextInput extends PolicyRef, SubmittedText {}

/** What validating a text would find. */
export interface PolicyTextCheck {
  readonly schemaVersion: '1.0';
  readonly validation: PolicyValidation;
  readonly warnings: readonly PolicyWarning[];
}

type Deps = Pick<Ports, 'records' | 'hash'> & CheckDeps & WarningDeps;

/** Checks a text as if it had replaced a draft's and been validated, tests included; writes nothing. */
export const makeCheckPolicyText =
  (deps: Deps): UseCase<CheckPolicyTextInput, PolicyTextCheck> =>
  async (context, input) => {
    const admitted = await admitRecord(deps.records, context, policyAccess(input, 'policy.validate'));
    const loaded = admitted.ok ? present(admitted.value) : admitted;
    return loaded.ok ? check(deps, context, { ...input, draft: loaded.value.stored.record }) : loaded;
  };

const check = async (
  deps: Deps,
  context: CallContext,
  { draft, text, format }: SubmittedText & { readonly draft: PolicyVersion },
): Promise<Result<PolicyTextCheck>> => {
  const checked = { now: deps.clock.now(), actorId: context.principal.actorId };
  const read = await deps.manifestTexts.read(draft.tenantId, text, format);
  // Scanning a long text takes a while.
  await deps.tenantQueue.next(draft.tenantId);
  if (!read.ok && holdsSecretMaterial(text)) return refuse('forbidden_material', 'text');
  if (!read.ok)
    return ok({ schemaVersion: '1.0', validation: validationOf({}, read.findings, checked), warnings: [] });
  const content = { ...draft, body: read.body, submittedText: { text, format } };
  const edited = decideEdit(draft, content, checked, deps.hash);
  if (!edited.ok) return edited;
  const { policyVersion } = edited.value;
  const { findings } = await checkForPublish(deps, policyVersion);
  return ok({
    schemaVersion: '1.0',
    validation: validationOf(read.body, findings, checked),
    warnings: await policyWarnings(deps, context, policyVersion),
  });
};

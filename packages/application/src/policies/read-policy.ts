import { ok } from '@govgate/domain';
import type { ManifestTextFormat } from '@govgate/domain/internal';
import type { UseCase } from '../call/context.js';
import { loadRecord } from '../call/load-record.js';
import type { Ports } from '../call/ports.js';
import { type PolicyRef, policyAccess } from './load-policy.js';
import { type PolicyView, policyView } from './policy-view.js';
import { usageRefsOf } from './usage-refs.js';

export interface ReadPolicyInput extends PolicyRef {
  /** Whether to include the text that the manifest was written as. */
  readonly includeText?: boolean;
}

/** A version, and on request its text; null: it was sent as an object. */
export interface ReadPolicyView extends PolicyView {
  readonly text?: string | null;
  readonly textFormat?: ManifestTextFormat | null;
}

/** Reads a policy version with body, validation, usage and permissions (docs/spec/policies.md#record). */
export const makeReadPolicy =
  (deps: Pick<Ports, 'records' | 'timer'>): UseCase<ReadPolicyInput, ReadPolicyView> =>
  async (context, ref) => {
    const loaded = await loadRecord(deps.records, context, policyAccess(ref, 'policy.read'));
    if (!loaded.ok) return loaded;
    const usageRefs = await usageRefsOf(deps, ref.scope, ref.policyVersion);
    const { stored } = loaded.value;
    const view = policyView(context, stored, usageRefs);
    if (!ref.includeText) return ok(view);
    const { submittedText } = stored.record;
    return ok({ ...view, text: submittedText?.text ?? null, textFormat: submittedText?.format ?? null });
  };

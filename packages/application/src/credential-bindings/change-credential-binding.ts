import {
  type AuditEventType,
  type CredentialBinding,
  type Decided,
  type Instant,
  ok,
  type Permission,
  type Result,
  type Revocation,
} from '@govgate/domain';
import { credentialBindingKind, type Stored } from '@govgate/ports';
import { auditEvent } from '../call/audit-event.js';
import type { CallContext } from '../call/context.js';
import { type Decision, decideAndCommit } from '../call/decide-and-commit.js';
import type { Ports } from '../call/ports.js';
import { afterWrite, checkIfMatch } from '../call/record-tag.js';
import { bindingEnvironments } from './binding-environments.js';
import { type CredentialBindingView, credentialBindingView } from './credential-binding-view.js';
import { type CredentialBindingRef, loadCredentialBinding } from './load-credential-binding.js';
import { sessionImpact } from './session-impact.js';

/** A change of one binding, and how it is told. */
export interface BindingChangeCall extends CredentialBindingRef {
  readonly reasonCode?: string | undefined;
  readonly reason?: string | undefined;
  readonly permission: Permission;
  readonly eventType: AuditEventType;
  readonly action: string;
  readonly decide: (
    binding: CredentialBinding,
    made: { readonly now: Instant; readonly revocationId: string },
  ) => Result<Decided<CredentialBinding>>;
}

/** What became of it. */
export interface BindingChange {
  readonly stored: Stored<CredentialBinding>;
  readonly moved: boolean;
  readonly auditEventIds: readonly string[];
  /** Set where the change fenced the runtime. */
  readonly revocationId: string | undefined;
  readonly affectedClientSessionIds: readonly string[];
}

export type BindingChangeDeps = Pick<Ports, 'records' | 'unitOfWork' | 'clock' | 'ids' | 'settings'>;

/** The body that the verbs without input of their own take. */
export interface ReasonedBindingInput extends CredentialBindingRef {
  readonly reasonCode?: string | undefined;
  readonly reason?: string | undefined;
}

/** Changes a binding and answers with the record. */
export const changeToView = (
  deps: BindingChangeDeps,
  context: CallContext,
  call: BindingChangeCall,
): Promise<Result<CredentialBindingView>> =>
  changeCredentialBinding(deps, context, call, ({ stored }) =>
    credentialBindingView(context, stored, deps.settings),
  );

/** Loads a binding, lets a decision change it, and commits it with its event and, where it fences the runtime, its revocations. */
export const changeCredentialBinding = <Output>(
  deps: BindingChangeDeps,
  context: CallContext,
  call: BindingChangeCall,
  toOutput: (change: BindingChange) => Output,
): Promise<Result<Output>> =>
  decideAndCommit(deps, context, async () => {
    const loaded = await loadCredentialBinding(deps.records, context, call, call.permission);
    if (!loaded.ok) return loaded;
    const { stored } = loaded.value;
    const matches = checkIfMatch(context, stored);
    if (!matches.ok) return matches;
    const made = { now: deps.clock.now(), revocationId: deps.ids.mint('revocation') };
    const decided = call.decide(stored.record, made);
    if (!decided.ok) return decided;
    if (decided.value.kind === 'no_change') return ok({ output: toOutput(unchanged(stored)) });
    return ok(await toDecision(deps, context, call, { stored, ...made, ...decided.value }, toOutput));
  });

const unchanged = (stored: Stored<CredentialBinding>): BindingChange => ({
  stored,
  moved: false,
  auditEventIds: [],
  revocationId: undefined,
  affectedClientSessionIds: [],
});

interface Moved {
  readonly stored: Stored<CredentialBinding>;
  readonly record: CredentialBinding;
  readonly changedFields: readonly string[];
  readonly fences: boolean;
  readonly now: Instant;
  readonly revocationId: string;
}

const toDecision = async <Output>(
  deps: BindingChangeDeps,
  context: CallContext,
  call: BindingChangeCall,
  change: Moved,
  toOutput: (change: BindingChange) => Output,
): Promise<Decision<Output>> => {
  const { stored, record, changedFields, fences, revocationId } = change;
  const affected = fences
    ? (await sessionImpact(deps.records, context.principal, stored.record)).affectedClientSessionIds
    : [];
  const event = auditEvent(deps, context, {
    eventType: call.eventType,
    action: call.action,
    environmentId: record.environmentId,
    resourceId: record.credentialBindingId,
    reasonCode: call.reasonCode,
    reason: call.reason,
    changedFields,
    ...(fences ? { relatedIds: [revocationId] } : {}),
  });
  return {
    commit: {
      changes: [{ kind: credentialBindingKind, record, expectedVersion: stored.version }],
      audit: [event],
      ...(fences ? { revocations: revocationsOf(deps, change, event.reasonCode) } : {}),
    },
    output: toOutput({
      stored: afterWrite(stored, record),
      moved: true,
      auditEventIds: [event.auditEventId],
      revocationId: fences ? revocationId : undefined,
      affectedClientSessionIds: affected,
    }),
  };
};

// One for each environment in which the binding may be in use; the one that is answered is that of its own environment.
const revocationsOf = (
  { ids }: BindingChangeDeps,
  { record, now, revocationId }: Moved,
  reasonCode: string,
): readonly Revocation[] =>
  bindingEnvironments(record).map((environmentId) => ({
    revocationId: environmentId === record.environmentId ? revocationId : ids.mint('revocation'),
    tenantId: record.tenantId,
    environmentId,
    subjectType: 'credential_binding',
    subjectId: record.credentialBindingId,
    effectiveAt: now,
    reasonCode,
  }));

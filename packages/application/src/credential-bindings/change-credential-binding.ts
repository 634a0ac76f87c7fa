import type {
  AuditEventType,
  CredentialBinding,
  Instant,
  Permission,
  Result,
  Revocation,
} from '@govgate/domain';
import { bindingVerbs, contributorOf, type Decided, eachVerb } from '@govgate/domain/internal';
import type { credentialBindingKind, Stored } from '@govgate/ports';
import { changeRecord, decidedWith, type RecordChange, type Reported } from '../call/change-record.js';
import type { CallContext, UseCase } from '../call/context.js';
import type { Ports } from '../call/ports.js';
import { bindingEnvironments } from './binding-environments.js';
import { type CredentialBindingView, credentialBindingView } from './credential-binding-view.js';
import { bindingAccess, type CredentialBindingRef } from './load-credential-binding.js';
import { sessionImpact } from './session-impact.js';

/** A change of one binding, and how it is recorded. */
export interface BindingChangeCall extends CredentialBindingRef {
  readonly reasonCode?: string | undefined;
  readonly reason?: string | undefined;
  readonly permission: Permission;
  readonly eventType: AuditEventType;
  readonly action: string;
  /** Further permissions required on the binding. */
  readonly allow?: (binding: CredentialBinding) => Result<undefined>;
  readonly decide: (
    binding: CredentialBinding,
    made: { readonly now: Instant; readonly revocationId: string },
  ) => Result<Decided<CredentialBinding>>;
}

/** The outcome. */
export interface BindingChange {
  readonly stored: Stored<CredentialBinding>;
  readonly moved: boolean;
  readonly auditEventIds: readonly string[];
  /** Set if the change fenced the runtime. */
  readonly revocationId: string | undefined;
  readonly affectedClientSessionIds: readonly string[];
}

export type BindingChangeDeps = Pick<
  Ports,
  'records' | 'unitOfWork' | 'locks' | 'clock' | 'ids' | 'settings'
>;

/** The body of verbs without input of their own. */
export interface ReasonedBindingInput extends CredentialBindingRef {
  readonly reasonCode?: string | undefined;
  readonly reason?: string | undefined;
}

/** The same with an answer made from the outcome. */
export interface AnsweredBindingChange<Output> extends BindingChangeCall {
  readonly answer: (change: BindingChange) => Output;
}

/** Changes a binding and answers with the record. */
export const changeToView = (
  deps: BindingChangeDeps,
  context: CallContext,
  call: BindingChangeCall,
): Promise<Result<CredentialBindingView>> =>
  changeCredentialBinding(deps, context, {
    ...call,
    answer: ({ stored }) => credentialBindingView(context, stored, deps.settings),
  });

/** The use cases of a binding's verbs; what they stop stops at once (docs/spec/credential-bindings.md). */
export const changesOfBindings = eachVerb(
  bindingVerbs,
  ({ decide, ...verb }) =>
    (deps: BindingChangeDeps): UseCase<ReasonedBindingInput, CredentialBindingView> =>
    (context, input) =>
      changeToView(deps, context, {
        ...input,
        permission: verb.permission,
        eventType: verb.eventType,
        action: verb.action,
        decide: (binding, made) => decide(binding, { ...made, by: contributorOf(context.principal) }),
      }),
);

/** Lets a decision change a binding, and answers with the binding and the live sessions that use it. */
export const changeCredentialBinding = <Output>(
  deps: BindingChangeDeps,
  context: CallContext,
  call: AnsweredBindingChange<Output>,
): Promise<Result<Output>> => changeRecord(deps, context, recordChangeOf(deps, context, call));

/** A change of a binding, as one of its record. */
export const recordChangeOf = <Output>(
  deps: BindingChangeDeps,
  context: CallContext,
  call: AnsweredBindingChange<Output>,
): RecordChange<typeof credentialBindingKind, Output> => ({
  ...bindingAccess(call, call.permission),
  eventType: call.eventType,
  action: call.action,
  reasonCode: call.reasonCode,
  reason: call.reason,
  ...(call.allow === undefined ? {} : { allow: call.allow }),
  decide: ({ stored }) => {
    const made = { now: deps.clock.now(), revocationId: deps.ids.mint('revocation') };
    return decidedWith(call.decide(stored.record, made), (decided) => ({
      revocations: revocationsOf(deps, decided.record, {
        revocationId: made.revocationId,
        reasonCode: call.reasonCode,
      }),
      answer: async (after, reported) =>
        call.answer(await changeOf(deps, context, { stored: after, reported })),
    }));
  },
});

interface Changed {
  readonly stored: Stored<CredentialBinding>;
  readonly reported: Reported | undefined;
}

const changeOf = async (
  { records }: BindingChangeDeps,
  { principal }: CallContext,
  { stored, reported }: Changed,
): Promise<BindingChange> => {
  const revocationId = reported?.revocations[0]?.revocationId;
  const affected =
    revocationId === undefined ? undefined : await sessionImpact(records, principal, stored.record);
  return {
    stored,
    moved: reported !== undefined,
    auditEventIds: reported === undefined ? [] : [reported.event.auditEventId],
    revocationId,
    affectedClientSessionIds: affected?.affectedClientSessionIds ?? [],
  };
};

interface Fencing {
  readonly revocationId: string;
  readonly reasonCode?: string | undefined;
}

// One for each environment where the binding may be in use. The first, for its own environment, is the one that is answered and recorded.
const revocationsOf = (
  { ids }: BindingChangeDeps,
  binding: CredentialBinding,
  { revocationId, reasonCode = 'requested' }: Fencing,
): readonly Revocation[] =>
  bindingEnvironments(binding).map((environmentId, index) => ({
    revocationId: index === 0 ? revocationId : ids.mint('revocation'),
    tenantId: binding.tenantId,
    environmentId,
    subjectType: 'credential_binding',
    subjectId: binding.credentialBindingId,
    effectiveAt: binding.updatedAt,
    reasonCode,
  }));

import { type AuditEvent, type AuditEventType, ok, type Result, type Revocation } from '@govgate/domain';
import type { Decided } from '@govgate/domain/internal';
import type { AnyKind, Change, Precondition, RecordFor, Stored } from '@govgate/ports';
import { type AuditFacts, auditEvent } from './audit-event.js';
import type { CallContext } from './context.js';
import { type Decision, decideAndCommit } from './decide-and-commit.js';
import { lockKey } from './key-lock.js';
import { type Admitted, admitRecord, type Loaded, presentIfMatch, type RecordAccess } from './load-record.js';
import type { Ports } from './ports.js';
import { afterWrite } from './record-tag.js';

/** A change of one record: which one, the decision about it, and how the trail records it. */
export interface RecordChange<K extends AnyKind, Output> extends RecordAccess<K> {
  readonly eventType: AuditEventType;
  readonly action: string;
  /** The version named by the event, for records that are versions. */
  readonly version?: string;
  readonly reasonCode?: string | undefined;
  readonly reason?: string | null | undefined;
  /** If the body names one of its own. */
  readonly correlationId?: string | undefined;
  /** Further names in the event besides the record and its revocations. */
  readonly relatedIds?: readonly string[];
  readonly ifMatch?: 'optional' | 'required';
  /** Further authorization, where the permission on the record is not sufficient. Only checked for an existing record. */
  readonly allow?: (record: RecordFor<K>) => Result<undefined> | Promise<Result<undefined>>;
  readonly decide: (
    loaded: Loaded<RecordFor<K>>,
  ) => Result<RecordDecision<RecordFor<K>, Output>> | Promise<Result<RecordDecision<RecordFor<K>, Output>>>;
}

/** The outcome of a change: the record, additional writes, and the answer. */
export interface RecordDecision<T, Output> extends Beside<T, Output> {
  readonly decided: Decided<T>;
}

/** What a decision about a record entails. Everything but the answer applies only if the record changes. */
export interface Beside<T, Output> {
  /** Written if the decision fences live sessions. */
  readonly revocations?: readonly Revocation[];
  /** Further writes with the change, each with its event. */
  readonly additionalWrites?: (event: AuditEvent) => readonly Change[];
  /** What must be unchanged since it was read when the change is written. */
  readonly preconditions?: readonly Precondition[];
  /** The answer about the resulting record; `reported` if it was changed. */
  readonly answer: (stored: Stored<T>, reported?: Reported) => Output | Promise<Output>;
}

/** What accompanies a change. */
export interface Reported {
  readonly event: AuditEvent;
  readonly revocations: readonly Revocation[];
}

export type ChangeDeps = Pick<Ports, 'records' | 'unitOfWork' | 'clock' | 'ids' | 'locks'>;

/** The domain's decision with what is written besides; a refusal stays a refusal. */
export const decidedWith = <T, Output>(
  decided: Result<Decided<T>>,
  beside: (decided: Decided<T>) => Beside<T, Output>,
): Result<RecordDecision<T, Output>> =>
  decided.ok ? ok({ decided: decided.value, ...beside(decided.value) }) : decided;

/**
 * Loads a record the caller may change, lets the domain decide, and commits record, event and revocations together. A decision that changes
 * nothing is answered without a write and without an event.
 */
export const changeRecord = <K extends AnyKind, Output>(
  deps: ChangeDeps,
  context: CallContext,
  change: RecordChange<K, Output>,
): Promise<Result<Output>> =>
  decideAndCommit(deps, context, {
    lock: lockKey(change.kind, change.within, change.id),
    admit: () => admit(deps, context, change),
    decide: (admitted) => decideChange(deps, context, { change, admitted }),
  });

const admit = async <K extends AnyKind, Output>(
  { records }: ChangeDeps,
  context: CallContext,
  change: RecordChange<K, Output>,
): Promise<Result<Admitted<RecordFor<K>>>> => {
  const admitted = await admitRecord(records, context, change);
  if (!admitted.ok || admitted.value.stored === undefined) return admitted;
  const allowed = (await change.allow?.(admitted.value.stored.record)) ?? ok(undefined);
  return allowed.ok ? admitted : allowed;
};

interface AdmittedChange<K extends AnyKind, Output> {
  readonly change: RecordChange<K, Output>;
  readonly admitted: Admitted<RecordFor<K>>;
}

/** The commit of a change, if it changes anything, and its answer. */
export const decideChange = async <K extends AnyKind, Output>(
  deps: Pick<Ports, 'clock' | 'ids'>,
  context: CallContext,
  { change, admitted }: AdmittedChange<K, Output>,
): Promise<Result<Decision<Output>>> => {
  const loaded = presentIfMatch(context, admitted, change.ifMatch);
  if (!loaded.ok) return loaded;
  const decision = await change.decide(loaded.value);
  if (!decision.ok) return decision;
  const { stored } = loaded.value;
  const { decided, answer, additionalWrites, preconditions = [] } = decision.value;
  if (decided.kind === 'no_change') return ok({ output: await answer(stored) });
  const { record, changedFields } = decided;
  const revocations = decided.fences ? (decision.value.revocations ?? []) : [];
  const event = auditEvent(deps, context, {
    ...factsOf(change, changedFields, revocations),
    moved: [stored.record as object, record as object],
  });
  const written: Change = { kind: change.kind, record, expectedVersion: stored.version };
  const changes = [written, ...(additionalWrites?.(event) ?? [])];
  return ok({
    commit: { changes, preconditions, audit: [event], revocations },
    output: await answer(afterWrite(stored, record), { event, revocations }),
  });
};

const factsOf = <K extends AnyKind, Output>(
  change: RecordChange<K, Output>,
  changedFields: readonly string[],
  revocations: readonly Revocation[],
): AuditFacts => ({
  eventType: change.eventType,
  action: change.action,
  environmentId: 'environmentId' in change.scope ? change.scope.environmentId : null,
  resourceId: change.id,
  version: change.version ?? null,
  reasonCode: change.reasonCode,
  reason: change.reason,
  correlationId: change.correlationId,
  changedFields,
  relatedIds: [...(change.relatedIds ?? []), ...revocations.map(({ revocationId }) => revocationId)],
});

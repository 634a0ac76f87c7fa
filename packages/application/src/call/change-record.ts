import {
  type AuditEvent,
  type AuditEventType,
  type Decided,
  ok,
  type Result,
  type Revocation,
} from '@govgate/domain';
import type { AnyKind, Change, Premise, RecordFor, Stored } from '@govgate/ports';
import { type AuditFacts, auditEvent } from './audit-event.js';
import type { CallContext } from './context.js';
import { type Decision, decideAndCommit } from './decide-and-commit.js';
import { type Admitted, admitRecord, type Loaded, presentIfMatch, type Wanted } from './load-record.js';
import type { Ports } from './ports.js';
import { afterWrite } from './record-tag.js';
import { turnAt } from './turns.js';

/** A change of one record: which, what is decided about it, and how the trail records it. */
export interface RecordChange<K extends AnyKind, Output> extends Wanted<K> {
  readonly eventType: AuditEventType;
  readonly action: string;
  /** The version that the event names, for records that are versions. */
  readonly version?: string;
  readonly reasonCode?: string | undefined;
  readonly reason?: string | null | undefined;
  /** Where the body names one of its own. */
  readonly correlationId?: string | undefined;
  /** What the event names besides the record and its revocations. */
  readonly relatedIds?: readonly string[];
  readonly ifMatch?: 'optional' | 'required';
  /** What else the caller must be allowed, where the permission on the record does not say it all. Only asked of a record that is there. */
  readonly allow?: (record: RecordFor<K>) => Result<undefined> | Promise<Result<undefined>>;
  readonly decide: (
    loaded: Loaded<RecordFor<K>>,
  ) => Result<RecordDecision<RecordFor<K>, Output>> | Promise<Result<RecordDecision<RecordFor<K>, Output>>>;
}

/** What a change comes to: what becomes of the record, what is written with it, and the answer. */
export interface RecordDecision<T, Output> extends Beside<T, Output> {
  readonly decided: Decided<T>;
}

/** What a decision about a record brings with it. Everything but the answer counts only where the record moves. */
export interface Beside<T, Output> {
  /** Written where the decision fences live sessions. */
  readonly revocations?: readonly Revocation[];
  /** What else is written with the change, and with its event. */
  readonly companions?: (event: AuditEvent) => readonly Change[];
  /** What must still be as it was read when the change is written. */
  readonly standsOn?: readonly Premise[];
  /** The answer to the record as it stands then; `told` where it was changed. */
  readonly answer: (stored: Stored<T>, told?: Told) => Output | Promise<Output>;
}

/** What goes with a change. */
export interface Told {
  readonly event: AuditEvent;
  readonly revocations: readonly Revocation[];
}

export type ChangeDeps = Pick<Ports, 'records' | 'unitOfWork' | 'clock' | 'ids' | 'turns'>;

/** What the domain decided, with what goes with it; a refusal stays one. */
export const decidedWith = <T, Output>(
  decided: Result<Decided<T>>,
  beside: (decided: Decided<T>) => Beside<T, Output>,
): Result<RecordDecision<T, Output>> =>
  decided.ok ? ok({ decided: decided.value, ...beside(decided.value) }) : decided;

/**
 * Loads a record that the caller may change, lets the domain decide, and commits record, event and revocations together. A
 * decision that changes nothing is answered without a write and without an event.
 */
export const changeRecord = <K extends AnyKind, Output>(
  deps: ChangeDeps,
  context: CallContext,
  change: RecordChange<K, Output>,
): Promise<Result<Output>> =>
  decideAndCommit(deps, context, {
    turn: turnAt(change.kind, change.within, change.id),
    admit: () => admit(deps, context, change),
    decide: (admitted) => decide(deps, context, change, admitted),
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

const decide = async <K extends AnyKind, Output>(
  deps: ChangeDeps,
  context: CallContext,
  change: RecordChange<K, Output>,
  admitted: Admitted<RecordFor<K>>,
): Promise<Result<Decision<Output>>> => {
  const loaded = presentIfMatch(context, admitted, change.ifMatch);
  if (!loaded.ok) return loaded;
  const decision = await change.decide(loaded.value);
  if (!decision.ok) return decision;
  const { stored } = loaded.value;
  const { decided, answer, companions, standsOn = [] } = decision.value;
  if (decided.kind === 'no_change') return ok({ output: await answer(stored) });
  const { record, changedFields } = decided;
  const revocations = decided.fences ? (decision.value.revocations ?? []) : [];
  const event = auditEvent(deps, context, factsOf(change, changedFields, revocations));
  const written: Change = { kind: change.kind, record, expectedVersion: stored.version };
  const changes = [written, ...(companions?.(event) ?? [])];
  return ok({
    commit: { changes, standsOn, audit: [event], revocations },
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

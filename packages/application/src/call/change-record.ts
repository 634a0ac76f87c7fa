import type { AuditEvent, AuditEventType, Decided, Result, Revocation } from '@govgate/domain';
import { ok } from '@govgate/domain';
import type { AnyKind, Change, CommitBatch, RecordFor, Stored } from '@govgate/ports';
import { auditEvent } from './audit-event.js';
import type { CallContext } from './context.js';
import { type Decision, decideAndCommit } from './decide-and-commit.js';
import { type Admitted, admitRecord, type Loaded, presentIfMatch, type Wanted } from './load-record.js';
import type { Ports } from './ports.js';
import { afterWrite } from './record-tag.js';
import { turnAt } from './turns.js';

/** A change of one record: which, what is decided of it, and how the trail tells it. */
export interface RecordChange<K extends AnyKind, Output> extends Wanted<K> {
  readonly eventType: AuditEventType;
  readonly action: string;
  /** The version that the event names, for records that are versions. */
  readonly version?: string;
  readonly reasonCode?: string | undefined;
  readonly reason?: string | null | undefined;
  readonly ifMatch?: 'optional' | 'required';
  /** What else the caller must be allowed, where the permission on the record does not say it all. Only asked of a record that is there. */
  readonly allow?: (record: RecordFor<K>) => Result<undefined> | Promise<Result<undefined>>;
  readonly decide: (
    loaded: Loaded<RecordFor<K>>,
  ) => Result<Decided<RecordFor<K>>> | Promise<Result<Decided<RecordFor<K>>>>;
  /** The revocation that goes with a change that fences live sessions. */
  readonly fence?: (record: RecordFor<K>) => readonly Revocation[];
  /** What else is written with the change, and with its event. */
  readonly beside?: (record: RecordFor<K>, event: AuditEvent) => readonly Change[];
  /** The answer to a record as it stands then; `told` where it was changed. */
  readonly answer: (stored: Stored<RecordFor<K>>, told?: Told) => Output | Promise<Output>;
}

/** What goes with a change. */
export interface Told {
  readonly event: AuditEvent;
  readonly revocations: readonly Revocation[];
}

export type ChangeDeps = Pick<Ports, 'records' | 'unitOfWork' | 'clock' | 'ids' | 'turns'>;

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
    decide: async (admitted) => {
      const loaded = presentIfMatch(context, admitted, change.ifMatch);
      if (!loaded.ok) return loaded;
      const { stored } = loaded.value;
      const decided = await change.decide(loaded.value);
      if (!decided.ok) return decided;
      if (decided.value.kind === 'no_change') return ok({ output: await change.answer(stored) });
      return ok(await moveTo(deps, context, change, stored, decided.value));
    },
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

const moveTo = async <K extends AnyKind, Output>(
  deps: ChangeDeps,
  context: CallContext,
  change: RecordChange<K, Output>,
  stored: Stored<RecordFor<K>>,
  { record, changedFields, fences }: Extract<Decided<RecordFor<K>>, { kind: 'moved' }>,
): Promise<Decision<Output>> => {
  const revocations = fences ? (change.fence?.(record) ?? []) : [];
  const event = auditEvent(deps, context, {
    eventType: change.eventType,
    action: change.action,
    environmentId: 'environmentId' in change.scope ? change.scope.environmentId : null,
    resourceId: change.id,
    version: change.version ?? null,
    reasonCode: change.reasonCode,
    reason: change.reason,
    changedFields,
    relatedIds: revocations.map(({ revocationId }) => revocationId),
  });
  const commit: CommitBatch = {
    changes: [
      { kind: change.kind, record, expectedVersion: stored.version },
      ...(change.beside?.(record, event) ?? []),
    ],
    audit: [event],
    revocations,
  };
  return { commit, output: await change.answer(afterWrite(stored, record), { event, revocations }) };
};

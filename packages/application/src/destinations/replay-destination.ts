import { type Destination, type ExportReplay, type Instant, ok, type Result, refuse } from '@govgate/domain';
import { exportReplayKind } from '@govgate/ports';
import { type AuditCaller, auditEventBy, callerOf } from '../call/audit-event.js';
import type { ChangeDeps } from '../call/change-record.js';
import type { UseCase } from '../call/context.js';
import { type Decision, decideAndCommit } from '../call/decide-and-commit.js';
import { admitRecord, present } from '../call/load-record.js';
import type { Ports } from '../call/ports.js';
import { type DestinationRef, destinationAccess } from './load-destination.js';
import { type ReplayView, replayView } from './read-export-status.js';

export interface ReplayDestinationInput extends DestinationRef {
  readonly reasonCode: string;
  /** Start of the range: a sequence or a time, inclusive. */
  readonly fromSequence?: number | undefined;
  readonly from?: Instant | undefined;
  /** End of the range: a sequence, inclusive, or a time, exclusive; by default the end of the trail. */
  readonly toSequence?: number | undefined;
  readonly to?: Instant | undefined;
}

/** The answer to a replay request. */
export interface ReplayAnswer extends ReplayView {
  readonly schemaVersion: '1.0';
  readonly tenantId: string;
  readonly environmentId: string;
  readonly destinationId: string;
  readonly auditEventRef: string;
}

type Deps = ChangeDeps & Pick<Ports, 'auditTrail'>;

/** More would compete for the receiver's time. */
const MOST_AT_ONCE = 3;

interface Range {
  readonly fromSequence: number;
  readonly toSequence: number;
}

/** Sends a range of the trail again, in addition to continuous export (docs/spec/destinations.md). The request is audited with its range. */
export const makeReplayDestination =
  (deps: Deps): UseCase<ReplayDestinationInput, ReplayAnswer> =>
  (context, input) =>
    decideAndCommit(deps, context, {
      admit: () => admitRecord(deps.records, context, destinationAccess(input, 'siem_webhook.manage')),
      decide: async (admitted) => {
        const loaded = present(admitted);
        return loaded.ok
          ? planReplay(deps, callerOf(context), { input, destination: loaded.value.stored.record })
          : loaded;
      },
    });

interface ReplayCall {
  readonly input: ReplayDestinationInput;
  readonly destination: Pick<Destination, 'enabled'>;
}

/** A replay's writes, and its answer. */
const planReplay = async (
  deps: Deps,
  caller: AuditCaller,
  { input, destination: { enabled } }: ReplayCall,
): Promise<Result<Decision<ReplayAnswer>>> => {
  const { scope, destinationId, reasonCode } = input;
  if (!enabled) return refuse('destination_disabled');
  const range = await rangeOf(deps, scope.tenantId, input);
  if (!range.ok) return range;
  const where = { is: { destinationId, state: 'running' } };
  if ((await deps.records.count(exportReplayKind, scope, where)) >= MOST_AT_ONCE)
    return refuse('limit_exceeded');
  const record = newReplay(deps, caller, { input, range: range.value });
  const event = auditEventBy(deps, caller, {
    eventType: 'siem_webhook.replay_requested',
    action: 'replay',
    environmentId: scope.environmentId,
    resourceId: destinationId,
    reasonCode,
    relatedIds: [record.replayId, `${record.fromSequence}-${record.toSequence}`],
  });
  const output: ReplayAnswer = {
    schemaVersion: '1.0',
    ...scope,
    destinationId,
    ...replayView(record),
    auditEventRef: event.auditEventId,
  };
  const change = { kind: exportReplayKind, record, expectedVersion: null };
  return ok({ commit: { changes: [change], audit: [event] }, output });
};

interface PlannedReplay {
  readonly input: ReplayDestinationInput;
  readonly range: Range;
}

const newReplay = (
  { ids, clock }: Pick<Deps, 'ids' | 'clock'>,
  caller: AuditCaller,
  { input: { scope, destinationId }, range }: PlannedReplay,
): ExportReplay => ({
  ...scope,
  replayId: ids.mint('replay'),
  destinationId,
  ...range,
  sequence: range.fromSequence - 1,
  state: 'running',
  requestedBy: caller.actor.actorId,
  requestedAt: clock.now(),
  completedAt: null,
  delivered: 0,
});

/** The sequences of a requested range; an empty range is refused. */
const rangeOf = async (
  { auditTrail }: Pick<Ports, 'auditTrail'>,
  tenantId: string,
  { from, to, fromSequence, toSequence }: ReplayDestinationInput,
): Promise<Result<Range>> => {
  if ((from === undefined) === (fromSequence === undefined))
    return refuse('invalid_request', 'from_sequence');
  if (to !== undefined && toSequence !== undefined) return refuse('invalid_request', 'to_sequence');
  const head = (await auditTrail.head(tenantId)).sequence;
  const begin = (await auditTrail.firstSequence(tenantId)) ?? head + 1;
  const first = Math.max(begin, fromSequence ?? (await firstFrom(auditTrail, tenantId, from)) ?? head + 1);
  const behind = to === undefined ? undefined : await firstFrom(auditTrail, tenantId, to);
  const last = Math.min(head, toSequence ?? (behind === undefined ? head : behind - 1));
  if (first > last) return refuse('invalid_request', from === undefined ? 'from_sequence' : 'from');
  return ok({ fromSequence: first, toSequence: last });
};

/** The first event at or after a time. */
const firstFrom = async (
  auditTrail: Ports['auditTrail'],
  tenantId: string,
  from: Instant | undefined,
): Promise<number | undefined> => {
  const filter = from === undefined ? {} : { from };
  return (await auditTrail.page(tenantId, { filter, direction: 'asc', limit: 1 })).items[0]?.sequence;
};

import {
  type DeliveryTest,
  type Destination,
  type DestinationObservation,
  ok,
  refuse,
  type Scope,
  type Target,
} from '@govgate/domain';
import {
  allowedActions,
  changedFields,
  checkDeliverable,
  type DeliveryStatus,
  destinationActions,
  mayOn,
  newDestinationObservation,
  statusWhileQueued,
} from '@govgate/domain/internal';
import {
  type Change,
  deliveryTestKind,
  destinationObservationKind,
  type OutboxEntry,
  PortUnavailable,
  type Stored,
} from '@govgate/ports';
import { auditEvent } from '../call/audit-event.js';
import type { CallContext, UseCase } from '../call/context.js';
import { type Decision, decideAndCommit } from '../call/decide-and-commit.js';
import { admitRecord, type Loaded, present } from '../call/load-record.js';
import type { Ports } from '../call/ports.js';
import { isWithin } from '../call/quotas.js';
import { checkIfMatch } from '../call/record-tag.js';
import { destinationAccess } from '../destinations/load-destination.js';
import { DELIVERY_CHECK, enqueueEntries, firstJobOf } from '../jobs/enqueue-entries.js';

export interface TestDestinationInput {
  readonly scope: Scope;
  readonly destinationId: string;
  readonly reasonCode: string;
}

/** The result of a delivery check (docs/spec/destinations.md#record, test result). */
export interface TestResult {
  readonly schemaVersion: '1.0';
  readonly requestId: string;
  readonly tenantId: string;
  readonly environmentId: string;
  readonly destinationId: string;
  /** The check ran or is queued; not that the delivery worked. */
  readonly accepted: true;
  readonly deliveryStatus: DeliveryStatus;
  /** The event of the request; the event of the outcome names the same check. */
  readonly auditEventRef: string;
  readonly permissions: { readonly allowedActions: readonly string[] };
}

type Deps = Pick<
  Ports,
  'records' | 'unitOfWork' | 'locks' | 'outbox' | 'jobQueue' | 'clock' | 'ids' | 'takeQuota'
>;

/** How long a caller waits for a check, in milliseconds, before the answer is that it is queued. */
const WAIT_MS = 10_000;

/**
 * Checks a destination (docs/spec/destinations.md#test). What is committed is the request; a worker makes the check and keeps its
 * outcome, and a caller who waits long enough gets it.
 */
export const makeTestDestination =
  (deps: Deps): UseCase<TestDestinationInput, TestResult> =>
  (context, input) => {
    const hasPatience = oncePerCall(deps, context, input);
    return decideAndCommit(deps, context, {
      admit: () => admitRecord(deps.records, context, destinationAccess(input, 'siem_webhook.test')),
      decide: async (admitted) => {
        const loaded = present(admitted);
        if (!loaded.ok) return loaded;
        if (!(await hasPatience())) return refuse('rate_limited');
        const { stored } = loaded.value;
        const matches = checkIfMatch(context, stored);
        if (!matches.ok) return matches;
        const deliverable = checkDeliverable(stored.record);
        return deliverable.ok
          ? ok(await request(deps, context, { input, loaded: loaded.value }))
          : deliverable;
      },
    });
  };

// Checks tax a destination, whoever asks for them. They count only once it is found.
const oncePerCall = (
  { takeQuota }: Deps,
  { onRateUsage }: CallContext,
  { scope, destinationId }: TestDestinationInput,
): (() => Promise<boolean>) => {
  let within: Promise<boolean> | undefined;
  const take = async (): Promise<boolean> => {
    const { tenantId, environmentId } = scope;
    const standing = await takeQuota('delivery_tests', tenantId, environmentId, destinationId);
    if (standing !== undefined) onRateUsage?.(standing);
    return isWithin(standing);
  };
  return () => {
    within ??= take();
    return within;
  };
};

interface TestCall {
  readonly input: TestDestinationInput;
  readonly loaded: Loaded<Destination>;
}

const request = async (
  deps: Deps,
  context: CallContext,
  { input: { scope, destinationId, reasonCode }, loaded: { stored, target } }: TestCall,
): Promise<Decision<TestResult>> => {
  const { records, clock, ids } = deps;
  const destination = stored.record;
  const observed = await records.get(destinationObservationKind, scope, destinationId);
  const { delivery, changes } = whileQueued(destination, observed);
  const test = newTest({ clock, ids }, context, { scope, destinationId });
  const event = auditEvent({ clock, ids }, context, {
    eventType: 'siem_webhook.test_requested',
    action: 'test',
    environmentId: scope.environmentId,
    resourceId: destinationId,
    reasonCode,
    relatedIds: [test.testId],
  });
  const entry = entryOf(test);
  const { auditEventId: eventId } = event;
  const output = resultOf(context, { destination, target, deliveryStatus: delivery, auditEventRef: eventId });
  const requested = { kind: deliveryTestKind, record: { ...test, eventId }, expectedVersion: null };
  return {
    commit: { changes: [requested, ...changes], audit: [event], outbox: [entry] },
    output,
    ends: async () => {
      const outcome = await outcomeOf(deps, scope, entry);
      return outcome === undefined ? output : { ...output, deliveryStatus: outcome };
    },
  };
};

interface QueuedStatus {
  readonly delivery: DeliveryStatus;
  readonly changes: readonly Change[];
}

// Where another check waits already the status says so: checks asked for at once need not meet over it.
const whileQueued = (
  destination: Destination,
  observed: Stored<DestinationObservation> | undefined,
): QueuedStatus => {
  const before = observed?.record ?? newDestinationObservation(destination);
  const record = { ...before, delivery: statusWhileQueued(before.delivery) };
  const change = { kind: destinationObservationKind, record, expectedVersion: observed?.version ?? null };
  return { delivery: record.delivery, changes: changedFields(before, record).length === 0 ? [] : [change] };
};

const newTest = (
  { clock, ids }: Pick<Deps, 'clock' | 'ids'>,
  { requestId }: CallContext,
  { scope, destinationId }: Pick<TestDestinationInput, 'scope' | 'destinationId'>,
): DeliveryTest => ({
  ...scope,
  testId: ids.mint('outbox'),
  destinationId,
  requestId,
  eventId: '',
  state: 'queued',
  generation: 1,
  handedOutAt: clock.now(),
  requestedAt: clock.now(),
  completedAt: null,
  outcome: null,
});

const entryOf = (test: DeliveryTest): OutboxEntry => ({
  entryId: test.testId,
  tenantId: test.tenantId,
  environmentId: test.environmentId,
  job: DELIVERY_CHECK,
  subjectId: test.testId,
  requestId: test.requestId,
  createdAt: test.requestedAt,
});

interface TestedDestination {
  readonly destination: Destination;
  readonly target: Target;
  readonly deliveryStatus: DeliveryStatus;
  readonly auditEventRef: string;
}

const resultOf = (
  { principal, requestId }: CallContext,
  { destination, target, deliveryStatus, auditEventRef }: TestedDestination,
): TestResult => ({
  schemaVersion: '1.0',
  requestId,
  tenantId: destination.tenantId,
  environmentId: destination.environmentId,
  destinationId: destination.destinationId,
  accepted: true,
  deliveryStatus,
  auditEventRef,
  permissions: {
    allowedActions: allowedActions(
      destinationActions,
      { state: 'enabled', facts: {} },
      mayOn(principal, target),
    ),
  },
});

/** The outcome of a check that is done in time; undefined: it is queued. */
const outcomeOf = async (
  deps: Deps,
  scope: Scope,
  entry: OutboxEntry,
): Promise<DeliveryStatus | undefined> => {
  try {
    if ((await enqueueEntries(deps, [entry])) === 0 || !(await deps.jobQueue.hasWorker())) return undefined;
    await deps.jobQueue.endOf(firstJobOf(entry).jobId, WAIT_MS);
  } catch (fault) {
    // The request is committed, so a queue that goes away now delays it and refuses nothing.
    if (fault instanceof PortUnavailable && fault.port === 'queue') return undefined;
    throw fault;
  }
  const test = await deps.records.get(deliveryTestKind, scope, entry.entryId);
  return test?.record.outcome ?? undefined;
};

import {
  allowedActions,
  changedFields,
  checkDeliverable,
  type DeliveryStatus,
  type DeliveryTest,
  type Destination,
  destinationActions,
  destinationMachine,
  newDestinationObservation,
  ok,
  refuse,
  type Scope,
  statusWhileQueued,
  type Target,
} from '@govgate/domain';
import {
  deliveryTestKind,
  destinationObservationKind,
  type OutboxEntry,
  PortUnavailable,
} from '@govgate/ports';
import { auditEvent } from '../call/audit-event.js';
import type { CallContext, UseCase } from '../call/context.js';
import { type Decision, decideAndCommit } from '../call/decide-and-commit.js';
import { admitRecord, type Loaded, present } from '../call/load-record.js';
import type { Ports } from '../call/ports.js';
import { isWithin } from '../call/quotas.js';
import { checkIfMatch } from '../call/record-tag.js';
import { wantedDestination } from '../destinations/load-destination.js';
import { DELIVERY_CHECK, firstJobOf, handOn } from '../jobs/hand-on.js';

export interface TestDestinationInput {
  readonly scope: Scope;
  readonly destinationId: string;
  readonly reasonCode: string;
}

/** The result of a delivery check (contract, section 2.2, test result). */
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
  'records' | 'unitOfWork' | 'turns' | 'outbox' | 'jobQueue' | 'clock' | 'ids' | 'takeQuota'
>;

/** How long a caller waits for a check, in milliseconds, before the answer is that it is queued. */
const WAIT_MS = 10_000;

/**
 * Checks a destination (contract, section 4.3). What is committed is the request; a worker makes the check and keeps its
 * outcome, and a caller who waits long enough gets it.
 */
export const makeTestDestination =
  (deps: Deps): UseCase<TestDestinationInput, TestResult> =>
  (context, input) => {
    const hasPatience = oncePerCall(deps, context, input);
    return decideAndCommit(deps, context, {
      admit: () => admitRecord(deps.records, context, wantedDestination(input, 'siem_webhook.test')),
      decide: async (admitted) => {
        const loaded = present(admitted);
        if (!loaded.ok) return loaded;
        if (!(await hasPatience())) return refuse('rate_limited');
        const { stored } = loaded.value;
        const matches = checkIfMatch(context, stored);
        if (!matches.ok) return matches;
        const deliverable = checkDeliverable(stored.record);
        return deliverable.ok ? ok(await request(deps, context, input, loaded.value)) : deliverable;
      },
    });
  };

// Checks tax a destination, whoever asks for them. They count only once it is found.
const oncePerCall = (
  { takeQuota }: Deps,
  { tellQuota }: CallContext,
  { scope, destinationId }: TestDestinationInput,
): (() => Promise<boolean>) => {
  let within: Promise<boolean> | undefined;
  const take = async (): Promise<boolean> => {
    const { tenantId, environmentId } = scope;
    const standing = await takeQuota('delivery_tests', tenantId, environmentId, destinationId);
    if (standing !== undefined) tellQuota?.(standing);
    return isWithin(standing);
  };
  return () => {
    within ??= take();
    return within;
  };
};

const request = async (
  deps: Deps,
  context: CallContext,
  { scope, destinationId, reasonCode }: TestDestinationInput,
  { stored: { record: destination }, target }: Loaded<Destination>,
): Promise<Decision<TestResult>> => {
  const { records, clock, ids } = deps;
  const observed = await records.get(destinationObservationKind, scope, destinationId);
  const before = observed?.record ?? newDestinationObservation(destination);
  const observation = { ...before, delivery: statusWhileQueued(before.delivery) };
  const isQueued = changedFields(before, observation).length === 0;
  const test = newTest({ clock, ids }, context, scope, destinationId);
  const event = auditEvent({ clock, ids }, context, {
    eventType: 'siem_webhook.test_requested',
    action: 'test',
    environmentId: scope.environmentId,
    resourceId: destinationId,
    reasonCode,
    relatedIds: [test.testId],
  });
  const entry = entryOf(test);
  const output = resultOf(context, destination, target, observation.delivery, event.auditEventId);
  return {
    commit: {
      changes: [
        { kind: deliveryTestKind, record: { ...test, eventId: event.auditEventId }, expectedVersion: null },
        // Where another check waits already the status says so: checks asked for at once need not meet over it.
        ...(isQueued
          ? []
          : [
              {
                kind: destinationObservationKind,
                record: observation,
                expectedVersion: observed?.version ?? null,
              },
            ]),
      ],
      audit: [event],
      outbox: [entry],
    },
    output,
    ends: async () => {
      const outcome = await outcomeOf(deps, scope, entry);
      return outcome === undefined ? output : { ...output, deliveryStatus: outcome };
    },
  };
};

const newTest = (
  { clock, ids }: Pick<Deps, 'clock' | 'ids'>,
  { requestId }: CallContext,
  scope: Scope,
  destinationId: string,
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

const resultOf = (
  { principal, requestId }: CallContext,
  destination: Destination,
  target: Target,
  deliveryStatus: DeliveryStatus,
  auditEventRef: string,
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
    allowedActions: allowedActions(principal, destinationMachine, destinationActions, target, 'enabled'),
  },
});

/** The outcome of a check that is done in time; undefined: it is queued. */
const outcomeOf = async (
  deps: Deps,
  scope: Scope,
  entry: OutboxEntry,
): Promise<DeliveryStatus | undefined> => {
  try {
    if ((await handOn(deps, [entry])) === 0 || !(await deps.jobQueue.hasWorker())) return undefined;
    await deps.jobQueue.endOf(firstJobOf(entry).jobId, WAIT_MS);
  } catch (fault) {
    // The request is committed, so a queue that goes away now delays it and refuses nothing.
    if (fault instanceof PortUnavailable && fault.port === 'queue') return undefined;
    throw fault;
  }
  const test = await deps.records.get(deliveryTestKind, scope, entry.entryId);
  return test?.record.outcome ?? undefined;
};

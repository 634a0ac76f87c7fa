import { allOperations, type Operation } from '@govgate/adapter-http';

/** An operation that writes an event. */
export type ChangingOperation = Operation & { readonly audited: NonNullable<Operation['audited']> };

/**
 * Every operation that changes something decided by somebody. A heartbeat is an observation: it is kept without an
 * event (its refusals are audited).
 */
export const CHANGING_OPERATIONS: readonly ChangingOperation[] = allOperations.filter(
  (operation): operation is ChangingOperation =>
    operation.audited !== undefined && operation.id !== 'reportHeartbeat',
);

import { allOperations, type Operation } from '@govgate/adapter-http';

/** An operation that writes an event. */
export type ChangingOperation = Operation & { readonly audited: NonNullable<Operation['audited']> };

/**
 * Every operation that changes something that somebody decides. A heartbeat is what a plane observed: it is kept without an
 * event (its refusals are audited).
 */
export const CHANGING_OPERATIONS: readonly ChangingOperation[] = allOperations.filter(
  (operation): operation is ChangingOperation =>
    operation.audited !== undefined && operation.id !== 'reportHeartbeat',
);

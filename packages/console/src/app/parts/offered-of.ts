import type { Change } from './change-buttons.js';

/** What is offered of a record's changes: what it allows this caller now, and no more. Without a list of actions all are. */
export const offeredOf = <R>(
  changes: readonly Change<R>[],
  actions: readonly string[] | undefined,
): readonly Change<R>[] => changes.filter(({ action }) => actions === undefined || actions.includes(action));

import type { Change } from './change-buttons.js';

/** The offered changes of a record: those it allows this caller now, and no others. Without a list of actions all are. */
export const offeredOf = <R>(
  changes: readonly Change<R>[],
  actions: readonly string[] | undefined,
): readonly Change<R>[] => changes.filter(({ action }) => actions === undefined || actions.includes(action));

import type { ReadOverviewResponse } from '@govgate/client';

/** What waits for the caller of one kind. */
export type WaitingOfKind = ReadOverviewResponse['waiting'][number];

/** How many records wait for the caller, and whether there may be more. */
export const waitingTotal = (waiting: readonly WaitingOfKind[]) => ({
  count: waiting.reduce((sum, { count }) => sum + count, 0),
  isAtLeast: waiting.some(({ is_at_least }) => is_at_least),
});

/** The kinds of which something waits, or may: what was looked through need not be all. */
export const waitingKinds = (waiting: readonly WaitingOfKind[]): readonly WaitingOfKind[] =>
  waiting.filter(({ count, is_at_least }) => count > 0 || is_at_least);

import type { WaitingOfKind } from './waiting-total.js';

/** Something pending a decision this caller may make. */
export interface Waiting {
  readonly kind: WaitingOfKind['kind'];
  readonly id: string;
  readonly name: string;
  readonly team: string;
  readonly by: string;
  readonly since: string | null;
  /** When it can no longer be decided; null if that has no end. */
  readonly until: string | null;
  /** Where it is decided. */
  readonly path: string;
  /** What the caller may do to it now. */
  readonly actions: readonly string[];
}

/** What comes first when people decide in this order. */
export const byUrgency = (a: Waiting, b: Waiting): number => {
  const [one, other] = [a, b].map(({ since, until }) => `${until ?? '9'} ${since ?? ''}`) as [string, string];
  return one < other ? -1 : 1;
};

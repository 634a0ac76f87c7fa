import type { Scope, SequencedRevocation } from '@govgate/domain';

/** The revocations of an environment, in their gap-free order. They come with commits only. */
export interface RevocationFeed {
  /** Those behind a sequence, at most `limit`, oldest first. */
  after(scope: Scope, sequence: number, limit: number): Promise<readonly SequencedRevocation[]>;
  /** The one of an id, wherever it stands in the feed, at the cost of one. */
  find(scope: Scope, revocationId: string): Promise<SequencedRevocation | undefined>;
  /** 0 before the first. */
  lastSequence(scope: Scope): Promise<number>;
}

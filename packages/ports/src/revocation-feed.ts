import type { Scope, SequencedRevocation } from '@govgate/domain';

/** The revocations of an environment, in their gap-free order. They come with commits only. */
export interface RevocationFeed {
  /** Those behind a sequence, at most `limit`, oldest first. */
  after(scope: Scope, sequence: number, limit: number): Promise<readonly SequencedRevocation[]>;
  /** 0 before the first. */
  lastSequence(scope: Scope): Promise<number>;
}

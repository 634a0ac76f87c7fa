import type { SealedAuditEvent } from '@govgate/domain';

/** An event that this process committed. */
export interface CommittedEvent {
  readonly sequence: number;
  readonly hash: string;
}

/**
 * What this process committed to each trail since it was last found there. Whoever can write the database cannot change this memory, so
 * it shows that an event was removed or replaced before it was signed.
 */
export class CommittedEvents {
  readonly #hashes = new Map<string, Map<number, string>>();

  /** Remembers events that a commit just placed in their chains. */
  add(events: readonly SealedAuditEvent[]): void {
    for (const { tenantId, sequence, hash, prevHash } of events) {
      const hashes = this.#hashes.get(tenantId) ?? new Map<number, string>();
      this.#hashes.set(tenantId, hashes);
      // An event vouches for the one before it by its prev_hash. The first of two events with one number stays: the second one is the fault.
      if (hashes.get(sequence - 1) === prevHash) hashes.delete(sequence - 1);
      if (!hashes.has(sequence)) hashes.set(sequence, hash);
    }
  }

  /** The tenants of which something is remembered. */
  tenants(): readonly string[] {
    return [...this.#hashes.keys()];
  }

  /** What must still be in a trail, in its order. */
  of(tenantId: string): readonly CommittedEvent[] {
    const hashes = this.#hashes.get(tenantId) ?? [];
    return [...hashes]
      .map(([sequence, hash]) => ({ sequence, hash }))
      .sort((a, b) => a.sequence - b.sequence);
  }

  /** Forgets events that were found in a sound trail: all that are signed, and of the others all but the last, which vouches for them. */
  found(tenantId: string, events: readonly CommittedEvent[], signedUpTo: number): void {
    const hashes = this.#hashes.get(tenantId);
    const last = events.at(-1);
    for (const event of events)
      if (event.sequence <= signedUpTo || event !== last) hashes?.delete(event.sequence);
    if (hashes?.size === 0) this.#hashes.delete(tenantId);
  }
}

import type { Place } from './touch-log.js';

/** Two counters of a tenant that show whether anything read before still holds. */
export interface Revisions {
  /** Moves with every commit that has an event or a record of the tenant. `observe` moves neither. */
  readonly content: number;
  /** Moves with a commit that touches a kind marked `authorization`, the installation's kinds included. */
  readonly authorization: number;
}

/**
 * The cheapest question a store answers: is what I remember still true? It sees commits of every process that shares the
 * store, at once. An adapter that knows without asking may answer without a promise.
 */
export interface RevisionReader {
  revisions(tenantId: string): Revisions | Promise<Revisions>;

  /**
   * The next question is answered by a new look at what other processes committed. Where it is kept, that look answers all who ask
   * until this is called again; otherwise a look stands only while nothing from outside can have come in between. For whoever knows
   * which calls came in before a look. An adapter that bundles its questions itself leaves it out.
   */
  lookAnew?(isKept: boolean): void;

  /**
   * Whether this process knows of every commit between two content revisions of a tenant, and none wrote at any of the places: what
   * was read there at the first still holds at the second. False where it cannot know. An adapter that never knows leaves it out.
   */
  untouched?(tenantId: string, since: number, until: number, places: readonly Place[]): boolean;
}

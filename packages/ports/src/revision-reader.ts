/** Two counters of a tenant that tell whether anything read before still holds. */
export interface Revisions {
  /** Moves with every commit in the tenant. Observed records do not move it. */
  readonly content: number;
  /** Moves with every commit that touches a kind marked `authorization`. */
  readonly authorization: number;
}

/**
 * The cheapest question a store answers: is what I remember still true? It sees commits of every process that shares the
 * store, at once. An adapter that knows without asking may answer without a promise.
 */
export interface RevisionReader {
  revisions(tenantId: string): Revisions | Promise<Revisions>;
}

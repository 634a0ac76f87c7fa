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
}

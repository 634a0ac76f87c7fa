/** Two counters of a tenant that tell whether anything read before still holds. */
export interface Revisions {
  /** Moves with every commit that has an event or a record of the tenant. `observe` moves neither. */
  readonly content: number;
  /** Moves with such a commit when it touches a kind marked `authorization`, be it one of the installation. */
  readonly authorization: number;
}

/**
 * The cheapest question a store answers: is what I remember still true? It sees commits of every process that shares the
 * store, at once. An adapter that knows without asking may answer without a promise.
 */
export interface RevisionReader {
  revisions(tenantId: string): Revisions | Promise<Revisions>;
}

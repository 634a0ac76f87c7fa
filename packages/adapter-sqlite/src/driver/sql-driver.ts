/** What SQLite columns hold here. */
export type SqlValue = string | number | null;
export type SqlRow = readonly SqlValue[];

export interface SqlStatement {
  /** Runs it and returns how many rows it wrote. */
  run(values?: readonly SqlValue[]): number;
  get(values?: readonly SqlValue[]): SqlRow | undefined;
  all(values?: readonly SqlValue[]): readonly SqlRow[];
}

/**
 * All that the adapter asks of a driver: prepare, run, get, all, transaction. Calls block and throw errors with SQLite's
 * code name in `code`. Statements are kept by their text, so asking twice is cheap.
 */
export interface SqlDriver {
  prepare(sql: string): SqlStatement;
  /** One snapshot for reads, or the write lock from the start; thrown errors roll back. */
  transaction<T>(mode: 'DEFERRED' | 'IMMEDIATE', work: () => T): T;
  /** False within a transaction that an error (a full disk) has rolled back behind our back. */
  inTransaction(): boolean;
  close(): void;
}

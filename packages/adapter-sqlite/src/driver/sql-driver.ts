/** Values of SQLite columns in this store. */
export type SqlValue = string | number | Uint8Array | null;
export type SqlRow = readonly SqlValue[];

/** A prepared statement. Its caller, who wrote the text, says what its rows are. */
export interface SqlStatement {
  /** Runs it and returns the number of rows written. */
  run(values?: readonly SqlValue[]): number;
  get<Row extends SqlRow = SqlRow>(values?: readonly SqlValue[]): Row | undefined;
  all<Row extends SqlRow = SqlRow>(values?: readonly SqlValue[]): readonly Row[];
}

/**
 * All that the adapter asks of a driver: prepare, run, get, all, transaction. Calls block and throw errors with SQLite's code name in
 * `code`. Statements are cached by their text, so asking twice is cheap.
 */
export interface SqlDriver {
  prepare(sql: string): SqlStatement;
  /** A snapshot for reads, or the write lock from the start; exceptions roll back. */
  transaction<T>(mode: 'DEFERRED' | 'IMMEDIATE', work: () => T): T;
  /** False within a transaction that an error (a full disk) has already rolled back. */
  inTransaction(): boolean;
  close(): void;
}

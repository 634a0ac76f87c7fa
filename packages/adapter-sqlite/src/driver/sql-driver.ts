/** Values of SQLite columns in this store. */
export type SqlValue = string | number | Uint8Array | null;
export type SqlRow = readonly SqlValue[];

/**
 * All that the adapter asks of a driver: run, get, all, transaction. Calls block and throw errors with SQLite's code name in
 * `code`. Statements are prepared once and kept by their text. Their caller, who wrote the text, says what their rows are.
 */
export interface SqlDriver {
  /** Runs a statement and returns the number of rows written. */
  run(sql: string, values?: readonly SqlValue[]): number;
  get<Row extends SqlRow = SqlRow>(sql: string, values?: readonly SqlValue[]): Row | undefined;
  all<Row extends SqlRow = SqlRow>(sql: string, values?: readonly SqlValue[]): readonly Row[];
  /** A snapshot for reads, or the write lock from the start; exceptions roll back. */
  transaction<T>(mode: 'DEFERRED' | 'IMMEDIATE', work: () => T): T;
  /** False within a transaction that an error (a full disk) has already rolled back. */
  inTransaction(): boolean;
  close(): void;
}

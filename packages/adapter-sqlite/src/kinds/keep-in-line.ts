import type { KindTable } from './kind-table.js';

/** Brings a scope's records up to date before a query relies on derived values; undefined: they are up to date. */
export type KeepInLine = (table: KindTable, partition: readonly string[]) => Promise<void> | undefined;

import type { KindTable } from './kind-table.js';

/** Brings the records of a scope in line before something is asked by what is derived from them; undefined: they are. */
export type KeepInLine = (table: KindTable, partition: readonly string[]) => Promise<void> | undefined;

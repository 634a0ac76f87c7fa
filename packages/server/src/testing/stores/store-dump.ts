/** Every row of every table or collection of a store, by its name, each as a text that differs when the row does. */
export type StoreDump = Readonly<Record<string, readonly string[]>>;

/** The tables in which two dumps differ. */
export const changedTables = (before: StoreDump, after: StoreDump): readonly string[] =>
  Object.keys({ ...before, ...after }).filter(
    (table) => JSON.stringify(before[table] ?? []) !== JSON.stringify(after[table] ?? []),
  );

/** The rows that contain a text. */
export const rowsWith = (dump: StoreDump, text: string): StoreDump =>
  Object.fromEntries(
    Object.entries(dump).map(([table, rows]) => [table, rows.filter((row) => row.includes(text))]),
  );

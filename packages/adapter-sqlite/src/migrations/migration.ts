/** A numbered step of the core tables. Released steps never change; new ones follow. */
export interface Migration {
  readonly number: number;
  readonly name: string;
  readonly statements: readonly string[];
  /** The table that it writes again, row by row: takes long where there are many. */
  readonly rebuilds?: { readonly table: string; readonly what: string };
}

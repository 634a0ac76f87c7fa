/** A numbered step of the core tables. Released steps never change; new ones follow. */
export interface Migration {
  readonly number: number;
  readonly statements: readonly string[];
}

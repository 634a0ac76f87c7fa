/** A numbered step of the core tables. Steps are never changed once released; new ones follow. */
export interface Migration {
  readonly number: number;
  readonly name: string;
  readonly statements: readonly string[];
}

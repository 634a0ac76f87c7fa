/** A page of a snake_case list. */
export interface ListPage<T> {
  readonly schemaVersion: '1.0';
  readonly items: readonly T[];
  readonly page: { readonly limit: number; readonly totalCount: number; readonly nextCursor?: string };
}

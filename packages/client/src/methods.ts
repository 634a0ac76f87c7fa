/** A list: one page by calling it, all pages or all records by iterating. */
export interface ListMethod<
  Asked extends readonly unknown[],
  Answer extends { readonly items: readonly unknown[] },
> {
  (...request: Asked): Promise<Answer>;
  pages(...request: Asked): AsyncIterableIterator<Answer>;
  items(...request: Asked): AsyncIterableIterator<Answer['items'][number]>;
}

/** A stream: its records by calling it, or its lines as they were sent. */
export interface StreamMethod<Asked extends readonly unknown[], Answer> {
  (...request: Asked): AsyncIterableIterator<Answer>;
  lines(...request: Asked): AsyncIterableIterator<string>;
}

/** The query of a call. */
export type Query<Data extends { readonly query?: unknown }> = NonNullable<Data['query']>;

/** A list: one page by calling it, all pages or all records by iterating. */
export interface ListMethod<
  Asked extends readonly unknown[],
  Answer extends { readonly items: readonly unknown[] },
> {
  (...asked: Asked): Promise<Answer>;
  pages(...asked: Asked): AsyncIterableIterator<Answer>;
  items(...asked: Asked): AsyncIterableIterator<Answer['items'][number]>;
}

/** A stream: its records by calling it, or its lines as they were sent. */
export interface StreamMethod<Asked extends readonly unknown[], Answer> {
  (...asked: Asked): AsyncIterableIterator<Answer>;
  lines(...asked: Asked): AsyncIterableIterator<string>;
}

/** The query of a call. */
export type Query<Data extends { readonly query?: unknown }> = NonNullable<Data['query']>;

import type { GovgateClient } from '@govgate/client';
import type { ComponentChildren } from 'preact';
import { useLocation } from 'preact-iso/router';
import { type Api, useApi } from '../state/api.js';
import { useLoad } from '../state/use-load.js';
import { texts } from '../texts.js';
import { type Change, ChangeButtons } from './change-buttons.js';
import { Failure } from './failure.js';
import { type Filter, Filters } from './filters.js';
import { Heading } from './heading.js';
import { Pager } from './pager.js';

/** The query of an address. The API judges it. */
export type Query = Readonly<Record<string, string>>;

/** A page of a list, whatever the API's spelling. */
export interface Page<Item> {
  readonly items: readonly Item[];
  readonly total: number | undefined;
  /** There are more than the total: the API counts no further. */
  readonly isAtLeast?: boolean | undefined;
  readonly next: string | undefined;
}

export interface Column<Item> {
  readonly head: string;
  readonly cell: (item: Item, api: Api) => ComponentChildren;
  /** The API's sort key; a leading minus reverses it. */
  readonly sort?: string;
}

/** The declaration of a list: its request, filters and columns. */
export interface ListDef<Item> {
  readonly title: string;
  /** The base path: filters belong to it, and records lie below it. */
  readonly path: string;
  readonly filters: readonly Filter[];
  readonly columns: readonly Column<Item>[];
  readonly idOf: (item: Item) => string;
  readonly ask: (
    client: GovgateClient,
    query: Query,
    options: { signal: AbortSignal },
  ) => Promise<Page<Item>>;
  /** What to do next if the list is empty. */
  readonly whenEmpty: string;
  readonly everyMs?: number;
  /** What can be created here, for callers who may. */
  readonly creates?: (api: Api) => readonly Change<undefined>[];
  /** For records that are not below `path`. */
  readonly linkOf?: (item: Item, api: Api) => string;
  /** Shown above the table, from the whole answer. */
  readonly Above?: (props: { readonly query: Query }) => ComponentChildren;
}

/** Passes a query on as a call's parameters: it comes from the address, and the API judges it. */
export const unchecked = <T,>(query: Query): T => query as unknown as T;

export function ListPage<Item>({ list }: { readonly list: ListDef<Item> }) {
  const api = useApi();
  const { query, url } = useLocation();
  const { environment: _, ...asked } = query;
  const loaded = useLoad(url, ({ signal }) => list.ask(api.client, asked, { signal }), list.everyMs);
  const { Above } = list;
  return (
    <>
      <Heading title={list.title}>
        <ChangeButtons
          changes={list.creates?.(api) ?? []}
          actions={undefined}
          record={undefined}
          onDone={loaded.reload}
        />
      </Heading>
      {Above !== undefined && <Above query={asked} />}
      <Filters path={list.path} filters={list.filters} />
      {loaded.error !== undefined && <Failure error={loaded.error} retry={loaded.reload} />}
      <ListTable list={list} page={loaded.data} isLoading={loaded.isLoading} />
      {loaded.data !== undefined && <Pager path={list.path} page={loaded.data} />}
    </>
  );
}

function ListTable<Item>({
  list,
  page,
  isLoading,
}: {
  readonly list: ListDef<Item>;
  readonly page: Page<Item> | undefined;
  readonly isLoading: boolean;
}) {
  const api = useApi();
  if (page === undefined) return isLoading ? <p class="quiet">{texts.loading}</p> : null;
  if (page.items.length === 0)
    return (
      <p class="empty">
        <strong>{texts.nothingHere}</strong> {list.whenEmpty}
      </p>
    );
  const linkOf =
    list.linkOf ?? ((item: Item) => api.href(`${list.path}/${encodeURIComponent(list.idOf(item))}`));
  return (
    <table class="list" aria-busy={isLoading}>
      <thead>
        <tr>
          {list.columns.map((column) => (
            <ColumnHead key={column.head} path={list.path} column={column} />
          ))}
        </tr>
      </thead>
      <tbody>
        {page.items.map((item) => (
          <tr key={list.idOf(item)}>
            {list.columns.map((column, place) =>
              place === 0 ? (
                <th scope="row" data-head={column.head}>
                  <a href={linkOf(item, api)}>{column.cell(item, api)}</a>
                </th>
              ) : (
                <td data-head={column.head}>{column.cell(item, api)}</td>
              ),
            )}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function ColumnHead<Item>({ path, column }: { readonly path: string; readonly column: Column<Item> }) {
  const api = useApi();
  const { query } = useLocation();
  if (column.sort === undefined) return <th scope="col">{column.head}</th>;
  const isUp = query.sort === column.sort;
  const isDown = query.sort === `-${column.sort}`;
  const { cursor: _, ...rest } = query;
  const sort = isUp ? `-${column.sort}` : column.sort;
  return (
    <th scope="col" aria-sort={isUp ? 'ascending' : isDown ? 'descending' : 'none'}>
      <a href={api.href(path, { ...rest, sort })}>
        {column.head} {isUp ? '↑' : isDown ? '↓' : '↕'}
      </a>
    </th>
  );
}

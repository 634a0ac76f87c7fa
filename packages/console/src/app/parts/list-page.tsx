import type { GovgateClient } from '@govgate/client';
import { EmptyState, EmptyStateBody } from '@patternfly/react-core';
import SearchIcon from '@patternfly/react-icons/dist/esm/icons/search-icon.js';
import { Table, Tbody, Td, Th, Thead, type ThProps, Tr } from '@patternfly/react-table';
import type { ReactNode } from 'react';
import { route, useAddress } from '../state/address.js';
import { type Api, useApi } from '../state/api.js';
import { useLoad } from '../state/use-load.js';
import { texts } from '../texts.js';
import { type Change, ChangeButtons } from './change-buttons.js';
import { Failure } from './failure.js';
import { type Filter, Filters } from './filters.js';
import { Heading } from './heading.js';
import { Loading } from './loading.js';
import { Pager } from './pager.js';

/** The query of an address. The API judges it. */
export type Query = Readonly<Record<string, string | undefined>>;

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
  readonly cell: (item: Item, api: Api) => ReactNode;
  /** The API's sort key; a leading minus reverses it. */
  readonly sort?: string;
}

/** The declaration of a list: its request, filters and columns. */
export interface ListDef<Item> {
  readonly title: string;
  /** The base path: filters belong to it, and records lie below it. */
  readonly path: string;
  readonly filters: readonly Filter[];
  /** The list can be searched by name, unless its records have none. */
  readonly hasNames?: false;
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
  /** Shown above the table, from the whole answer. */
  readonly Above?: (props: { readonly query: Query }) => ReactNode;
}

const NAME: Filter = { name: 'q', label: texts.search };

/** Passes a query on as a call's parameters: it comes from the address, and the API judges it. */
export const unchecked = <T,>(query: Readonly<Record<string, unknown>>): T => query as T;

export function ListPage<Item>({ list }: { readonly list: ListDef<Item> }) {
  const api = useApi();
  const { query } = useAddress();
  const { environment: _, ...request } = query;
  const loaded = useLoad(
    ['list', list.path, request],
    ({ signal }) => list.ask(api.client, request, { signal }),
    list.everyMs,
  );
  const { Above } = list;
  return (
    <>
      <Heading title={list.title}>
        <ChangeButtons changes={list.creates?.(api) ?? []} actions={undefined} record={undefined} />
      </Heading>
      {Above !== undefined && <Above query={request} />}
      <Filters path={list.path} filters={list.hasNames === false ? list.filters : [NAME, ...list.filters]} />
      {loaded.error !== undefined && <Failure error={loaded.error} retry={loaded.reload} />}
      <ListTable list={list} page={loaded.data} isLoading={loaded.isLoading} />
      {loaded.data !== undefined && <Pager path={list.path} page={loaded.data} />}
    </>
  );
}

/** Says what a list is for, and the first step. */
export const Empty = ({ says }: { readonly says: string }) => (
  <EmptyState
    className="empty"
    titleText={texts.nothingHere}
    headingLevel="h2"
    icon={SearchIcon}
    variant="sm"
  >
    <EmptyStateBody>{says}</EmptyStateBody>
  </EmptyState>
);

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
  const sortOf = useSorting(list.path);
  if (page === undefined) return isLoading ? <Loading lines={8} /> : null;
  if (page.items.length === 0) return <Empty says={list.whenEmpty} />;
  return (
    <Table
      className="list"
      role="table"
      variant="compact"
      gridBreakPoint="grid-md"
      aria-label={list.title}
      aria-busy={isLoading}
    >
      <Thead>
        <Tr>
          {list.columns.map(({ head, sort }) => (
            <Th key={head} modifier="wrap" {...sortOf(sort)}>
              {head}
            </Th>
          ))}
        </Tr>
      </Thead>
      <Tbody>
        {page.items.map((item) => (
          <Tr key={list.idOf(item)}>
            {list.columns.map(({ head, cell }, place) => (
              <Td key={head} dataLabel={head}>
                {place === 0 ? (
                  <a href={api.href(`${list.path}/${encodeURIComponent(list.idOf(item))}`)}>
                    {cell(item, api)}
                  </a>
                ) : (
                  cell(item, api)
                )}
              </Td>
            ))}
          </Tr>
        ))}
      </Tbody>
    </Table>
  );
}

/** The button of a column that the API can sort by; a second press reverses the order. */
const useSorting = (path: string) => {
  const { href } = useApi();
  const { query } = useAddress();
  const { cursor: _, ...rest } = query;
  return (key: string | undefined): Pick<ThProps, 'sort'> => {
    if (key === undefined) return {};
    const isUp = query.sort === key;
    const direction = isUp ? ('asc' as const) : ('desc' as const);
    const sortBy = isUp || query.sort === `-${key}` ? { index: 0, direction } : {};
    const onSort = () => route(href(path, { ...rest, sort: isUp ? `-${key}` : key }));
    return { sort: { columnIndex: 0, sortBy, onSort } };
  };
};

import type { GovgateClient } from '@govgate/client';
import { EmptyState, EmptyStateBody } from '@patternfly/react-core';
import SearchIcon from '@patternfly/react-icons/dist/esm/icons/search-icon.js';
import type { ReactNode } from 'react';
import { useAddress } from '../state/address.js';
import { type Api, useApi } from '../state/api.js';
import { useLoad } from '../state/use-load.js';
import { texts } from '../texts.js';
import { actsOn, type Bulk } from './bulk.js';
import { BulkBar } from './bulk-bar.js';
import { type Change, ChangeButtons } from './change-buttons.js';
import { Failure } from './failure.js';
import { type Filter, Filters } from './filters.js';
import { Heading } from './heading.js';
import { ListSettings } from './list-settings.js';
import { ListTable } from './list-table.js';
import { Loading } from './loading.js';
import { Pager } from './pager.js';
import type { PanelOf } from './record-panel.js';
import { SavedFilters } from './saved-filters.js';
import { useSelection } from './use-selection.js';
import { OPEN, WithPanel } from './with-panel.js';

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
  /** What can be done to several at once. */
  readonly bulk?: Bulk<Item>;
  /** Whether a record needs a page of its own; the others are opened beside the list. */
  readonly needsPage?: (item: Item) => boolean;
  /** What else its answer depends on, beside the address. */
  readonly about?: unknown;
  /** The path of a record's page, if it is not below the list. */
  readonly pathOf?: (item: Item) => string;
  /** Shown above the table, from the whole answer. */
  readonly Above?: (props: { readonly query: Query }) => ReactNode;
}

const NAME: Filter = { name: 'q', label: texts.search };

/** Passes a query on as a call's parameters: it comes from the address, and the API judges it. */
export const unchecked = <T,>(query: Readonly<Record<string, unknown>>): T => query as T;

export function ListPage<Item>({
  list,
  panelOf,
}: {
  readonly list: ListDef<Item>;
  readonly panelOf: PanelOf;
}) {
  const api = useApi();
  const { query } = useAddress();
  const { environment: _, [OPEN]: __, ...request } = query;
  const loaded = useLoad(
    ['list', list.path, list.about, request],
    ({ signal }) => list.ask(api.client, request, { signal }),
    list.everyMs,
  );
  const items = loaded.data?.items ?? [];
  const { bulk, Above } = list;
  const filters = list.hasNames === false ? list.filters : [NAME, ...list.filters];
  const isFiltered = filters.some(({ name }) => query[name]);
  const ids = items.filter((item) => list.needsPage?.(item) !== true).map(list.idOf);
  const selection = useSelection(
    items.filter((item) => bulk !== undefined && actsOn(bulk, item).length > 0),
    list.idOf,
  );
  const shown = (
    <>
      {Above !== undefined && <Above query={request} />}
      <Filters path={list.path} filters={filters} />
      <SavedFilters path={list.path} filters={filters} />
      {loaded.error !== undefined && <Failure error={loaded.error} retry={loaded.reload} />}
      <div className="list-bar">
        {bulk !== undefined && <BulkBar bulk={bulk} selection={selection} />}
        <ListSettings path={list.path} heads={list.columns.slice(1).map(({ head }) => head)} />
      </div>
      {loaded.data === undefined && loaded.isLoading && <Loading lines={8} />}
      {loaded.data !== undefined && items.length === 0 && (
        <Empty says={isFiltered ? texts.nothingMatches : list.whenEmpty} />
      )}
      {items.length > 0 && (
        <ListTable list={list} items={items} isLoading={loaded.isLoading} selection={bulk && selection} />
      )}
      {loaded.data !== undefined && <Pager path={list.path} page={loaded.data} />}
    </>
  );
  return (
    <>
      <Heading title={list.title}>
        <ChangeButtons changes={list.creates?.(api) ?? []} actions={undefined} record={undefined} />
      </Heading>
      <WithPanel path={list.path} ids={ids} panelOf={panelOf}>
        {shown}
      </WithPanel>
    </>
  );
}

/** Says what a list is for, and the first step. */
const Empty = ({ says }: { readonly says: string }) => (
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

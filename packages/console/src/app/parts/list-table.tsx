import { Checkbox } from '@patternfly/react-core';
import { Table, Tbody, Td, Th, Thead, type ThProps, Tr } from '@patternfly/react-table';
import type { MouseEvent } from 'react';
import { route, useAddress } from '../state/address.js';
import { useApi } from '../state/api.js';
import { texts } from '../texts.js';
import type { ListDef } from './list-page.js';
import { useListSettings } from './list-settings.js';
import type { Selection } from './use-selection.js';
import { OPEN } from './with-panel.js';

/** The rows of a list. A row's first cell opens its record; with Ctrl and the like, its page in another tab. */
export function ListTable<Item>({
  list,
  items,
  isLoading,
  selection,
}: {
  readonly list: ListDef<Item>;
  readonly items: readonly Item[];
  readonly isLoading: boolean;
  readonly selection: Selection<Item> | undefined;
}) {
  const api = useApi();
  const { query } = useAddress();
  const sortOf = useSorting(list.path);
  const { isRoomy, hidden } = useListSettings(list.path);
  const chosen = list.columns.filter(({ head }, place) => place === 0 || !hidden.includes(head));
  const columns = query[OPEN] === undefined ? chosen : chosen.slice(0, BESIDE_PANEL);
  const open = (item: Item) => (event: MouseEvent) => {
    if (list.needsPage?.(item) || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
    event.preventDefault();
    route(api.href(list.path, { ...query, [OPEN]: list.idOf(item) }));
  };
  return (
    <Table
      className="list"
      role="table"
      {...(!isRoomy && { variant: 'compact' })}
      gridBreakPoint="grid-md"
      aria-label={list.title}
      aria-busy={isLoading}
    >
      <Thead>
        <Tr>
          {selection !== undefined && <Th modifier="fitContent" screenReaderText={texts.select} />}
          {columns.map(({ head, sort }) => (
            <Th key={head} modifier="wrap" {...sortOf(sort)}>
              {head}
            </Th>
          ))}
        </Tr>
      </Thead>
      <Tbody>
        {items.map((item) => {
          const id = list.idOf(item);
          return (
            <Tr key={id} data-row={id} isRowSelected={query[OPEN] === id}>
              {selection !== undefined && (
                <Td dataLabel={selection.mayTick(item) ? texts.select : ''}>
                  {selection.mayTick(item) && (
                    <Checkbox
                      id={`select-${id}`}
                      aria-label={texts.selectOne(id)}
                      isChecked={selection.isTicked(item)}
                      onChange={(_, isOn) => selection.tick([item], isOn)}
                    />
                  )}
                </Td>
              )}
              {columns.map(({ head, cell }, place) => (
                <Td key={head} dataLabel={head}>
                  {place === 0 ? (
                    <a href={api.href(pathIn(list, item))} data-opens onClick={open(item)}>
                      {cell(item, api)}
                    </a>
                  ) : (
                    cell(item, api)
                  )}
                </Td>
              ))}
            </Tr>
          );
        })}
      </Tbody>
    </Table>
  );
}

/** As many columns as there is room for beside a panel. */
const BESIDE_PANEL = 3;

/** The path of the page of a listed record. */
const pathIn = <Item,>({ path, idOf, pathOf }: ListDef<Item>, item: Item): string =>
  pathOf?.(item) ?? `${path}/${encodeURIComponent(idOf(item))}`;

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

import { findIn } from '../parts/find-in.js';
import { type ListDef, ListPage } from '../parts/list-page.js';
import { type RecordDef, RecordPage } from '../parts/record-page.js';
import { panelOfList } from '../parts/record-panel.js';
import type { PageContent } from './page.js';

/** The elements of a resource's page. */
export interface ResourcePage<Item, R> extends PageContent {
  readonly list: ListDef<Item>;
  readonly record: RecordDef<R>;
}

/** A resource's page: its list, and below it each record. */
export const listAndRecord = <Item, R extends object>({
  list,
  record,
}: Pick<ResourcePage<Item, R>, 'list' | 'record'>): ResourcePage<Item, R> => ({
  list,
  record,
  find: findIn(list),
  Page: ({ rest: [id, below = ''] }) => {
    if (id === undefined) return <ListPage list={list} panelOf={panelOfList(list, record)} />;
    const Below = new Map(Object.entries(record.pages ?? {})).get(below);
    if (Below !== undefined) return <Below key={id} id={id} />;
    return <RecordPage def={record} id={id} above={[[list.title, list.path]]} />;
  },
});

import type { Identity } from '@govgate/client';
import type { ComponentType } from 'react';
import { findIn } from '../parts/find-in.js';
import { type ListDef, ListPage } from '../parts/list-page.js';
import { type RecordDef, RecordPage } from '../parts/record-page.js';
import type { ConsolePage } from './page.js';

/** The elements of a resource's page. */
export interface ResourcePage<Item, R> extends ConsolePage {
  readonly list: ListDef<Item>;
  readonly record: RecordDef<R>;
}

/** A resource's page: its list, and below it each record. */
export const listAndRecord = <Item, R extends object>({
  list,
  record,
  letter,
  Icon,
  permission,
}: {
  readonly list: ListDef<Item>;
  readonly record: RecordDef<R>;
  readonly letter: string;
  readonly Icon: ComponentType;
  readonly permission: Identity['permissions'][number];
}): ResourcePage<Item, R> => ({
  list,
  record,
  path: list.path,
  title: list.title,
  letter,
  Icon,
  isFor: (api) => api.may(permission),
  find: findIn(list),
  Page: ({ rest: [id] }) =>
    id === undefined ? (
      <ListPage list={list} />
    ) : (
      <RecordPage def={record} id={id} above={[[list.title, list.path]]} />
    ),
});

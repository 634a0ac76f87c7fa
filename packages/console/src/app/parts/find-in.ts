import type { ReactNode } from 'react';
import type { Api } from '../state/api.js';
import type { ListDef } from './list-page.js';

/** A record that was found by its name or id. */
export interface FoundRecord {
  readonly path: string;
  /** What it is called, as in its list. */
  readonly shown: readonly ReactNode[];
}

/** Finds records by a part of their name or id. */
export type Find = (
  api: Api,
  q: string,
  options: { readonly signal: AbortSignal },
) => Promise<readonly FoundRecord[]>;

const MOST = 5;

/** Finds in a list what its own search finds first. */
export const findIn =
  <Item>(list: ListDef<Item>): Find =>
  async (api, q, options) => {
    const { items } = await list.ask(api.client, { q }, options);
    return items.slice(0, MOST).map((item) => ({
      path: `${list.path}/${encodeURIComponent(list.idOf(item))}`,
      shown: list.columns.slice(0, 2).map(({ cell }) => cell(item, api)),
    }));
  };

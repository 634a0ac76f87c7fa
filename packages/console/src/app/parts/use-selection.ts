import { useState } from 'react';

/** Which of a list's records are ticked, of those that may be. */
export interface Selection<Item> {
  readonly items: readonly Item[];
  readonly of: readonly Item[];
  readonly mayTick: (item: Item) => boolean;
  readonly isTicked: (item: Item) => boolean;
  readonly tick: (items: readonly Item[], isOn: boolean) => void;
}

/** Selects among records; what has left the list since is not selected any more. */
export const useSelection = <Item>(of: readonly Item[], idOf: (item: Item) => string): Selection<Item> => {
  const [ticked, setTicked] = useState<ReadonlySet<string>>(new Set());
  const items = of.filter((item) => ticked.has(idOf(item)));
  return {
    items,
    of,
    mayTick: (item) => of.includes(item),
    isTicked: (item) => ticked.has(idOf(item)),
    tick: (some, isOn) => {
      const ids = new Set(items.map(idOf));
      for (const item of some) isOn ? ids.add(idOf(item)) : ids.delete(idOf(item));
      setTicked(ids);
    },
  };
};

import type { AnyKind, GovernanceStore } from '@govgate/ports';
import { expectEqual } from './expect.js';

/**
 * Asks a store for every list that a kind's declaration allows, by each value that a record has of each attribute and membership,
 * and compares the answers with the records themselves. Returns the number of lists.
 */
export const everyListIsRight = async (store: GovernanceStore, kind: AnyKind): Promise<number> => {
  const records: unknown[] = [];
  for await (const { record } of store.records.all(kind)) records.push(record);
  let lists = 0;
  for (const scope of new Set(records.map((record) => JSON.stringify(kind.scopeOf(record))))) {
    const inScope = records.filter((record) => JSON.stringify(kind.scopeOf(record)) === scope);
    for (const list of listsOf(kind, inScope)) {
      const found = await store.records.page(kind, JSON.parse(scope), { where: list.where, limit: 100_000 });
      const ids = found.items.map(({ record }) => kind.idOf(record));
      expectEqual(ids, list.ids, `${kind.name} ${JSON.stringify(list.where)}`);
      lists += 1;
    }
  }
  return lists;
};

interface List {
  readonly where: object;
  readonly ids: readonly string[];
}

const listsOf = (kind: AnyKind, records: readonly unknown[]): List[] => [
  ...Object.keys(kind.attributes).flatMap((name) =>
    listsBy(kind, records, (record) => [kind.attributes[name]?.of(record)]).map(([value, ids]) => ({
      where: { is: { [name]: value } },
      ids,
    })),
  ),
  ...Object.keys(kind.memberships).flatMap((name) =>
    listsBy(kind, records, (record) => kind.memberships[name]?.(record) ?? []).map(([value, ids]) => ({
      where: { has: { [name]: value } },
      ids,
    })),
  ),
];

const listsBy = (
  kind: AnyKind,
  records: readonly unknown[],
  valuesOf: (record: unknown) => readonly unknown[],
): [unknown, readonly string[]][] => {
  const values = new Set(records.flatMap(valuesOf));
  return [...values].map((value) => {
    const having = records.filter((record) => valuesOf(record).includes(value));
    return [value, having.map((record) => kind.idOf(record)).sort()];
  });
};

import type { AnyKind, GovernanceStore, Tally } from '@govgate/ports';
import { expectEqual } from './expect.js';

/**
 * Asks a store for every count that a kind declares a tally for, and compares the answers with the records themselves, counted from
 * scratch: by each value in each scope, and by a value that none has. Tells how many counts that were.
 */
export const everyTallyIsRight = async (store: GovernanceStore, kind: AnyKind): Promise<number> => {
  const records: unknown[] = [];
  for await (const { record } of store.records.all(kind)) records.push(record);
  const scopes = [...new Set(records.map((record) => JSON.stringify(kind.scopeOf(record))))];
  let counts = 0;
  for (const tally of kind.tallies as readonly Tally[]) {
    const values = new Set(records.flatMap((record) => valuesOf(kind, tally, record)).concat('of_none'));
    for (const scope of scopes) {
      const inScope = records.filter((record) => JSON.stringify(kind.scopeOf(record)) === scope);
      const counted = countedAnew(kind, tally, inScope);
      for (const value of values) {
        const found = await askedOf(store, kind, tally, JSON.parse(scope) as never, value);
        expectEqual(
          found,
          wantedOf(kind, tally, counted.get(value)),
          `${kind.name} ${scope} ${tally.by} ${value}`,
        );
      }
      counts += values.size;
    }
  }
  return counts;
};

interface Counted {
  readonly records: number;
  readonly total: number;
}

const countedAnew = (
  kind: AnyKind,
  tally: Tally,
  records: readonly unknown[],
): ReadonlyMap<string, Counted> => {
  const counted = new Map<string, Counted>();
  for (const record of records) {
    const more = tally.sum === undefined ? 0 : Number(kind.attributes[tally.sum]?.of(record));
    for (const value of valuesOf(kind, tally, record)) {
      const { records: before, total } = counted.get(value) ?? NONE;
      counted.set(value, { records: before + 1, total: total + more });
    }
  }
  return counted;
};

const NONE: Counted = { records: 0, total: 0 };

const isAttribute = (kind: AnyKind, { by }: Tally): boolean => Object.hasOwn(kind.attributes, by);

const wantedOf = (kind: AnyKind, tally: Tally, { records, total }: Counted = NONE) => ({
  records,
  ...(isAttribute(kind, tally) && { byValue: records }),
  ...(tally.sum !== undefined && { total }),
});

const askedOf = async (
  { records }: GovernanceStore,
  kind: AnyKind,
  tally: Tally,
  scope: never,
  value: string,
) => {
  const where = isAttribute(kind, tally) ? { is: { [tally.by]: value } } : { has: { [tally.by]: value } };
  return {
    records: await records.count(kind, scope, where),
    ...(isAttribute(kind, tally) && {
      byValue: (await records.countBy(kind, scope, tally.by, where)).get(value) ?? 0,
    }),
    ...(tally.sum !== undefined && { total: await records.sum(kind, scope, tally.sum, where) }),
  };
};

const valuesOf = (kind: AnyKind, { by }: Tally, record: unknown): readonly string[] => {
  const attribute = kind.attributes[by];
  const values = attribute === undefined ? kind.memberships[by]?.(record) : [attribute.of(record)];
  return [...new Set((values ?? []).map(String))].filter((value) => value !== '');
};

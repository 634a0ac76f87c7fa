import { type AnyKind, type GovernanceStore, isWholeNumber, type Tally } from '@govgate/ports';
import { expectEqual } from './expect.js';

/**
 * Asks a store for every count that a kind declares a tally for, and compares the answers with the records themselves, counted from
 * scratch: by each value in each scope, and by a value that no record has; by an integer also all of them, and those from each on. Returns the number of counts.
 */
export const everyTallyIsRight = async (store: GovernanceStore, kind: AnyKind): Promise<number> => {
  const records: unknown[] = [];
  for await (const { record } of store.records.all(kind)) records.push(record);
  const scopes = [...new Set(records.map((record) => JSON.stringify(kind.scopeOf(record))))];
  let counts = 0;
  for (const tally of kind.tallies as readonly Tally[]) {
    const isNumber = isWholeNumber(kind, tally.by);
    const ofNone = isNumber ? -7_777 : 'of_none';
    const values = new Set<Value>([...records.flatMap((record) => valuesOf(kind, tally, record)), ofNone]);
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
      if (isNumber) await numbersAreRight(store, kind, tally, JSON.parse(scope) as never, counted);
      counts += values.size;
    }
  }
  return counts;
};

const numbersAreRight = async (
  { records }: GovernanceStore,
  kind: AnyKind,
  { by }: Tally,
  scope: never,
  counted: ReadonlyMap<Value, Counted>,
): Promise<void> => {
  const inOrder = [...counted].sort(([a], [b]) => Number(a) - Number(b));
  const wanted = inOrder.map(([value, one]): [Value, number] => [value, one.records]);
  const byValue = await records.countBy(kind, scope, by);
  expectEqual(new Map([...byValue].sort(([a], [b]) => Number(a) - Number(b))), new Map(wanted), by);
  const sumOf = (some: readonly (readonly [Value, number])[]) => some.reduce((sum, [, n]) => sum + n, 0);
  expectEqual(await records.count(kind, scope), sumOf(wanted), `${by}: all`);
  for (const [place, [value]] of wanted.entries()) {
    const [from, to] = [{ from: Number(value) }, { to: Number(value) }];
    const countIn = (range: object) => records.count(kind, scope, { range: { attribute: by, ...range } });
    expectEqual(await countIn(from), sumOf(wanted.slice(place)), `${by} from ${value}`);
    expectEqual(await countIn(to), sumOf(wanted.slice(0, place)), `${by} to ${value}`);
  }
};

type Value = string | number;

interface Counted {
  readonly records: number;
  readonly total: number;
}

const countedAnew = (
  kind: AnyKind,
  tally: Tally,
  records: readonly unknown[],
): ReadonlyMap<Value, Counted> => {
  const counted = new Map<Value, Counted>();
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
  value: Value,
) => {
  const where = isAttribute(kind, tally)
    ? { is: { [tally.by]: value } }
    : { has: { [tally.by]: String(value) } };
  return {
    records: await records.count(kind, scope, where),
    ...(isAttribute(kind, tally) && {
      byValue: (await records.countBy(kind, scope, tally.by, where)).get(value) ?? 0,
    }),
    ...(tally.sum !== undefined && { total: await records.sum(kind, scope, tally.sum, where) }),
  };
};

const valuesOf = (kind: AnyKind, { by }: Tally, record: unknown): readonly Value[] => {
  const attribute = kind.attributes[by];
  const values = attribute === undefined ? kind.memberships[by]?.(record) : [attribute.of(record)];
  return [...new Set<Value>(values ?? [])].filter((value) => value !== '');
};

import { ALL_RECORDS, type AnyKind, type GovernanceStore, isWholeNumber, type Tally } from '@govgate/ports';
import { expectEqual } from './expect.js';

/**
 * Asks a store for every count that a kind declares a tally for, and compares the answers with the records themselves, counted from
 * scratch: by each value in each scope, and by a value that none has; by a whole number also all of them, and those from each on; of
 * all records together, how many there are. What only records had that are gone by now is asked for where they are given. Tells for each
 * tally how many counts were not 0.
 */
export const everyTallyIsRight = async (
  store: GovernanceStore,
  kind: AnyKind,
  gone: readonly unknown[] = [],
): Promise<ReadonlyMap<string, number>> => {
  const records: unknown[] = [];
  for await (const { record } of store.records.all(kind)) records.push(record);
  const known = [...records, ...gone];
  const scopes = [...new Set(known.map((record) => JSON.stringify(kind.scopeOf(record))))];
  const counts = new Map<string, number>();
  for (const tally of kind.tallies as readonly Tally[]) {
    const values = new Set(known.flatMap((record) => valuesOf(kind, tally, record)));
    for (const scope of scopes) {
      const inScope = records.filter((record) => JSON.stringify(kind.scopeOf(record)) === scope);
      const right = await tallyIsRight(store, { kind, tally, scope }, { records: inScope, values });
      counts.set(tally.by, (counts.get(tally.by) ?? 0) + right);
    }
  }
  return counts;
};

interface Asked {
  readonly kind: AnyKind;
  readonly tally: Tally;
  /** As JSON. */
  readonly scope: string;
}

interface Expected {
  readonly records: readonly unknown[];
  readonly values: ReadonlySet<Value>;
}

const tallyIsRight = async (
  store: GovernanceStore,
  { kind, tally, scope }: Asked,
  { records, values }: Expected,
): Promise<number> => {
  const within = JSON.parse(scope) as never;
  const asked = `${kind.name} ${scope} ${tally.by}`;
  if (tally.by === ALL_RECORDS) {
    expectEqual(await store.records.count(kind, within), records.length, asked);
    return Math.sign(records.length);
  }
  const isNumber = isWholeNumber(kind, tally.by);
  const counted = countedAnew(kind, tally, records);
  for (const value of [...values, isNumber ? -7_777 : 'of_none']) {
    const found = await askedOf(store, { kind, tally, scope: within }, value);
    expectEqual(found, wantedOf(kind, tally, counted.get(value)), `${asked} ${value}`);
  }
  if (isNumber) await numbersAreRight(store, { kind, tally, scope: within }, counted);
  return counted.size;
};

interface TallyIn {
  readonly kind: AnyKind;
  readonly tally: Tally;
  readonly scope: never;
}

const numbersAreRight = async (
  { records }: GovernanceStore,
  { kind, tally: { by }, scope }: TallyIn,
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

const askedOf = async ({ records }: GovernanceStore, { kind, tally, scope }: TallyIn, value: Value) => {
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

import type { AnyKind, Order, Query, RecordFor, ScopeOfKind, Stored } from '@govgate/ports';
import type { Ports } from '../call/ports.js';

/** Records per step, and their size: a step is read in one go, during which nothing else runs. */
const STEP = { records: 1_000, bytes: 2 * 1024 * 1024 };

/**
 * Every record matching a query, up to `most`, step by step with pauses in between. For what is not paged: the submissions of a server, the
 * tools used by a policy.
 */
export const everyRecord = async <K extends AnyKind>(
  { records, timer }: Pick<Ports, 'records' | 'timer'>,
  kind: K,
  scope: ScopeOfKind<K>,
  { most, ...query }: Pick<Query<K>, 'where' | 'order'> & { readonly most: number },
): Promise<Stored<RecordFor<K>>[]> => {
  const found: Stored<RecordFor<K>>[] = [];
  for (let more = true; more && found.length < most; ) {
    const last = found.at(-1);
    if (last !== undefined) await timer.wait(0);
    const page = await records.page(kind, scope, {
      ...query,
      ...(last === undefined ? {} : { after: placeIn(kind, query.order, last.record) }),
      limit: Math.min(STEP.records, most - found.length),
      mostBytes: STEP.bytes,
    });
    found.push(...page.items);
    more = page.more;
  }
  return found;
};

/** What is wanted of possibly long records by id: some are read at a time, with pauses in between, and not kept. */
export const partsOfRecords = async <K extends AnyKind, T>(
  { records, timer }: Pick<Ports, 'records' | 'timer'>,
  kind: K,
  scope: ScopeOfKind<K>,
  { ids, partOf }: { readonly ids: readonly string[]; readonly partOf: (record: RecordFor<K>) => T },
): Promise<T[]> => {
  const found: T[] = [];
  for (let start = 0; start < ids.length; start += LONG_RECORDS) {
    if (start > 0) await timer.wait(0);
    const some = await records.getMany(kind, scope, ids.slice(start, start + LONG_RECORDS));
    found.push(...some.map(({ record }) => partOf(record)));
  }
  return found;
};

/** As many as amount to 1 MB if each is as long as a request may be. */
const LONG_RECORDS = 16;

/** The place of a record in an order. */
export const placeIn = <K extends AnyKind>(
  kind: K,
  order: Order<K> | undefined,
  record: RecordFor<K>,
): { readonly value: string | number; readonly id: string } => {
  const id = kind.idOf(record);
  const attribute = kind.attributes[order?.by ?? 'id'];
  return { value: attribute === undefined ? id : attribute.of(record), id };
};

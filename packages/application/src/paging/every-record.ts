import type { AnyKind, Order, Query, RecordFor, ScopeOfKind, Stored } from '@govgate/ports';
import type { Ports } from '../call/ports.js';

/** Records of a step, and what they take: it is read in one go, which nobody else gets a word in during. */
const STEP = { records: 200, bytes: 512 * 1024 };

/**
 * Every record that a question means, as far as `most`, a step at a time with a rest between two. For what has no pages of its
 * own: the submissions of a server, the tools that use a policy.
 */
export const everyRecord = async <K extends AnyKind>(
  { records, patience }: Pick<Ports, 'records' | 'patience'>,
  kind: K,
  scope: ScopeOfKind<K>,
  { most, ...query }: Pick<Query<K>, 'where' | 'order'> & { readonly most: number },
): Promise<Stored<RecordFor<K>>[]> => {
  const found: Stored<RecordFor<K>>[] = [];
  for (let more = true; more && found.length < most; ) {
    const last = found.at(-1);
    if (last !== undefined) await patience.wait(0);
    const page = await records.page(kind, scope, {
      ...query,
      ...(last === undefined ? {} : { after: placeOf(kind, query.order, last.record) }),
      limit: Math.min(STEP.records, most - found.length),
      mostBytes: STEP.bytes,
    });
    found.push(...page.items);
    more = page.more;
  }
  return found;
};

/** Records by id that may be long, some at a time with a rest between. */
export const manyRecords = async <K extends AnyKind>(
  { records, patience }: Pick<Ports, 'records' | 'patience'>,
  kind: K,
  scope: ScopeOfKind<K>,
  ids: readonly string[],
): Promise<Stored<RecordFor<K>>[]> => {
  const found: Stored<RecordFor<K>>[] = [];
  for (let start = 0; start < ids.length; start += LONG_RECORDS) {
    if (start > 0) await patience.wait(0);
    found.push(...(await records.getMany(kind, scope, ids.slice(start, start + LONG_RECORDS))));
  }
  return found;
};

/** As many as take 1 MB where each is as long as a request may be. */
const LONG_RECORDS = 16;

const placeOf = <K extends AnyKind>(
  kind: K,
  order: Order<K> | undefined,
  record: RecordFor<K>,
): { readonly value: string | number; readonly id: string } => {
  const id = kind.idOf(record);
  const attribute = kind.attributes[order?.by ?? 'id'];
  return { value: attribute === undefined ? id : attribute.of(record), id };
};

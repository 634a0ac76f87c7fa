import type { AnyKind, Order, Query, RecordFor, RecordStore, ScopeOfKind, Stored } from '@govgate/ports';

const STEP = 200;

/**
 * Every record that a question means, a step at a time, as far as `most`. For what has no pages of its own: the submissions of
 * a server, the tools that use a policy.
 */
export const everyRecord = async <K extends AnyKind>(
  records: RecordStore,
  kind: K,
  scope: ScopeOfKind<K>,
  {
    most = Number.POSITIVE_INFINITY,
    ...query
  }: Pick<Query<K>, 'where' | 'order'> & { readonly most?: number },
): Promise<Stored<RecordFor<K>>[]> => {
  const found: Stored<RecordFor<K>>[] = [];
  for (let more = true; more && found.length < most; ) {
    const last = found.at(-1);
    const page = await records.page(kind, scope, {
      ...query,
      ...(last === undefined ? {} : { after: placeOf(kind, query.order, last.record) }),
      limit: Math.min(STEP, most - found.length),
    });
    found.push(...page.items);
    more = page.more;
  }
  return found;
};

const placeOf = <K extends AnyKind>(
  kind: K,
  order: Order<K> | undefined,
  record: RecordFor<K>,
): { readonly value: string | number; readonly id: string } => {
  const id = kind.idOf(record);
  const attribute = kind.attributes[order?.by ?? 'id'];
  return { value: attribute === undefined ? id : attribute.of(record), id };
};

import type { AnyKind } from './record-kind.js';
import type { Order } from './record-store.js';

/** How lists of records are sorted by whatever their kind has of it (docs/spec/conventions.md). */
const SORTED_BY = { name: 'name', created: 'createdAt', updated: 'updatedAt' } as const;

/** A `sort` parameter: `-` for downwards. */
export type RecordSort = `${'' | '-'}${keyof typeof SORTED_BY}`;

/** The sorts that a kind has attributes for. Its `name` is searched, too. */
export const recordSortsOf = ({ attributes }: AnyKind): readonly RecordSort[] =>
  (Object.keys(SORTED_BY) as (keyof typeof SORTED_BY)[])
    .filter((sort) => Object.hasOwn(attributes, SORTED_BY[sort]))
    .flatMap((sort) => [sort, `-${sort}` as const]);

export const isRecordSort = (kind: AnyKind, text: string): text is RecordSort =>
  (recordSortsOf(kind) as readonly string[]).includes(text);

/** The order of a sort. */
export const orderOf = (sort: RecordSort): Order<AnyKind> => {
  const isDown = sort.startsWith('-');
  const by = SORTED_BY[(isDown ? sort.slice(1) : sort) as keyof typeof SORTED_BY];
  return { by: by as never, direction: isDown ? 'desc' : 'asc' };
};

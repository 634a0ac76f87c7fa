import { type Classes, compareText, withoutSecrets } from '@govgate/domain';
import type { AnyKind, RecordFor, RecordStore } from '@govgate/ports';

/** The fields of a record that may leave, by their classes. */
export type Shown<T, C> = {
  readonly [F in keyof T as F extends keyof C ? (C[F] extends 'secret' ? never : F) : never]: T[F];
};

/** Every record of a kind without its secrets: an exporting section never sees them. */
export async function* eachShown<K extends AnyKind, const C extends Classes<RecordFor<K>>>(
  records: RecordStore,
  kind: K,
  classes: C,
): AsyncIterable<Shown<RecordFor<K>, C>> {
  for await (const { record } of records.all(kind))
    yield withoutSecrets(classes, record as RecordFor<K> & object) as unknown as Shown<RecordFor<K>, C>;
}

type Nullish<T, K extends keyof T> = { readonly [F in keyof T as F extends K ? never : F]: T[F] } & {
  readonly [F in K]?: NonNullable<T[F]>;
};

/** A copy without those of the given members that are null: the contract's spelling of optional fields. */
export const withoutNulls = <T extends object, const K extends keyof T>(
  item: T,
  ...names: readonly K[]
): Nullish<T, K> => {
  const copy = { ...item };
  for (const name of names) if (copy[name] === null) delete copy[name];
  return copy as unknown as Nullish<T, K>;
};

interface Placed {
  readonly tenantId: string;
  readonly environmentId: string;
}

/** Pairs each record with the other kind's record of the same place and id, if any; both in the stores' order. */
export async function* pairedById<A extends Placed, B extends Placed>(
  records: AsyncIterable<A>,
  others: AsyncIterable<B>,
  idOf: (record: A | B) => string,
): AsyncIterable<readonly [A, B | undefined]> {
  const iterator = others[Symbol.asyncIterator]();
  const compare = (a: A | B, b: A | B): number =>
    compareText(a.tenantId, b.tenantId) ||
    compareText(a.environmentId, b.environmentId) ||
    compareText(idOf(a), idOf(b));
  let next = await iterator.next();
  for await (const record of records) {
    while (!next.done && compare(next.value, record) < 0) next = await iterator.next();
    const isPair = !next.done && compare(next.value, record) === 0;
    yield [record, isPair ? next.value : undefined];
  }
}

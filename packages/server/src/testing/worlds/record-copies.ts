import type { RoleBinding } from '@govgate/domain';
import { type AnyKind, roleBindingKind } from '@govgate/ports';

interface KindedRecord {
  readonly kind: AnyKind;
  readonly record: unknown;
}

/** Copies of each record with ids and owners of their own, from a number on; of those that must be unique there are none. */
export const copiesOf = (records: readonly KindedRecord[], from: number, count: number): KindedRecord[][] =>
  records
    .filter(({ kind, record }) => isRepeatable(kind, record))
    .map(({ kind, record }) =>
      Array.from({ length: count }, (_, i) => ({ kind, record: copyOf(kind, record, from + i) })),
    );

const isRepeatable = (kind: AnyKind, record: unknown): boolean =>
  Object.values(kind.uniques).every((rule) => (rule as (one: unknown) => unknown)(record) === null);

// A record with its own id, also where it names itself, and another owner.
const copyOf = (kind: AnyKind, record: unknown, i: number): unknown => {
  const id: string = kind.idOf(record);
  const text = JSON.stringify(record)
    .replaceAll(`"${id}"`, `"${id}_${i}"`)
    .replaceAll('"vic"', `"vic_${i % 2_000}"`)
    .replaceAll('"idp|user-active"', `"idp|user-active_${i % 2_000}"`);
  const copy = JSON.parse(text.replaceAll('"operators"', `"operators_${i % 500}"`));
  return kind === roleBindingKind ? { ...copy, ...lifeOf(i) } : copy;
};

/** Of ten role bindings one has ended, one was disabled and one has yet to begin. */
const lifeOf = (i: number): Partial<RoleBinding> =>
  [
    { expiresAt: '2026-02-01T00:00:00.000Z' },
    { disabledAt: '2026-02-01T00:00:00.000Z', disabledBy: 'bea', disableReasonCode: 'sample' },
    { notBefore: '2099-01-01T00:00:00.000Z' },
  ][i % 10] ?? {};

import { compareText } from '@govgate/domain';
import { type After, type AnyKind, type Order, rangesOf, type Where } from '@govgate/ports';

type Value = string | number;

interface Row {
  readonly id: string;
  readonly record: unknown;
}

/** An attribute's value of a row; `id` counts as one. */
export const attributeValue = (kind: AnyKind, attribute: string, row: Row): Value => {
  if (attribute === 'id') return row.id;
  const declared = kind.attributes[attribute];
  if (declared === undefined) throw new TypeError(`kind ${kind.name} has no attribute ${attribute}`);
  return declared.of(row.record);
};

/** Whether a row is one that `where` means. */
export const matches = (kind: AnyKind, where: Where<AnyKind> | undefined, row: Row): boolean =>
  where === undefined ||
  (isMatches(kind, where, row) &&
    hasMatches(kind, where, row) &&
    rangeMatches(kind, where, row) &&
    containsMatches(kind, where, row) &&
    coveredMatches(kind, where, row));

/** The order of a list: by the value in its direction, ties by id upwards. */
export const byOrder =
  (kind: AnyKind, order: Order<AnyKind>) =>
  (a: Row, b: Row): number => {
    const compared = compareValues(attributeValue(kind, order.by, a), attributeValue(kind, order.by, b));
    return (order.direction === 'desc' ? -compared : compared) || compareText(a.id, b.id);
  };

interface PositionInOrder {
  readonly order: Order<AnyKind>;
  readonly after: After;
}

/** Whether a row stands behind a place in the order. */
export const isBehind = (kind: AnyKind, { order, after }: PositionInOrder, row: Row): boolean => {
  const compared = compareValues(attributeValue(kind, order.by, row), after.value);
  const directed = order.direction === 'desc' ? -compared : compared;
  return directed > 0 || (directed === 0 && compareText(row.id, after.id) > 0);
};

/** Texts by code point, numbers by size. */
const compareValues = (a: Value, b: Value): number =>
  typeof a === 'string' && typeof b === 'string' ? compareText(a, b) : Number(a) - Number(b);

const isMatches = (kind: AnyKind, where: Where<AnyKind>, row: Row): boolean =>
  Object.entries((where.is ?? {}) as Record<string, Value | readonly Value[] | undefined>).every(
    ([attribute, wanted]) =>
      wanted === undefined || listOf(wanted).includes(attributeValue(kind, attribute, row)),
  );

const listOf = (wanted: Value | readonly Value[]): readonly Value[] =>
  typeof wanted === 'object' ? wanted : [wanted];

const hasMatches = (kind: AnyKind, where: Where<AnyKind>, row: Row): boolean =>
  Object.entries((where.has ?? {}) as Record<string, string | readonly string[] | undefined>).every(
    ([membership, wanted]) => {
      const members = kind.memberships[membership];
      if (members === undefined) throw new TypeError(`kind ${kind.name} has no membership ${membership}`);
      if (wanted === undefined) return true;
      const held = members(row.record);
      return listOf(wanted).some((member) => held.includes(String(member)));
    },
  );

const rangeMatches = (kind: AnyKind, where: Where<AnyKind>, row: Row): boolean =>
  rangesOf(where).every(({ attribute, from, to }) => {
    const value = attributeValue(kind, attribute, row);
    return (
      (from === undefined || compareValues(value, from) >= 0) &&
      (to === undefined || compareValues(value, to) < 0)
    );
  });

const containsMatches = (kind: AnyKind, { contains }: Where<AnyKind>, row: Row): boolean =>
  contains === undefined || String(attributeValue(kind, contains.attribute, row)).includes(contains.text);

const coveredMatches = (kind: AnyKind, { covered }: Where<AnyKind>, row: Row): boolean =>
  covered === undefined ||
  covered.ids.includes(row.id) ||
  covered.values.includes(String(attributeValue(kind, covered.attribute, row)));

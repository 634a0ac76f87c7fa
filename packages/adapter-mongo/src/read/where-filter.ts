import { type AnyKind, type Order, partitionOf, rangesOf, type Where } from '@govgate/ports';
import type { Document } from 'mongodb';
import { RECORD } from '../kinds/documents.js';
import { attributeField, membershipField } from '../kinds/record-fields.js';

/** Conditions on one field each, all of which must hold. */
export type Conditions = readonly Document[];

/**
 * The filter selecting a kind's records in a scope by conditions. Every value in it is checked here to be a string or number, so that
 * nothing a caller sent can become an operator.
 */
export const scopeFilter = (kind: AnyKind, scope: object, conditions: Conditions = []): Document => {
  const { tenantId, environmentId } = partitionOf(kind, scope);
  return allOf([
    { [RECORD.tenantId]: typed(tenantId), [RECORD.environmentId]: typed(environmentId) },
    ...conditions,
  ]);
};

/** The filter of a `Where`. */
export const whereConditions = (kind: AnyKind, where: Where<AnyKind> | undefined): Conditions =>
  where === undefined
    ? []
    : [
        ...isConditions(kind, where),
        ...hasConditions(kind, where),
        ...rangeConditions(kind, where),
        ...containsConditions(kind, where),
        ...coveredConditions(kind, where),
      ];

/** The field holding a kind's attribute, or its id. */
export const fieldOf = (kind: AnyKind, attribute: string): string => {
  if (attribute === 'id') return RECORD.id;
  if (!Object.hasOwn(kind.attributes, attribute))
    throw new TypeError(`kind ${kind.name} has no attribute ${attribute}`);
  return attributeField(attribute);
};

/** A value that may appear in a filter. */
export const typed = <V extends string | number>(value: V): V => {
  if (typeof value === 'string' || typeof value === 'number') return value;
  throw new TypeError('a filter takes texts and numbers only');
};

/** The sort of an order; ties by ascending id. */
export const sortOf = (kind: AnyKind, order: Order<AnyKind>): Record<string, 1 | -1> => {
  const direction = order.direction === 'desc' ? -1 : 1;
  return order.by === 'id'
    ? { [RECORD.id]: direction }
    : { [fieldOf(kind, order.by)]: direction, [RECORD.id]: 1 };
};

// Fields with one condition stand side by side, the form every planner understands; further conditions go into $and.
const allOf = (conditions: Conditions): Document => {
  const filter: Document = {};
  const further: Document[] = [];
  for (const condition of conditions) {
    if (Object.keys(condition).some((field) => field in filter)) further.push(condition);
    else Object.assign(filter, condition);
  }
  return further.length === 0 ? filter : { ...filter, $and: further };
};

const isConditions = (kind: AnyKind, { is = {} }: Where<AnyKind>): Conditions =>
  Object.entries(is as Record<string, string | number | readonly (string | number)[] | undefined>).flatMap(
    ([attribute, wanted]) => (wanted === undefined ? [] : [{ [fieldOf(kind, attribute)]: oneOf(wanted) }]),
  );

const oneOf = (wanted: string | number | readonly (string | number)[]): unknown => {
  if (!Array.isArray(wanted)) return typed(wanted as string | number);
  const values = wanted.map(typed);
  return values.length === 1 ? values[0] : { $in: values };
};

const hasConditions = (kind: AnyKind, { has = {} }: Where<AnyKind>): Conditions =>
  Object.entries(has as Record<string, string | readonly string[] | undefined>).flatMap(
    ([membership, wanted]) => {
      if (!Object.hasOwn(kind.memberships, membership))
        throw new TypeError(`kind ${kind.name} has no membership ${membership}`);
      return wanted === undefined ? [] : [{ [membershipField(membership)]: oneOf(wanted) }];
    },
  );

const rangeConditions = (kind: AnyKind, where: Where<AnyKind>): Conditions =>
  rangesOf(where).flatMap(({ attribute, from, to }) => {
    if (from === undefined && to === undefined) return [];
    const atLeast = from === undefined ? {} : { $gte: typed(from) };
    const below = to === undefined ? {} : { $lt: typed(to) };
    return [{ [fieldOf(kind, attribute)]: { ...atLeast, ...below } }];
  });

const containsConditions = (kind: AnyKind, { contains }: Where<AnyKind>): Conditions =>
  contains === undefined
    ? []
    : [{ [fieldOf(kind, contains.attribute)]: { $regex: literally(typed(contains.text)) } }];

/** The regular expression of a text. */
const literally = (text: string): string => text.replace(/[\\^$.|?*+()[\]{}]/g, '\\$&');

const coveredConditions = (kind: AnyKind, { covered }: Where<AnyKind>): Conditions => {
  if (covered === undefined) return [];
  const isText = kind.attributes[covered.attribute]?.type !== 'integer';
  const values = covered.values.map((value) => (isText ? typed(value) : Number(value)));
  const byValue = { [fieldOf(kind, covered.attribute)]: { $in: values } };
  const byId = { [RECORD.id]: { $in: covered.ids.map(typed) } };
  if (covered.ids.length === 0) return [byValue];
  return covered.values.length === 0 ? [byId] : [{ $or: [byValue, byId] }];
};

import { type After, type AnyKind, type Order, partitionOf, type Where } from '@govgate/ports';
import type { SqlValue } from '../driver/sql-driver.js';
import { attributeColumn, IN_SCOPE, type KindTable } from '../kinds/kind-table.js';
import { allOf, type Condition, equals, oneOf } from './condition.js';

type Wanted = SqlValue | readonly SqlValue[] | undefined;

/** The column of an attribute. Only declared names become part of a statement. */
export const columnOf = (table: KindTable, attribute: string): string => {
  if (attribute !== 'id' && !table.attributes.includes(attribute))
    throw new TypeError(`kind ${table.kind.name} has no attribute ${attribute}`);
  return attributeColumn(attribute);
};

/** The rows of a scope that `where` means. */
export const whereSql = (table: KindTable, scope: object, where: Where<AnyKind> | undefined): Condition => {
  const { tenantId, environmentId } = partitionOf(table.kind, scope);
  const inScope: Condition = { sql: IN_SCOPE, values: [tenantId, environmentId] };
  if (where === undefined) return inScope;
  return allOf([
    inScope,
    ...isConditions(table, where),
    ...hasConditions(table, inScope, where),
    ...rangeConditions(table, where),
    ...coveredConditions(table, where),
  ]);
};

const isConditions = (table: KindTable, { is = {} }: Where<AnyKind>): Condition[] =>
  Object.entries(is as Record<string, Wanted>).flatMap(([attribute, wanted]) => {
    if (wanted === undefined) return [];
    const column = columnOf(table, attribute);
    return [isList(wanted) ? oneOf(column, wanted) : equals(column, wanted)];
  });

const isList = (wanted: SqlValue | readonly SqlValue[]): wanted is readonly SqlValue[] =>
  Array.isArray(wanted);

const hasConditions = (table: KindTable, inScope: Condition, { has = {} }: Where<AnyKind>): Condition[] =>
  Object.entries(has as Record<string, Wanted>).flatMap(([membership, wanted]) => {
    if (wanted === undefined) return [];
    if (!table.memberships.includes(membership))
      throw new TypeError(`kind ${table.kind.name} has no membership ${membership}`);
    const value = isList(wanted) ? oneOf('value', wanted) : equals('value', wanted);
    const within = allOf([inScope, equals('membership', membership), value]);
    return [{ sql: `id IN (SELECT id FROM ${table.members} WHERE ${within.sql})`, values: within.values }];
  });

const rangeConditions = (table: KindTable, { range }: Where<AnyKind>): Condition[] => {
  if (range === undefined) return [];
  const column = columnOf(table, range.attribute);
  return [
    ...(range.from === undefined ? [] : [{ sql: `${column} >= ?`, values: [range.from] }]),
    ...(range.to === undefined ? [] : [{ sql: `${column} < ?`, values: [range.to] }]),
  ];
};

const coveredConditions = (table: KindTable, { covered }: Where<AnyKind>): Condition[] => {
  if (covered === undefined) return [];
  const byValue = oneOf(columnOf(table, covered.attribute), covered.values);
  const byId = oneOf('id', covered.ids);
  return [{ sql: `(${byValue.sql} OR ${byId.sql})`, values: [...byValue.values, ...byId.values] }];
};

/** ORDER BY for an order: ties by id upwards. */
export const orderSql = (table: KindTable, { by, direction }: Order<AnyKind>): string => {
  const column = columnOf(table, by);
  const directed = `${column} ${direction === 'desc' ? 'DESC' : 'ASC'}`;
  return column === 'id' ? directed : `${directed}, id ASC`;
};

/** The rows behind a place. The first half alone lets an index find where to start. */
export const afterSql = (table: KindTable, { by, direction }: Order<AnyKind>, after: After): Condition => {
  const column = columnOf(table, by);
  const behind = direction === 'desc' ? '<' : '>';
  if (column === 'id') return { sql: `id ${behind} ?`, values: [after.id] };
  return {
    sql: `${column} ${behind}= ? AND (${column} ${behind} ? OR id > ?)`,
    values: [after.value, after.value, after.id],
  };
};

import {
  type After,
  type AnyKind,
  accessPath,
  type MemberQuery,
  type Order,
  partitionOf,
  pathsOf,
  rangesOf,
  type Where,
} from '@govgate/ports';
import { attributeColumn, IN_SCOPE, type KindTable, pathIndex } from '../kinds/kind-table.js';
import { allOf, type Condition, conditionOn, equals, type FilterValue, oneOf, onlyOf } from './condition.js';
import type { KindScope } from './kind-reader.js';

export const BY_ID: Order<AnyKind> = { by: 'id', direction: 'asc' };

/** The column of an attribute. Only declared names become part of a statement. */
export const columnOf = (table: KindTable, attribute: string): string => {
  if (attribute !== 'id' && !table.attributes.includes(attribute))
    throw new TypeError(`kind ${table.kind.name} has no attribute ${attribute}`);
  return attributeColumn(attribute);
};

/** A query in SQL: where to look, and for what. */
export interface Question {
  readonly from: string;
  readonly wanted: Condition;
  /** ORDER BY for the requested order: ties by ascending id. */
  readonly orderBy: string;
  /** Where the id is read from: the column the rows are walked by. */
  readonly id: string;
  /** Whether the rows come in that order, or all of them are found and sorted. */
  readonly ordered: boolean;
}

/** The rows of a scope matched by `where`, through its declared path. */
export const questionOf = (
  place: KindScope,
  where: Where<AnyKind> | undefined,
  order: Order<AnyKind> | 'none',
): Question => {
  const { table } = place;
  const access = accessPath(table.kind, where, order);
  const rows = rowsOf(place);
  const walked = access === undefined ? walkedMembers(rows, where, order) : undefined;
  if (walked !== undefined) return walked;
  const pinned = access === undefined ? '' : ` INDEXED BY ${pathIndex(table.kind, access.path)}`;
  return {
    from: `FROM ${table.table}${pinned}`,
    id: 'id',
    ordered: access?.ordered ?? true,
    orderBy: order === 'none' ? 'id' : orderSql(table, order),
    wanted: conditionsOn(rows, where, access !== undefined),
  };
};

/** A table and the condition that keeps to one scope of it. */
interface Rows {
  readonly table: KindTable;
  readonly inScope: Condition;
}

const rowsOf = ({ table, scope }: KindScope): Rows => ({ table, inScope: inScopeOf(table, scope) });

/** The condition matching `where` within a scope. `isWalked`: rows are visited in order, else they are looked up. */
const conditionsOn = (rows: Rows, where: Where<AnyKind> | undefined, isWalked: boolean): Condition =>
  allOf([rows.inScope, ...filtersOn(rows, where, isWalked)]);

const filtersOn = (rows: Rows, where: Where<AnyKind> | undefined, isWalked: boolean): Condition[] =>
  where === undefined
    ? []
    : [
        ...isConditions(rows.table, where),
        ...hasConditions(rows, where, isWalked),
        ...rangeConditions(rows.table, where, isWalked),
        ...containsConditions(rows.table, where),
        ...coveredConditions(rows, where, isWalked),
      ];

/** The same for counting: for a membership alone the members table has each once, and no record is looked up. */
export const countQuestionOf = (
  place: KindScope,
  where: Where<AnyKind> | undefined,
): Pick<Question, 'from' | 'wanted'> => {
  const { table, scope } = place;
  const { is = {}, has = {}, range, contains, covered } = where ?? {};
  const given = (wanted: object) => Object.entries(wanted).filter(([, value]) => value !== undefined);
  const [only, ...others] = given(has);
  const isMore = others.length > 0 || given(is).length > 0 || given({ range, contains, covered }).length > 0;
  const text = onlyOf(only?.[1]);
  if (only === undefined || text === undefined || isMore || !table.memberships.includes(only[0]))
    return questionOf(place, where, 'none');
  return {
    from: `FROM ${table.members}`,
    wanted: allOf([inScopeOf(table, scope), equals('membership', only[0]), equals('value', text)]),
  };
};

/** The rows of the members table that are asked for, of any member. Each record is looked up for its attributes, where these matter. */
export const conditionOnMember = (
  table: KindTable,
  scope: object,
  { membership, is, contains, covered }: MemberQuery<AnyKind>,
): Condition => {
  const inScope = inScopeOf(table, scope);
  const among = allOf([inScope, equals('membership', declared(table, membership))]);
  const besides: Where<AnyKind> = {
    ...(is && { is }),
    ...(contains && { contains }),
    ...(covered && { covered }),
  };
  const filters = filtersOn({ table, inScope }, besides, true);
  if (filters.length === 0) return among;
  const record = allOf([inScope, ...filters]);
  const sql = `EXISTS (SELECT 1 FROM ${table.table} WHERE ${record.sql} AND id = m.id)`;
  return allOf([among, { sql, values: record.values }]);
};

/** All rows of a scope. */
const inScopeOf = ({ kind }: KindTable, scope: object): Condition => {
  const { tenantId, environmentId } = partitionOf(kind, scope);
  return { sql: IN_SCOPE, values: [tenantId, environmentId] };
};

/** The rows after a place. The first half alone lets an index find its start. */
export const afterSql = (
  table: KindTable,
  { by, direction }: Order<AnyKind>,
  { after, id }: { readonly after: After; readonly id: string },
): Condition => {
  const column = columnOf(table, by);
  const behind = direction === 'desc' ? '<' : '>';
  if (column === 'id') return { sql: `${id} ${behind} ?`, values: [after.id] };
  return {
    sql: `${column} ${behind}= ? AND (${column} ${behind} ? OR id > ?)`,
    values: [after.value, after.value, after.id],
  };
};

// The members of one text are ordered by id: they are walked and their records looked up as far as the page goes. The columns have their
// own names so that the records' columns can be used as usual.
const walkedMembers = (
  { table, inScope }: Rows,
  where: Where<AnyKind> | undefined,
  order: Order<AnyKind> | 'none',
): Question | undefined => {
  const { has = {}, ...rest } = where ?? {};
  const [only, ...others] = Object.entries(has as Record<string, FilterValue>).filter(
    ([, wanted]) => wanted !== undefined,
  );
  if (only === undefined || others.length > 0 || (order !== 'none' && order.by !== 'id')) return undefined;
  const [membership, wanted] = only;
  const text = onlyOf(wanted);
  if (!table.memberships.includes(membership) || text === undefined) return undefined;
  const [tenantId = null, environmentId = null] = inScope.values;
  return {
    from: `FROM (SELECT tenant_id AS m_tenant, environment_id AS m_environment, membership AS m_membership,
      value AS m_value, id AS m_id FROM ${table.members}) CROSS JOIN ${table.table}`,
    id: 'm_id',
    ordered: true,
    orderBy: order === 'none' || order.direction === 'asc' ? 'm_id ASC' : 'm_id DESC',
    wanted: allOf([
      equals('m_tenant', tenantId),
      equals('m_environment', environmentId),
      equals('m_membership', membership),
      equals('m_value', text),
      { sql: 'id = m_id', values: [] },
      conditionsOn({ table, inScope }, rest, true),
    ]),
  };
};

// Only declared names become part of a question.
const declared = ({ kind, memberships }: KindTable, membership: string): string => {
  if (!memberships.includes(membership))
    throw new TypeError(`kind ${kind.name} has no membership ${membership}`);
  return membership;
};

const isConditions = (table: KindTable, { is = {} }: Where<AnyKind>): Condition[] =>
  Object.entries(is as Record<string, FilterValue>).flatMap(([attribute, wanted]) => {
    if (wanted === undefined) return [];
    const column = columnOf(table, attribute);
    return [conditionOn(column, wanted)];
  });

// Records walked by a path are each checked among the members; otherwise the members lead to the records.
const hasConditions = (
  { table: kindTable, inScope }: Rows,
  { has = {} }: Where<AnyKind>,
  isWalked: boolean,
): Condition[] =>
  Object.entries(has as Record<string, FilterValue>).flatMap(([membership, wanted]) => {
    if (wanted === undefined) return [];
    const { table, members } = kindTable;
    const named = equals('membership', declared(kindTable, membership));
    const within = allOf([inScope, named, conditionOn('value', wanted)]);
    const sql = isWalked
      ? `EXISTS (SELECT 1 FROM ${members} AS m WHERE ${within.sql} AND m.id = ${table}.id)`
      : `id IN (SELECT id FROM ${members} WHERE ${within.sql})`;
    return [{ sql, values: within.values }];
  });

// A plus keeps the planner from going by the range where the rows are looked up by their ids.
const rangeConditions = (table: KindTable, where: Where<AnyKind>, isWalked: boolean): Condition[] =>
  rangesOf(where).flatMap(({ attribute, from, to }) => {
    const column = `${isWalked ? '' : '+'}${columnOf(table, attribute)}`;
    return [
      ...(from === undefined ? [] : [{ sql: `${column} >= ?`, values: [from] }]),
      ...(to === undefined ? [] : [{ sql: `${column} < ?`, values: [to] }]),
    ];
  });

const containsConditions = (table: KindTable, { contains }: Where<AnyKind>): Condition[] =>
  contains === undefined
    ? []
    : [{ sql: `instr(${columnOf(table, contains.attribute)}, ?) > 0`, values: [contains.text] }];

const coveredConditions = (
  { table, inScope }: Rows,
  { covered }: Where<AnyKind>,
  isWalked: boolean,
): Condition[] => {
  if (covered === undefined) return [];
  const byValue = conditionOn(columnOf(table, covered.attribute), covered.values);
  if (covered.ids.length === 0) return [byValue];
  const byId = oneOf('id', covered.ids);
  if (covered.values.length === 0) return [byId];
  if (isWalked)
    return [{ sql: `(${byValue.sql} OR ${byId.sql})`, values: [...byValue.values, ...byId.values] }];
  const owned = allOf([inScope, byValue]);
  const path = pathsOf(table.kind).find(([first]) => first === covered.attribute);
  const pinned = path === undefined ? '' : `INDEXED BY ${pathIndex(table.kind, path)}`;
  const sql = `id IN (SELECT id FROM ${table.table} ${pinned} WHERE ${owned.sql}
    UNION SELECT value FROM json_each(?))`;
  return [{ sql, values: [...owned.values, JSON.stringify(covered.ids)] }];
};

const orderSql = (table: KindTable, { by, direction }: Order<AnyKind>): string => {
  const column = columnOf(table, by);
  const way = direction === 'desc' ? 'DESC' : 'ASC';
  return column === 'id' ? `id ${way}` : `${column} ${way}, id ASC`;
};

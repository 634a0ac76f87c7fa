import type { ProvisionedCondition, ProvisionedField } from '@govgate/application';
import { ok, type Result, refuse } from '@govgate/domain';
import type { Help } from '@govgate/domain/internal';
import { attributeName } from './attribute-name.js';

/** What a resource can be asked for by, lowercased: SCIM's attribute names have no case. */
export type FilterFields = Readonly<Record<string, ProvisionedField>>;

export const USER_FILTERS: FilterFields = {
  id: 'id',
  username: 'id',
  externalid: 'externalId',
  displayname: 'displayName',
};

export const GROUP_FILTERS: FilterFields = {
  id: 'id',
  externalid: 'externalId',
  displayname: 'displayName',
  members: 'member',
  'members.value': 'member',
};

const CONDITION = /\s*([A-Za-z][\w:.-]*)\s+(eq|sw|ew|co)\s+("(?:[^"\\]|\\.)*")\s*/iy;
const AND = /and\s/iy;

const COMPARISONS = { eq: 'equal', sw: 'prefix', ew: 'suffix', co: 'part' } as const;

/** Conditions in a filter at most. */
const MANY = 16;

/** Reads the part of SCIM's filters (RFC 7644, 3.4.2.2) that identity providers send: `eq`, `sw`, `ew` and `co` on texts, joined by `and`. */
export const readFilter = (
  filter: string | undefined,
  fields: FilterFields,
): Result<readonly ProvisionedCondition[]> => {
  if (filter === undefined) return ok([]);
  const conditions: ProvisionedCondition[] = [];
  let at = 0;
  do {
    const [end, condition] = conditionAt(filter, at, fields) ?? [];
    if (end === undefined || condition === undefined || conditions.length === MANY)
      return refuse('invalid_filter', 'filter', filterHelp(fields));
    conditions.push(condition);
    at = endOf(AND, filter, end) ?? end;
    if (at === end && end < filter.length) return refuse('invalid_filter', 'filter', filterHelp(fields));
  } while (at < filter.length);
  return ok(conditions);
};

const endOf = (pattern: RegExp, text: string, at: number): number | undefined => {
  pattern.lastIndex = at;
  return pattern.test(text) ? pattern.lastIndex : undefined;
};

const conditionAt = (
  filter: string,
  at: number,
  fields: FilterFields,
): readonly [end: number, condition: ProvisionedCondition] | undefined => {
  CONDITION.lastIndex = at;
  const [whole, name = '', operator = '', literal = ''] = CONDITION.exec(filter) ?? [];
  const field = Object.hasOwn(fields, attributeName(name)) ? fields[attributeName(name)] : undefined;
  const value = textIn(literal);
  if (whole === undefined || field === undefined || value === undefined) return undefined;
  const is = COMPARISONS[operator.toLowerCase() as keyof typeof COMPARISONS];
  return [at + whole.length, { field, is, value }];
};

const textIn = (literal: string): string | undefined => {
  try {
    return JSON.parse(literal) as string;
  } catch {
    return undefined;
  }
};

const filterHelp = (fields: FilterFields): Help => ({
  detail: `A filter compares ${Object.keys(fields).join(', ')} with a text by eq, sw, ew or co; conditions are joined by and.`,
});

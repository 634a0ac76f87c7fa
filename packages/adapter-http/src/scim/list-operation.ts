import type { ListProvisionedInput, ProvisionedPage } from '@govgate/application';
import { ok, type Result } from '@govgate/domain';
import { type FilterFields, readFilter } from './read-filter.js';
import type { RequestedAttributes } from './shown-attributes.js';

/** Resources on a page by default, and at most. */
const DEFAULT_COUNT = 100;
export const MOST_RESULTS = 200;

/** The parameters of a list as they were sent. */
export interface SentList extends RequestedAttributes {
  readonly filter?: string | undefined;
  readonly startIndex?: string | undefined;
  readonly count?: string | undefined;
}

/** Reads them: an index below 1 is 1, and a count below 0 is 0 (RFC 7644, 3.4.2.4). */
export const readList =
  (fields: FilterFields) =>
  ({ filter, startIndex, count }: SentList): Result<ListProvisionedInput> => {
    const conditions = readFilter(filter, fields);
    if (!conditions.ok) return conditions;
    return ok({
      conditions: conditions.value,
      startIndex: Math.max(1, Number(startIndex ?? 1)),
      count: Math.min(MOST_RESULTS, Math.max(0, Number(count ?? DEFAULT_COUNT))),
    });
  };

/** A page as SCIM spells it. */
export const listOut = <View, Resource>(
  { items, totalCount, startIndex }: ProvisionedPage<View>,
  spell: (view: View) => Resource,
) => ({
  schemas: ['urn:ietf:params:scim:api:messages:2.0:ListResponse'],
  totalResults: totalCount,
  startIndex,
  itemsPerPage: items.length,
  Resources: items.map(spell),
});

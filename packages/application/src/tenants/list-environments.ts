import { compareText, ok, searchText } from '@govgate/domain';
import type { RecordSort } from '@govgate/ports';
import { mayInTenant } from '../call/allowed.js';
import type { UseCase } from '../call/context.js';
import type { Ports } from '../call/ports.js';
import { type EnvironmentView, environmentView } from '../environments/environment-view.js';
import type { ListPage } from '../paging/list-page.js';
import { type ListOptions, withSearch } from '../paging/page-of-records.js';
import { type ListQuestion, PageTokens } from '../paging/page-tokens.js';
import { readGuard } from '../role-bindings/tenant-guard.js';

export interface ListEnvironmentsInput extends ListOptions {
  readonly tenantId: string;
  readonly sort?: (typeof ENVIRONMENT_SORTS)[number] | undefined;
}

/** An environment's id is its name. */
export const ENVIRONMENT_SORTS = ['name', '-name'] as const satisfies readonly RecordSort[];

/** Lists the environments of a tenant by name. They are few, and stored in the tenant's own record. */
export const makeListEnvironments = (
  deps: Pick<Ports, 'records' | 'clock' | 'pageTokens'>,
): UseCase<ListEnvironmentsInput, ListPage<EnvironmentView>> => {
  const tokens = new PageTokens(deps.pageTokens, deps.clock);
  return async (context, { tenantId, q, sort = 'name', limit, cursor }) => {
    const allowed = mayInTenant(context, 'local_identity.read', tenantId);
    if (!allowed.ok) return allowed;
    const question: ListQuestion = {
      list: 'environments',
      tenantId,
      environmentId: '',
      filters: withSearch({}, q),
      sort,
    };
    const place = tokens.read(question, cursor, 'cursor');
    if (!place.ok) return place;
    const after = place.value?.id;
    const stored = (await readGuard(deps.records, tenantId))?.record.environments ?? [];
    const named = q === undefined ? stored : stored.filter((id) => searchText(id).includes(searchText(q)));
    const way = sort === '-name' ? -1 : 1;
    const all = [...named].sort((a, b) => way * compareText(a, b));
    const behind = after === undefined ? all : all.filter((id) => way * compareText(id, after) > 0);
    const shown = behind.slice(0, limit);
    const last = shown.at(-1);
    const next =
      behind.length > limit && last !== undefined
        ? { nextCursor: tokens.write(question, { value: last, id: last }) }
        : {};
    return ok({
      schemaVersion: '1.0',
      items: shown.map((environmentId) => environmentView(tenantId, environmentId)),
      page: { limit, totalCount: all.length, ...next },
    });
  };
};

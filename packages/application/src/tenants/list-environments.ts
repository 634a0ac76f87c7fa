import { compareText, ok } from '@govgate/domain';
import { mayInTenant } from '../call/allowed.js';
import type { UseCase } from '../call/context.js';
import type { Ports } from '../call/ports.js';
import { type EnvironmentView, environmentView } from '../environments/environment-view.js';
import type { ListPage } from '../paging/list-page.js';
import { type ListQuestion, PageTokens } from '../paging/page-tokens.js';
import { readGuard } from '../role-bindings/tenant-guard.js';

export interface ListEnvironmentsInput {
  readonly tenantId: string;
  readonly limit: number;
  readonly cursor?: string | undefined;
}

/** Lists the environments of a tenant by name. They are few, and stored in the tenant's own record. */
export const makeListEnvironments = (
  deps: Pick<Ports, 'records' | 'clock' | 'pageTokens'>,
): UseCase<ListEnvironmentsInput, ListPage<EnvironmentView>> => {
  const tokens = new PageTokens(deps.pageTokens, deps.clock);
  return async (context, { tenantId, limit, cursor }) => {
    const allowed = mayInTenant(context, 'local_identity.read', tenantId);
    if (!allowed.ok) return allowed;
    const question: ListQuestion = {
      list: 'environments',
      tenantId,
      environmentId: '',
      filters: {},
      sort: 'environment_id',
    };
    const place = tokens.read(question, cursor, 'cursor');
    if (!place.ok) return place;
    const after = place.value?.id;
    const all = (await readGuard(deps.records, tenantId))?.record.environments ?? [];
    const behind = after === undefined ? all : all.filter((id) => compareText(id, after) > 0);
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

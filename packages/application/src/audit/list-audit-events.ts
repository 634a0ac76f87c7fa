import { authorize, ok, type Result, refuse, type SealedAuditEvent } from '@govgate/domain';
import type { AuditFilter } from '@govgate/ports';
import type { CallContext, UseCase } from '../call/context.js';
import type { Ports } from '../call/ports.js';
import type { ListPage } from '../paging/list-page.js';
import { type ListQuestion, PageTokens } from '../paging/page-tokens.js';

export interface ListAuditEventsInput {
  readonly tenantId: string;
  readonly filter: AuditFilter;
  readonly order: 'asc' | 'desc';
  readonly limit: number;
  readonly cursor?: string | undefined;
}

/** A page of events, whose total may be a lower limit (docs/spec/audit.md). */
export interface AuditEventPage extends ListPage<AuditEventView> {
  readonly page: ListPage<AuditEventView>['page'] & { readonly totalIsAtLeast: boolean };
}

/** An event as answered: the sealed record with its fixed markers. */
export type AuditEventView = SealedAuditEvent & {
  readonly schemaVersion: '1.0';
  readonly metadataOnly: true;
};

export const auditEventView = (event: SealedAuditEvent): AuditEventView => ({
  ...event,
  schemaVersion: '1.0',
  metadataOnly: true,
});

/** Whether the caller may read the trail: a record of the tenant itself, so a tenant-wide grant is required. */
export const mayReadTrail = (
  { principal }: CallContext,
  tenantId: string,
  permission: 'audit.read' | 'audit.export',
): Result<undefined> => {
  if (principal.tenantId !== tenantId) return refuse('scope_forbidden');
  const target = { tenantId, environmentId: null, resourceId: null, ownerTeam: null };
  return authorize(principal, permission, target) ? ok(undefined) : refuse('permission_denied');
};

/** Lists the audit events of a tenant, by default newest first (docs/spec/audit.md). */
export const makeListAuditEvents = (
  deps: Pick<Ports, 'auditTrail' | 'clock' | 'pageTokens'>,
): UseCase<ListAuditEventsInput, AuditEventPage> => {
  const tokens = new PageTokens(deps.pageTokens, deps.clock);
  return async (context, input) => {
    const allowed = mayReadTrail(context, input.tenantId, 'audit.read');
    if (!allowed.ok) return allowed;
    const question: ListQuestion = {
      list: 'audit_events',
      tenantId: input.tenantId,
      environmentId: input.filter.environmentId ?? '',
      filters: { ...input.filter },
      sort: input.order,
    };
    const place = tokens.read(question, input.cursor, 'cursor');
    if (!place.ok) return place;
    const page = await deps.auditTrail.page(input.tenantId, {
      filter: input.filter,
      direction: input.order,
      limit: input.limit,
      ...(place.value === undefined ? {} : { afterSequence: Number(place.value.value) }),
    });
    const items = page.items.map(auditEventView);
    const last = page.items.at(-1);
    const next =
      page.more && last !== undefined
        ? { nextCursor: tokens.write(question, { value: last.sequence, id: last.auditEventId }) }
        : {};
    return ok({
      schemaVersion: '1.0',
      items,
      page: {
        limit: input.limit,
        totalCount: page.totalCount,
        totalIsAtLeast: page.totalIsAtLeast,
        ...next,
      },
    });
  };
};

import { makeListAuditEvents } from '@govgate/application';
import { parseInstant } from '@govgate/domain';
import * as v from 'valibot';
import { defineOperation } from '../../operation/define-operation.js';
import { AuditEventPage, AuditEventsQuery } from '../../wire/audit.js';
import { DEFAULT_PAGE_SIZE } from '../../wire/fields.js';

export const listAuditEvents = defineOperation({
  id: 'listAuditEvents',
  method: 'get',
  path: '/v1/audit/events',
  useCase: makeListAuditEvents,
  summary: "Lists the tenant's audit events, by default newest first",
  tag: 'audit',
  permission: 'audit.read',
  scope: 'tenant',
  extension: true,
  params: v.object({}),
  query: AuditEventsQuery,
  response: AuditEventPage,
  toInput: ({ scope, query }) => {
    const { tenantId: _, order = 'desc', limit = DEFAULT_PAGE_SIZE, cursor, from, to, ...filter } = query;
    const span = { ...instant('from', from), ...instant('to', to) };
    const named = Object.fromEntries(Object.entries(filter).filter(([, value]) => value !== undefined));
    return { tenantId: scope.tenantId, filter: { ...named, ...span }, order, limit: Number(limit), cursor };
  },
});

const instant = <Name extends 'from' | 'to'>(
  name: Name,
  sent: string | undefined,
): { [N in Name]?: string } => {
  const read = sent === undefined ? undefined : parseInstant(sent);
  return (read === undefined ? {} : { [name]: read }) as { [N in Name]?: string };
};

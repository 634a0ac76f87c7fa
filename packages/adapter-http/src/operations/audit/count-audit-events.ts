import { makeCountAuditEvents } from '@govgate/application';
import { epochMsOf, instantOf } from '@govgate/domain';
import * as v from 'valibot';
import { defineOperation } from '../../operation/define-operation.js';
import { AuditHistogramAnswer, AuditHistogramQuery } from '../../wire/audit.js';

export const countAuditEvents = defineOperation({
  id: 'countAuditEvents',
  method: 'get',
  path: '/v1/audit/events/histogram',
  useCase: makeCountAuditEvents,
  summary: "Counts the tenant's audit events by minute, hour or day",
  description: 'Buckets begin at full minutes, hours or days in UTC; those without events are zero.',
  tag: 'audit',
  permission: 'audit.read',
  scope: 'tenant',
  extension: true,
  refuses: [
    { reasonCode: 'invalid_request', field: 'to', when: 'it is not after `from`' },
    { reasonCode: 'limit_exceeded', field: 'interval', when: 'the range has more than 1,000 buckets' },
  ],
  params: v.object({}),
  query: AuditHistogramQuery,
  response: AuditHistogramAnswer,
  toInput: ({ scope, query }) => {
    const { tenantId: _, from, to, interval, ...filter } = query;
    const named = Object.fromEntries(Object.entries(filter).filter(([, value]) => value !== undefined));
    const span = { from: instantOf(epochMsOf(from)), to: instantOf(epochMsOf(to)) };
    return { tenantId: scope.tenantId, filter: { ...named, ...span }, interval };
  },
});

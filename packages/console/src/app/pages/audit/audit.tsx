import type { AuditEvent } from '@govgate/client';
import { type ListDef, ListPage, unchecked } from '../../parts/list-page.js';
import { pageOf } from '../../parts/page-of.js';
import { RecordPage } from '../../parts/record-page.js';
import { panelOfList } from '../../parts/record-panel.js';
import { Badge, Code, Moment } from '../../parts/text.js';
import { texts } from '../../texts.js';
import type { PageContent } from '../page.js';
import { auditEventRecord } from './audit-event-record.js';
import { ExportTrail } from './export-trail.js';
import { Histogram } from './histogram.js';
import { Presets } from './presets.js';
import { TrailState } from './trail-state.js';

const t = texts.audit;

const list: ListDef<AuditEvent> = {
  title: t.title,
  path: 'audit',
  hasNames: false,
  filters: [
    { name: 'actor_id', label: t.actor, pick: 'user' },
    { name: 'resource_id', label: t.resource },
    {
      name: 'resource_type',
      label: t.resourceType,
      values: [
        ...['policy', 'credential_binding', 'mcp_server', 'client_surface', 'agent', 'session', 'data_plane'],
        ...['siem_webhook', 'local_identity', 'role_binding', 'tenant', 'environment', 'user', 'group'],
        ...['service_account', 'api_token', 'audit', 'approval'],
      ],
    },
    { name: 'event_type', label: t.type },
    { name: 'outcome', label: t.outcome, values: ['success', 'denied', 'failure'] },
    { name: 'from', label: t.from, end: 'from' },
    { name: 'to', label: t.to, end: 'to' },
    { name: 'correlation_id', label: t.correlation },
    { name: 'order', label: t.order, values: ['asc', 'desc'] },
  ],
  columns: [
    { head: t.type, cell: (one) => <Code of={one.event_type} /> },
    { head: t.when, cell: (one) => <Moment of={one.occurred_at} /> },
    { head: t.outcome, cell: (one) => <Badge of={one.outcome} /> },
    { head: t.actor, cell: (one) => <Code of={one.actor.actor_id} /> },
    { head: t.resource, cell: (one) => <Code of={one.resource.resource_id} /> },
    { head: t.reason, cell: (one) => <Code of={one.reason_code} /> },
  ],
  idOf: (one) => one.audit_event_id,
  ask: async (client, query, options) => pageOf(await client.listAuditEvents(unchecked(query), options)),
  whenEmpty: t.whenEmpty,
  Above: ({ query }) => (
    <>
      <TrailState />
      <Presets query={query} />
      <ExportTrail from={query.from} to={query.to} />
      <Histogram query={query} />
    </>
  ),
};

/** What happened, by whom, with proof. */
export const audit: PageContent = {
  Page: ({ rest: [id] }) =>
    id === undefined ? (
      <ListPage list={list} panelOf={panelOfList(list, auditEventRecord)} />
    ) : (
      <RecordPage def={auditEventRecord} id={id} above={[[t.title, 'audit']]} />
    ),
};

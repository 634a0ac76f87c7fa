import type { AuditEvent } from '@govgate/client';
import { Failure } from '../../parts/failure.js';
import { Loading } from '../../parts/loading.js';
import type { RecordDef } from '../../parts/record-page.js';
import { ResourceLink } from '../../parts/resource-link.js';
import { Badge, Code, Moment, Text } from '../../parts/text.js';
import { useApi } from '../../state/api.js';
import { useLoad } from '../../state/use-load.js';
import { texts } from '../../texts.js';
import { Proof } from './proof.js';

const t = texts.audit;

/** One event of the trail, with its proof. */
export const auditEventRecord: RecordDef<AuditEvent> = {
  read: (client, id, options) => client.readAuditEvent({ audit_event_id: id }, options),
  titleOf: (event) => event.event_type,
  facts: (event) => [
    [t.event, <Code of={event.audit_event_id} />],
    [t.when, <Moment of={event.occurred_at} />],
    [t.outcome, <Badge of={event.outcome} />],
    [t.actor, <Code of={`${event.actor.actor_type} ${event.actor.actor_id}`} />],
    [t.how, <Code of={event.actor.auth_method} />],
    [
      t.resource,
      <span>
        {event.resource.resource_type.replaceAll('_', ' ')} <ResourceLink of={event.resource} />
      </span>,
    ],
    [t.environment, <Code of={event.environment_id} />],
    [t.reason, <Code of={event.reason_code} />],
    [t.words, <Text of={event.reason} />],
    [t.changed, <Code of={event.changed_fields.join(', ')} />],
    [t.related, <Code of={event.related_ids.join(', ')} />],
    [t.request, <Code of={event.request_id} />],
    [t.correlation, <Code of={event.correlation_id} />],
    [t.sequence, String(event.sequence)],
    [t.hash, <Code of={event.hash} />],
    [t.before, <Code of={event.prev_hash} />],
  ],
  actionsOf: () => [],
  changes: () => [],
  hasEvents: false,
  Below: EventProof,
};

function EventProof({ record: event }: { readonly record: AuditEvent }) {
  const { client } = useApi();
  const { data, error, reload } = useLoad(['proof', event.audit_event_id], ({ signal }) =>
    client.proveAuditEvent({ audit_event_id: event.audit_event_id }, { signal }),
  );
  if (error !== undefined) return <Failure error={error} retry={reload} />;
  return data === undefined ? <Loading /> : <Proof event={event} proof={data} />;
}

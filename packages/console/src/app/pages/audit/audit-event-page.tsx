import type { AuditEvent } from '@govgate/client';
import { Button } from '@patternfly/react-core';
import { useState } from 'react';
import { Facts } from '../../parts/facts.js';
import { Failure } from '../../parts/failure.js';
import { Heading } from '../../parts/heading.js';
import { Loading } from '../../parts/loading.js';
import { Trail } from '../../parts/record-page.js';
import { ResourceLink } from '../../parts/resource-link.js';
import { Badge, Code, Moment, Text } from '../../parts/text.js';
import { useApi } from '../../state/api.js';
import { useLoad } from '../../state/use-load.js';
import { texts } from '../../texts.js';
import { Proof } from './proof.js';

const t = texts.audit;

/** One event of the trail, with its proof. */
export const AuditEventPage = ({ id }: { readonly id: string }) => {
  const { client } = useApi();
  const found = useLoad(['audit event', id], async ({ signal }) => ({
    event: await client.readAuditEvent({ audit_event_id: id }, { signal }),
    proof: await client.proveAuditEvent({ audit_event_id: id }, { signal }),
  }));
  const { data, error } = found;
  return (
    <>
      <Trail above={[[t.title, 'audit']]} title={data?.event.event_type ?? id} />
      <Heading
        title={data?.event.event_type ?? t.event}
        shown={<Text of={data?.event.event_type ?? t.event} />}
      >
        <CopyLink />
      </Heading>
      {error !== undefined && <Failure error={error} retry={found.reload} />}
      {data === undefined && error === undefined && <Loading />}
      {data !== undefined && (
        <>
          <EventFacts event={data.event} />
          <Proof event={data.event} proof={data.proof} />
        </>
      )}
    </>
  );
};

const CopyLink = () => {
  const [said, setSaid] = useState('');
  const copy = async (): Promise<void> => {
    // Browsers provide no clipboard to pages loaded over http from another host.
    const isCopied = await Promise.resolve(
      navigator.clipboard?.writeText(location.href).then(() => true),
    ).catch(() => false);
    setSaid(isCopied === true ? t.copied : t.notCopied);
  };
  return (
    <>
      <Button variant="secondary" onClick={() => void copy()}>
        {t.copyLink}
      </Button>
      <span role="status">{said}</span>
    </>
  );
};

const EventFacts = ({ event }: { readonly event: AuditEvent }) => (
  <Facts
    facts={[
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
    ]}
  />
);

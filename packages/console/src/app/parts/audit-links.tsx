import { List, ListItem } from '@patternfly/react-core';
import { useApi } from '../state/api.js';
import { useLoad } from '../state/use-load.js';
import { texts } from '../texts.js';
import { ResourceLink } from './resource-link.js';
import { Code } from './text.js';

/**
 * Links to a change's audit events: by the id in its answer, or, if the answer names none, by the correlation id the console sent. Users
 * who may not read the trail see the ids.
 */
export const AuditLinks = ({
  answer,
  correlationId,
}: {
  readonly answer: unknown;
  readonly correlationId: string;
}) => {
  const api = useApi();
  if (!api.may('audit.read'))
    return (
      <p>
        {texts.auditHidden}{' '}
        {namedIds(answer).map((id) => (
          <Code key={id} of={id} />
        ))}
      </p>
    );
  return <FoundEvents correlationId={correlationId} />;
};

const FoundEvents = ({ correlationId }: { readonly correlationId: string }) => {
  const api = useApi();
  const { data } = useLoad(['audit events', correlationId], ({ signal }) =>
    api.client.listAuditEvents({ correlation_id: correlationId }, { signal }),
  );
  return (
    <List isPlain>
      {data?.items.map((event) => (
        <ListItem key={event.audit_event_id}>
          <ResourceLink of={event.resource} /> ·{' '}
          <a href={api.href(`audit/${event.audit_event_id}`)} data-audit-event>
            {event.event_type}
          </a>
        </ListItem>
      ))}
      {data?.items.length === 0 && <ListItem>{texts.noEvent}</ListItem>}
    </List>
  );
};

const NAMES = /^(audit_event_ids?|auditEventIds?|audit_event_ref)$/;

const namedIds = (answer: unknown): string[] =>
  typeof answer !== 'object' || answer === null
    ? []
    : Object.entries(answer)
        .filter(([name]) => NAMES.test(name))
        .flatMap(([, ids]) => ids)
        .filter((id) => typeof id === 'string');

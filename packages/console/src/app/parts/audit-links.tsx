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

/** A change of many records has many events. */
const MOST_LINKS = 5;

const FoundEvents = ({ correlationId }: { readonly correlationId: string }) => {
  const api = useApi();
  const { data } = useLoad(['audit events', correlationId], ({ signal }) =>
    api.client.listAuditEvents({ correlation_id: correlationId }, { signal }),
  );
  const items = data?.items ?? [];
  const shown = items.slice(0, MOST_LINKS);
  return (
    <List isPlain>
      {shown.map((event) => (
        <ListItem key={event.audit_event_id}>
          <ResourceLink of={event.resource} /> ·{' '}
          <a href={api.href(`audit/${event.audit_event_id}`)} data-audit-event>
            {event.event_type}
          </a>
        </ListItem>
      ))}
      {items.length > shown.length && (
        <ListItem>
          <a href={api.href('audit', { correlation_id: correlationId })}>
            {texts.moreEvents(items.length - shown.length)}
          </a>
        </ListItem>
      )}
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

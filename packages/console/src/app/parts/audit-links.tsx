import { useApi } from '../state/api.js';
import { useLoad } from '../state/use-load.js';
import { texts } from '../texts.js';
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
  const { data } = useLoad(correlationId, ({ signal }) =>
    api.client.listAuditEvents({ correlation_id: correlationId }, { signal }),
  );
  return (
    <ul class="audit-links">
      {data?.items.map((event) => (
        <li key={event.audit_event_id}>
          {texts.auditEvent}{' '}
          <a href={api.href(`audit/${event.audit_event_id}`)} data-audit-event>
            {event.event_type}
          </a>
        </li>
      ))}
      {data?.items.length === 0 && <li class="quiet">{texts.noEvent}</li>}
    </ul>
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

import { AUDIT_EVENT_TYPES } from '@govgate/domain';
import { resourceOfEvent } from '@govgate/domain/internal';
import { code, page, table } from './page.js';

/** Every type of event that the audit trail can hold. */
export const auditEventTypesPage = (): string =>
  page(
    'Audit event types',
    'What `event_type` of an audit record can say. A refused call has the type of the change it asked for; `outcome` tells.',
    table(
      ['event type', 'resource type'],
      AUDIT_EVENT_TYPES.map((eventType) => [code(eventType), code(resourceOfEvent(eventType))]),
    ),
  );

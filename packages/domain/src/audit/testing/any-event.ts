import fc from 'fast-check';
import { anyText } from '../../../../../tools/test-values/any-text.js';
import type { AuditEvent } from '../audit-event.js';
import { AUDIT_EVENT_TYPES, AUDIT_RESOURCE_TYPES } from '../event-types.js';

const text = anyText();
const perhaps = fc.option(text, { nil: null });

const REQUIRED = [
  'auditEventId',
  'occurredAt',
  'tenantId',
  'environmentId',
  'eventType',
  'outcome',
  'actor',
  'action',
  'resource',
  'reasonCode',
  'reason',
  'requestId',
  'correlationId',
  'changedFields',
  'relatedIds',
] as const;

/** An event with arbitrary texts: quotes, control characters, what looks like keys. */
export const anyEvent: fc.Arbitrary<AuditEvent> = fc.record(
  {
    auditEventId: text,
    occurredAt: text,
    tenantId: text,
    environmentId: perhaps,
    eventType: fc.constantFrom(...AUDIT_EVENT_TYPES),
    outcome: fc.constantFrom('success', 'denied', 'failure'),
    actor: fc.record({
      actorType: fc.constantFrom('user', 'service_account', 'system'),
      actorId: fc.oneof(text, fc.constantFrom('","actor_type":', ',"environment_id":null')),
      authMethod: fc.constantFrom('jwt', 'api_token', 'none'),
    }),
    action: fc.oneof(text, fc.constant('"actor":{"actor_id":"x","actor_type":')),
    resource: fc.record({
      resourceType: fc.constantFrom(...AUDIT_RESOURCE_TYPES),
      resourceId: text,
      version: perhaps,
    }),
    reasonCode: text,
    reason: perhaps,
    requestId: text,
    correlationId: perhaps,
    changedFields: fc.array(text, { maxLength: 3 }),
    relatedIds: fc.array(text, { maxLength: 3 }),
    fromState: text,
    toState: fc.oneof(text, fc.constant('","tenant_id":"x"}')),
    subjectType: fc.constantFrom('user', 'group', 'service_account'),
  },
  { requiredKeys: [...REQUIRED] },
);

import type { SealedAuditEvent } from '../audit/audit-event.js';
import type { Json } from '../canonical-json.js';
import { cefSeverity } from './cef-severity.js';
import { checkpointFields, type ExportEvent, REPEAT_LABEL, stateFields, wellFormed } from './export-event.js';
import { EXPORT_MAPPING } from './export-mapping.js';

/** The version of the Elastic Common Schema used. */
const ECS_VERSION = '9.4.0';

type EcsObject = { readonly [key: string]: Json };

/** An event as an Elastic Common Schema document; our own fields are below `govgate`, which ECS leaves to us. */
export const ecsEvent = ({ event, repeat, checkpoint }: ExportEvent): EcsObject => ({
  '@timestamp': event.occurredAt,
  ecs: { version: ECS_VERSION },
  message: EXPORT_MAPPING[event.eventType].title,
  event: {
    kind: 'event',
    ...ecsCategorisation(event),
    action: event.eventType,
    outcome: event.outcome === 'success' ? 'success' : 'failure',
    id: event.auditEventId,
    sequence: event.sequence,
    severity: cefSeverity(event),
    code: event.reasonCode,
    ...(event.reason === null ? {} : { reason: wellFormed(event.reason) }),
    provider: 'govgate',
    module: 'govgate',
    dataset: 'govgate.audit',
    hash: event.hash,
  },
  user: { id: wellFormed(event.actor.actorId) },
  organization: { id: event.tenantId },
  ...(event.resource.resourceType === 'group' && event.resource.resourceId !== ''
    ? { group: { id: wellFormed(event.resource.resourceId) } }
    : {}),
  related: { user: [wellFormed(event.actor.actorId)] },
  observer: { vendor: 'govgate', product: 'govgate', type: 'gateway' },
  ...(repeat ? { tags: [REPEAT_LABEL] } : {}),
  govgate: {
    ...ownFields(event),
    ...(checkpoint === undefined ? {} : { checkpoint: checkpointFields(checkpoint) }),
  },
});

const ownFields = (event: SealedAuditEvent): EcsObject => ({
  environment_id: event.environmentId,
  outcome: event.outcome,
  actor_type: event.actor.actorType,
  auth_method: event.actor.authMethod,
  resource: {
    type: event.resource.resourceType,
    id: wellFormed(event.resource.resourceId),
    version: event.resource.version,
  },
  request_id: event.requestId,
  correlation_id: event.correlationId,
  changed_fields: event.changedFields,
  related_ids: event.relatedIds.map(wellFormed),
  ...stateFields(event),
  prev_hash: event.prevHash,
});

/** An event's category and type: a denied call is api / denied, whatever it requested. */
const ecsCategorisation = (
  event: Pick<SealedAuditEvent, 'eventType' | 'outcome'>,
): { readonly category: readonly string[]; readonly type: readonly string[] } =>
  event.outcome === 'denied' ? { category: ['api'], type: ['denied'] } : EXPORT_MAPPING[event.eventType].ecs;

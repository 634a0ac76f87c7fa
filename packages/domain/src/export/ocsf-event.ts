import type { SealedAuditEvent } from '../audit/audit-event.js';
import type { Json } from '../canonical-json.js';
import { epochMsOf } from '../instant.js';
import { cefSeverity } from './cef-severity.js';
import { checkpointFields, type ExportEvent, REPEAT_LABEL, stateFields, wellFormed } from './export-event.js';
import { EXPORT_MAPPING, type OcsfActivity } from './export-mapping.js';

/** The version of the Open Cybersecurity Schema Framework used. */
const OCSF_VERSION = '1.8.0';

type OcsfObject = { readonly [key: string]: Json };

const API_ACTIVITY = 6003;
const CRUD = { create: 1, update: 3, delete: 4 } as const;

/** An event as OCSF 1.8.0 (docs/spec/destinations.md#formats): metadata only; what has no field of its own is under `unmapped`. */
export const ocsfEvent = ({ event, repeat, checkpoint }: ExportEvent): OcsfObject => {
  const { classUid, activityId } = ocsfActivityOf(event);
  return {
    class_uid: classUid,
    category_uid: Math.floor(classUid / 1000),
    activity_id: activityId,
    type_uid: classUid * 100 + activityId,
    severity_id: severityId(cefSeverity(event)),
    time: epochMsOf(event.occurredAt),
    message: EXPORT_MAPPING[event.eventType].title,
    metadata: metadataOf(event, repeat),
    actor: { user: userOf(event) },
    ...statusOf(event),
    ...subjectOf(event, classUid),
    unmapped:
      checkpoint === undefined
        ? unmappedOf(event)
        : { ...unmappedOf(event), checkpoint: checkpointFields(checkpoint) },
  };
};

const metadataOf = (event: SealedAuditEvent, repeat: boolean): OcsfObject => ({
  version: OCSF_VERSION,
  product: { name: 'govgate', vendor_name: 'govgate' },
  uid: event.auditEventId,
  sequence: event.sequence,
  tenant_uid: event.tenantId,
  event_code: event.eventType,
  ...(event.correlationId === null ? {} : { correlation_uid: event.correlationId }),
  ...(repeat ? { labels: [REPEAT_LABEL] } : {}),
});

const USER_TYPES = { user: 1, system: 3, service_account: 4 } as const;

const userOf = ({ actor }: SealedAuditEvent): OcsfObject => ({
  uid: wellFormed(actor.actorId),
  type_id: USER_TYPES[actor.actorType],
});

const statusOf = ({ outcome, reasonCode, reason }: SealedAuditEvent): OcsfObject => ({
  status_id: outcome === 'success' ? 1 : 2,
  status_code: reasonCode,
  ...(reason === null ? {} : { status_detail: wellFormed(reason) }),
});

const unmappedOf = (event: SealedAuditEvent): OcsfObject => ({
  environment_id: event.environmentId,
  outcome: event.outcome,
  auth_method: event.actor.authMethod,
  resource_type: event.resource.resourceType,
  resource_id: wellFormed(event.resource.resourceId),
  request_id: event.requestId,
  changed_fields: event.changedFields,
  related_ids: event.relatedIds.map(wellFormed),
  ...stateFields(event),
  prev_hash: event.prevHash,
  hash: event.hash,
});

/** What a class requires about its subject. */
const subjectOf = (event: SealedAuditEvent, classUid: OcsfActivity['classUid']): OcsfObject => {
  const { resourceId, resourceType, version } = event.resource;
  const [related = 'unknown'] = event.relatedIds;
  const id = wellFormed(resourceId);
  switch (classUid) {
    case 3004:
      return { entity: { uid: id, type: entityType(event), ...(version === null ? {} : { version }) } };
    case 3005:
      return { user: { uid: wellFormed(related) }, privileges: [`role_binding:${id}`] };
    case 3006:
      return resourceType === 'group'
        ? { group: { uid: id }, user: { uid: wellFormed(related) } }
        : { group: { uid: wellFormed(related) }, privileges: [`role_binding:${id}`] };
    default:
      // The trail stores no addresses, and the class requires the source of a call.
      return {
        api: { operation: event.eventType, request: { uid: event.requestId } },
        src_endpoint: { name: 'unknown' },
        ...(id === '' ? {} : { resources: [{ uid: id, type: resourceType }] }),
      };
  }
};

/** What a change is of, where that is not the resource that the trail names. */
const entityType = ({ eventType, resource: { resourceType } }: SealedAuditEvent): string => {
  if (eventType === 'mcp_server.deprecation_submitted') return 'mcp_submission';
  return resourceType === 'session' ? 'client_session' : resourceType;
};

/** An event's class and activity. A refusal changed nothing, so it is an API call with the requested activity. */
const ocsfActivityOf = (event: SealedAuditEvent): OcsfActivity => {
  const ocsf = activityOf(event);
  if (event.outcome === 'success' || ocsf.classUid === API_ACTIVITY) return ocsf;
  return { classUid: API_ACTIVITY, activityId: requestedActivity(ocsf) };
};

/** By its type, and by what the event says of the state and the subject: an approval enables, a group's grant is the group's. */
const activityOf = ({ eventType, toState, subjectType }: SealedAuditEvent): OcsfActivity => {
  const { ocsf } = EXPORT_MAPPING[eventType];
  if (ocsf.classUid === 3005 && subjectType === 'group') return { ...ocsf, classUid: 3006 };
  const approves = eventType === 'credential_binding.approval_changed' && toState === 'approved';
  return approves ? { classUid: 3004, activityId: ENABLE } : ocsf;
};

const ENABLE = 8;

const requestedActivity = ({ classUid, activityId }: OcsfActivity): number => {
  // Members of a group, from activity 3 on, or its grants.
  if (classUid === 3006 && activityId > 2) return CRUD.update;
  if (activityId === 1) return CRUD.create;
  const deletes = classUid === 3004 ? activityId === CRUD.delete : activityId === 2;
  return deletes ? CRUD.delete : CRUD.update;
};

/** OCSF severities for CEF's: 0–2 informational, 3–4 low, 5–6 medium, 7–8 high, 9–10 critical. */
const severityId = (cef: number): number => Math.max(1, Math.min(5, Math.floor((cef + 1) / 2)));

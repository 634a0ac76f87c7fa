import {
  AUDIT_EVENTS,
  AUDIT_RESOURCE_TYPES,
  type AuditEventType,
  type AuditResourceType,
  type EventActivity,
} from '../audit/event-types.js';

/** An OCSF 1.8.0 event class and activity. */
export interface OcsfActivity {
  readonly classUid: 3004 | 3005 | 3006 | 6003;
  readonly activityId: number;
}

/** How one type of event is represented in receivers' formats (docs/spec/destinations.md#formats). */
export interface ExportRow {
  /** What happened, in words: CEF's name, OCSF's message. */
  readonly title: string;
  readonly ocsf: OcsfActivity;
  /** `event.category` and `event.type` of the Elastic Common Schema. */
  readonly ecs: { readonly category: readonly string[]; readonly type: readonly string[] };
  /** CEF's severity of a success, 0 to 10. */
  readonly severity: number;
}

/** What an event did: OCSF's class and activity, and ECS's type. 3004: entities, 3005: grants, 3006: groups, 6003: calls of an API. */
const ACTIVITIES: Readonly<
  Record<EventActivity, readonly [OcsfActivity['classUid'], activityId: number, type: string]>
> = {
  create: [3004, 1, 'creation'],
  update: [3004, 3, 'change'],
  delete: [3004, 4, 'deletion'],
  enable: [3004, 8, 'change'],
  disable: [3004, 9, 'change'],
  activate: [3004, 10, 'change'],
  deactivate: [3004, 11, 'change'],
  suspend: [3004, 12, 'change'],
  resume: [3004, 13, 'change'],
  start: [3004, 1, 'start'],
  end: [3004, 4, 'end'],
  assign: [3005, 1, 'change'],
  unassign: [3005, 2, 'change'],
  add: [3006, 3, 'change'],
  remove: [3006, 4, 'change'],
  check: [6003, 99, 'info'],
};

/** ECS's category of a resource, and a type that all its events have; `configuration` unless it is here. */
const CATEGORIES: { readonly [R in AuditResourceType]?: readonly [category: string, ...types: string[]] } = {
  access_review: ['iam'],
  agent: ['iam'],
  api_token: ['iam', 'admin'],
  approval: ['iam'],
  credential_binding: ['iam'],
  group: ['iam', 'group'],
  role_binding: ['iam', 'admin'],
  service_account: ['iam', 'user'],
  session: ['session'],
  user: ['iam', 'user'],
};

/** Where the resource is called otherwise in words. */
const NOUNS: { readonly [R in AuditResourceType]?: string } = {
  api_token: 'API token',
  approval: 'Approval of a call',
  mcp_server: 'MCP server',
  siem_webhook: 'Destination',
};

/** Titles that do not follow from the event's type. */
const TITLES: { readonly [T in AuditEventType]?: string } = {
  'approval.approved': 'Call approved',
  'approval.denied': 'Call denied by an approver',
  'audit.checkpoint_signed': 'Checkpoint of the audit trail signed',
  'audit.refusals_summarised': 'Refusals of a caller summed up',
  'audit.sealed': 'Events of the audit trail sealed',
  'mcp_server.withdrawn': 'MCP server submission withdrawn',
  'siem_webhook.events_refused': 'Events refused by a destination',
  'tenant.four_eyes_switched_off': 'Four eyes switched off',
  'tenant.four_eyes_switched_on': 'Four eyes switched on',
  'tenant.older_store_accepted': 'Older store accepted',
  'tenant.server_keys_replaced': 'Server keys replaced',
};

const titleOf = (eventType: AuditEventType, resource: AuditResourceType): string => {
  const noun = NOUNS[resource] ?? resource.charAt(0).toUpperCase() + resource.slice(1);
  return TITLES[eventType] ?? `${noun}${eventType.slice(resource.length)}`.replace(/[._]/g, ' ');
};

const rowOf = (
  resource: AuditResourceType,
  eventType: AuditEventType,
  [activity, severity]: readonly [EventActivity, number],
): ExportRow => {
  const [classUid, activityId, own] = ACTIVITIES[activity];
  const [category, ...types] = CATEGORIES[resource] ?? ['configuration'];
  return {
    title: titleOf(eventType, resource),
    ocsf: { classUid, activityId },
    ecs: { category: [category], type: [...types, own] },
    severity,
  };
};

/**
 * Every event type in OCSF, ECS and CEF. Refusals are represented differently, see `ocsfActivityOf` and `ecsCategorisation`.
 */
export const EXPORT_MAPPING = Object.fromEntries(
  AUDIT_RESOURCE_TYPES.flatMap((resource) =>
    Object.entries<readonly [EventActivity, number]>(AUDIT_EVENTS[resource]).map(([verb, row]) => {
      const eventType = `${resource}.${verb}` as AuditEventType;
      return [eventType, rowOf(resource, eventType, row)];
    }),
  ),
) as { readonly [T in AuditEventType]: ExportRow };

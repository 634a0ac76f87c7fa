/** What an event did to its resource, in receivers' terms: `EXPORT_MAPPING` says what these are in each format. */
export type EventActivity =
  | 'create'
  | 'update'
  | 'delete'
  | 'enable'
  | 'disable'
  | 'activate'
  | 'deactivate'
  | 'suspend'
  | 'resume'
  | 'start'
  | 'end'
  | 'assign'
  | 'unassign'
  | 'add'
  | 'remove'
  | 'check';

/**
 * Every event by its resource and past verb: an event's type is `<resource>.<verb>` (contract docs/spec/audit.md). Beside it stands what it
 * did, and CEF's severity of its success, 0 to 10.
 */
export const AUDIT_EVENTS = {
  policy: {
    created: ['create', 2],
    updated: ['update', 2],
    validated: ['update', 1],
    published: ['activate', 3],
    archived: ['deactivate', 3],
    imported: ['create', 3],
  },
  credential_binding: {
    created: ['create', 4],
    submitted: ['update', 3],
    approval_changed: ['update', 6],
    rotated: ['update', 4],
    disabled: ['disable', 5],
    enabled: ['enable', 5],
    revoked: ['disable', 6],
    rotation_overdue: ['update', 6],
    imported: ['create', 4],
  },
  mcp_server: {
    registered: ['create', 3],
    approved: ['activate', 5],
    rejected: ['update', 3],
    withdrawn: ['update', 2],
    deprecation_submitted: ['create', 3],
    disabled: ['disable', 5],
    enabled: ['enable', 5],
    drift_detected: ['update', 7],
    drift_resolved: ['update', 5],
    health_changed: ['update', 4],
    imported: ['create', 3],
  },
  client_surface: {
    created: ['create', 2],
    updated: ['update', 2],
    approved: ['enable', 3],
    rejected: ['update', 3],
    disabled: ['disable', 4],
    enabled: ['enable', 4],
    revoked: ['disable', 6],
    archived: ['deactivate', 3],
    imported: ['create', 3],
  },
  agent: {
    registered: ['create', 3],
    approved: ['enable', 4],
    rejected: ['update', 4],
    disabled: ['disable', 5],
    enabled: ['enable', 5],
    revoked: ['disable', 6],
    archived: ['deactivate', 4],
    imported: ['create', 4],
  },
  session: {
    reported: ['start', 1],
    terminated: ['end', 5],
    expired: ['end', 2],
    imported: ['start', 2],
  },
  data_plane: {
    registered: ['create', 3],
    reported: ['update', 1],
    drained: ['suspend', 4],
    resumed: ['resume', 4],
    resynced: ['update', 3],
    upgraded: ['update', 3],
    deregistered: ['delete', 5],
    health_changed: ['update', 5],
    imported: ['create', 3],
  },
  siem_webhook: {
    created: ['create', 3],
    updated: ['update', 4],
    disabled: ['disable', 6],
    enabled: ['enable', 4],
    test_requested: ['check', 1],
    test_completed: ['check', 1],
    events_refused: ['check', 6],
    replay_requested: ['check', 4],
    imported: ['create', 3],
  },
  local_identity: {},
  role_binding: {
    created: ['assign', 6],
    disabled: ['unassign', 6],
    expired: ['unassign', 6],
    imported: ['create', 6],
  },
  tenant: {
    created: ['create', 4],
    imported: ['create', 3],
    older_store_accepted: ['update', 8],
    server_keys_replaced: ['update', 8],
    four_eyes_switched_off: ['disable', 8],
    four_eyes_switched_on: ['enable', 4],
  },
  environment: {
    created: ['create', 4],
    configured: ['update', 4],
    imported: ['create', 4],
  },
  user: {
    created: ['create', 4],
    updated: ['update', 2],
    disabled: ['disable', 6],
    enabled: ['enable', 6],
    signed_out: ['update', 2],
    imported: ['create', 4],
  },
  group: {
    created: ['create', 4],
    updated: ['update', 4],
    member_added: ['add', 5],
    member_removed: ['remove', 5],
    disabled: ['disable', 5],
    imported: ['create', 4],
  },
  service_account: {
    created: ['create', 4],
    updated: ['update', 2],
    disabled: ['disable', 6],
    enabled: ['enable', 6],
    imported: ['create', 4],
  },
  api_token: {
    created: ['create', 5],
    expired: ['disable', 3],
    revoked: ['disable', 5],
    removed: ['delete', 2],
  },
  // A signed checkpoint is only sent to destinations: it vouches for the trail and is not part of it (ADR 17).
  audit: {
    checkpoint_signed: ['check', 1],
    refusals_summarised: ['check', 5],
    sealed: ['update', 6],
  },
  approval: {
    requested: ['create', 3],
    approved: ['enable', 5],
    denied: ['disable', 5],
    used: ['activate', 4],
    withdrawn: ['deactivate', 4],
    expired: ['deactivate', 2],
    removed: ['delete', 1],
  },
  access_review: {
    opened: ['create', 4],
    listed: ['update', 2],
    reminded: ['update', 3],
    decided: ['update', 5],
    closed: ['deactivate', 4],
    cancelled: ['deactivate', 4],
  },
  applied_set: {
    recorded: ['update', 2],
  },
} as const satisfies Readonly<Record<string, Readonly<Record<string, readonly [EventActivity, number]>>>>;

/** The resource type of an audit event (`resource.resource_type`). */
export type AuditResourceType = keyof typeof AUDIT_EVENTS;

/** Every resource type. */
export const AUDIT_RESOURCE_TYPES = Object.keys(AUDIT_EVENTS) as AuditResourceType[];

/** An event's type, such as `policy.published`. */
export type AuditEventType = {
  [R in AuditResourceType]: `${R}.${keyof (typeof AUDIT_EVENTS)[R] & string}`;
}[AuditResourceType];

/** Every event type, sorted. */
export const AUDIT_EVENT_TYPES: readonly AuditEventType[] = AUDIT_RESOURCE_TYPES.flatMap((resource) =>
  Object.keys(AUDIT_EVENTS[resource]).map((verb) => `${resource}.${verb}` as AuditEventType),
).sort();

/** The resource in an event type. */
export const resourceOfEvent = (eventType: AuditEventType): AuditResourceType =>
  eventType.slice(0, eventType.indexOf('.')) as AuditResourceType;

/** Resource types of audit events (`resource.resource_type`). */
export const AUDIT_RESOURCE_TYPES = [
  'policy',
  'credential_binding',
  'mcp_server',
  'client_surface',
  'agent',
  'session',
  'data_plane',
  'siem_webhook',
  'local_identity',
  'role_binding',
  'tenant',
  'environment',
  'user',
  'group',
  'service_account',
  'api_token',
  'audit',
  'approval',
  'applied_set',
] as const;

export type AuditResourceType = (typeof AUDIT_RESOURCE_TYPES)[number];

/** The past verbs of each resource: an event's type is `<resource>.<verb>` (contract docs/spec/audit.md). */
export const AUDIT_VERBS = {
  policy: ['created', 'updated', 'validated', 'published', 'archived', 'imported'],
  credential_binding: [
    'created',
    'submitted',
    'approval_changed',
    'rotated',
    'disabled',
    'enabled',
    'revoked',
    'rotation_overdue',
    'imported',
  ],
  mcp_server: [
    'registered',
    'approved',
    'rejected',
    'withdrawn',
    'deprecation_submitted',
    'disabled',
    'enabled',
    'drift_detected',
    'drift_resolved',
    'health_changed',
    'imported',
  ],
  client_surface: [
    'created',
    'updated',
    'approved',
    'rejected',
    'disabled',
    'enabled',
    'revoked',
    'archived',
    'imported',
  ],
  agent: ['registered', 'approved', 'rejected', 'disabled', 'enabled', 'revoked', 'archived', 'imported'],
  session: ['reported', 'terminated', 'expired', 'imported'],
  data_plane: [
    'registered',
    'reported',
    'drained',
    'resumed',
    'resynced',
    'upgraded',
    'deregistered',
    'health_changed',
    'imported',
  ],
  siem_webhook: [
    'created',
    'updated',
    'disabled',
    'enabled',
    'test_requested',
    'test_completed',
    'events_refused',
    'replay_requested',
    'imported',
  ],
  local_identity: [],
  role_binding: ['created', 'disabled', 'expired', 'imported'],
  tenant: [
    'created',
    'imported',
    'older_store_accepted',
    'server_keys_replaced',
    'four_eyes_switched_off',
    'four_eyes_switched_on',
  ],
  user: ['created', 'updated', 'disabled', 'enabled', 'signed_out', 'imported'],
  group: ['created', 'updated', 'member_added', 'member_removed', 'disabled', 'imported'],
  service_account: ['created', 'updated', 'disabled', 'enabled', 'imported'],
  environment: ['created', 'configured'],
  api_token: ['created', 'expired', 'revoked', 'removed'],
  // A signed checkpoint is only sent to destinations: it vouches for the trail and is not part of it (ADR 17).
  audit: ['checkpoint_signed', 'refusals_summarised', 'sealed'],
  approval: ['requested', 'approved', 'denied', 'used', 'withdrawn', 'expired', 'removed'],
  applied_set: ['recorded'],
} as const satisfies Record<AuditResourceType, readonly string[]>;

/** An event's type, such as `policy.published`. */
export type AuditEventType = {
  [R in AuditResourceType]: `${R}.${(typeof AUDIT_VERBS)[R][number]}`;
}[AuditResourceType];

/** Every event type, sorted. */
export const AUDIT_EVENT_TYPES: readonly AuditEventType[] = AUDIT_RESOURCE_TYPES.flatMap((resource) =>
  AUDIT_VERBS[resource].map((verb) => `${resource}.${verb}` as AuditEventType),
).sort();

/** The resource in an event type. */
export const resourceOfEvent = (eventType: AuditEventType): AuditResourceType =>
  eventType.slice(0, eventType.indexOf('.')) as AuditResourceType;

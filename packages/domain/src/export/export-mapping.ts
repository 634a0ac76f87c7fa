import type { AuditEventType } from '../audit/event-types.js';

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

/** Activities of OCSF's Entity Management. */
const ENTITY = {
  create: 1,
  update: 3,
  delete: 4,
  enable: 8,
  disable: 9,
  activate: 10,
  deactivate: 11,
  suspend: 12,
  resume: 13,
} as const;

type EntityActivity = keyof typeof ENTITY;

const entity = (
  title: string,
  activity: EntityActivity,
  ecs: ExportRow['ecs'],
  severity: number,
): ExportRow => ({ title, ocsf: { classUid: 3004, activityId: ENTITY[activity] }, ecs, severity });

const configuration = (title: string, activity: EntityActivity, severity = 3): ExportRow => {
  const type = activity === 'create' ? 'creation' : activity === 'delete' ? 'deletion' : 'change';
  return entity(title, activity, { category: ['configuration'], type: [type] }, severity);
};

const iam = (title: string, activity: EntityActivity, types: readonly string[], severity = 4): ExportRow =>
  entity(title, activity, { category: ['iam'], type: types }, severity);

const session = (title: string, activity: EntityActivity, type: string, severity: number): ExportRow =>
  entity(title, activity, { category: ['session'], type: [type] }, severity);

// An approver's decision about one call of an agent.
const consent = (title: string, activity: EntityActivity, severity: number): ExportRow =>
  entity(
    title,
    activity,
    { category: ['iam'], type: [activity === 'create' ? 'creation' : 'change'] },
    severity,
  );

const grant = (title: string, activityId: 1 | 2): ExportRow => ({
  title,
  ocsf: { classUid: 3005, activityId },
  ecs: { category: ['iam'], type: ['admin', 'change'] },
  severity: 6,
});

const check = (title: string): ExportRow => ({
  title,
  ocsf: { classUid: 6003, activityId: 99 },
  ecs: { category: ['configuration'], type: ['info'] },
  severity: 1,
});

/**
 * Every event type in OCSF, ECS and CEF: an event type without a row does not compile. Refusals are represented differently, see
 * `ocsfActivityOf` and `ecsCategorisation`.
 */
export const EXPORT_MAPPING: { readonly [T in AuditEventType]: ExportRow } = {
  'agent.approved': iam('Agent approved', 'enable', ['change']),
  'agent.archived': iam('Agent archived', 'deactivate', ['change']),
  'agent.disabled': iam('Agent disabled', 'disable', ['change'], 5),
  'agent.enabled': iam('Agent enabled', 'enable', ['change'], 5),
  'agent.imported': iam('Agent imported', 'create', ['creation']),
  'agent.registered': iam('Agent registered', 'create', ['creation'], 3),
  'agent.rejected': iam('Agent rejected', 'update', ['change']),
  'agent.revoked': iam('Agent revoked', 'disable', ['change'], 6),
  'api_token.created': iam('API token created', 'create', ['creation', 'admin'], 5),
  'api_token.expired': iam('API token expired', 'disable', ['change', 'admin'], 3),
  'api_token.removed': iam('API token removed', 'delete', ['deletion', 'admin'], 2),
  'api_token.revoked': iam('API token revoked', 'disable', ['change', 'admin'], 5),
  'applied_set.recorded': configuration('What was applied from files recorded', 'update', 2),
  'approval.approved': consent('Call approved', 'enable', 5),
  'approval.denied': consent('Call denied by an approver', 'disable', 5),
  'approval.expired': consent('Approval of a call expired', 'deactivate', 2),
  'approval.removed': consent('Approval of a call removed', 'delete', 1),
  'approval.requested': consent('Approval of a call requested', 'create', 3),
  'approval.used': consent('Approval of a call used', 'activate', 4),
  'approval.withdrawn': consent('Approval of a call withdrawn', 'deactivate', 4),
  'audit.refusals_summarised': { ...check('Refusals of a caller summed up'), severity: 5 },
  'audit.checkpoint_signed': check('Checkpoint of the audit trail signed'),
  'audit.sealed': configuration('Events of the audit trail sealed', 'update', 6),
  'client_surface.approved': configuration('Client surface approved', 'enable'),
  'client_surface.archived': configuration('Client surface archived', 'deactivate'),
  'client_surface.created': configuration('Client surface created', 'create', 2),
  'client_surface.disabled': configuration('Client surface disabled', 'disable', 4),
  'client_surface.enabled': configuration('Client surface enabled', 'enable', 4),
  'client_surface.imported': configuration('Client surface imported', 'create'),
  'client_surface.rejected': configuration('Client surface rejected', 'update'),
  'client_surface.revoked': configuration('Client surface revoked', 'disable', 6),
  'client_surface.updated': configuration('Client surface updated', 'update', 2),
  'credential_binding.approval_changed': iam('Credential binding approval changed', 'update', ['change'], 6),
  'credential_binding.created': iam('Credential binding created', 'create', ['creation']),
  'credential_binding.disabled': iam('Credential binding disabled', 'disable', ['change'], 5),
  'credential_binding.enabled': iam('Credential binding enabled', 'enable', ['change'], 5),
  'credential_binding.imported': iam('Credential binding imported', 'create', ['creation']),
  'credential_binding.revoked': iam('Credential binding revoked', 'disable', ['change'], 6),
  'credential_binding.rotation_overdue': iam('Credential rotation overdue', 'update', ['change'], 6),
  'credential_binding.rotated': iam('Credential binding rotated', 'update', ['change']),
  'credential_binding.submitted': iam('Credential binding submitted', 'update', ['change'], 3),
  'data_plane.deregistered': configuration('Data plane deregistered', 'delete', 5),
  'data_plane.drained': configuration('Data plane drained', 'suspend', 4),
  'data_plane.health_changed': configuration('Data plane health changed', 'update', 5),
  'data_plane.imported': configuration('Data plane imported', 'create'),
  'data_plane.registered': configuration('Data plane registered', 'create'),
  'data_plane.reported': configuration('Data plane reported', 'update', 1),
  'data_plane.resumed': configuration('Data plane resumed', 'resume', 4),
  'data_plane.resynced': configuration('Data plane resynchronised', 'update'),
  'data_plane.upgraded': configuration('Data plane upgraded', 'update'),
  'environment.configured': configuration('Environment configured', 'update', 4),
  'environment.created': configuration('Environment created', 'create', 4),
  'group.created': iam('Group created', 'create', ['group', 'creation']),
  'group.disabled': iam('Group disabled', 'disable', ['group', 'change'], 5),
  'group.imported': iam('Group imported', 'create', ['group', 'creation']),
  'group.updated': iam('Group updated', 'update', ['group', 'change']),
  'group.member_added': {
    title: 'Group member added',
    ocsf: { classUid: 3006, activityId: 3 },
    ecs: { category: ['iam'], type: ['group', 'change'] },
    severity: 5,
  },
  'group.member_removed': {
    title: 'Group member removed',
    ocsf: { classUid: 3006, activityId: 4 },
    ecs: { category: ['iam'], type: ['group', 'change'] },
    severity: 5,
  },
  'mcp_server.approved': configuration('MCP server approved', 'activate', 5),
  'mcp_server.deprecation_submitted': configuration('MCP server deprecation submitted', 'create'),
  'mcp_server.disabled': configuration('MCP server disabled', 'disable', 5),
  'mcp_server.drift_detected': configuration('MCP server drift detected', 'update', 7),
  'mcp_server.drift_resolved': configuration('MCP server drift resolved', 'update', 5),
  'mcp_server.enabled': configuration('MCP server enabled', 'enable', 5),
  'mcp_server.health_changed': configuration('MCP server health changed', 'update', 4),
  'mcp_server.imported': configuration('MCP server imported', 'create'),
  'mcp_server.registered': configuration('MCP server registered', 'create'),
  'mcp_server.rejected': configuration('MCP server rejected', 'update'),
  'mcp_server.withdrawn': configuration('MCP server submission withdrawn', 'update', 2),
  'policy.archived': configuration('Policy archived', 'deactivate'),
  'policy.created': configuration('Policy created', 'create', 2),
  'policy.imported': configuration('Policy imported', 'create'),
  'policy.published': configuration('Policy published', 'activate'),
  'policy.updated': configuration('Policy updated', 'update', 2),
  'policy.validated': configuration('Policy validated', 'update', 1),
  'role_binding.created': grant('Role binding created', 1),
  'role_binding.disabled': grant('Role binding disabled', 2),
  'role_binding.expired': grant('Role binding expired', 2),
  'role_binding.imported': iam('Role binding imported', 'create', ['admin', 'creation'], 6),
  'service_account.created': iam('Service account created', 'create', ['user', 'creation']),
  'service_account.disabled': iam('Service account disabled', 'disable', ['user', 'change'], 6),
  'service_account.enabled': iam('Service account enabled', 'enable', ['user', 'change'], 6),
  'service_account.updated': iam('Service account updated', 'update', ['user', 'change'], 2),
  'service_account.imported': iam('Service account imported', 'create', ['user', 'creation']),
  'session.expired': session('Session expired', 'delete', 'end', 2),
  'session.imported': session('Session imported', 'create', 'start', 2),
  'session.reported': session('Session reported', 'create', 'start', 1),
  'session.terminated': session('Session terminated', 'delete', 'end', 5),
  'siem_webhook.created': configuration('Destination created', 'create'),
  'siem_webhook.disabled': configuration('Destination disabled', 'disable', 6),
  'siem_webhook.enabled': configuration('Destination enabled', 'enable', 4),
  'siem_webhook.events_refused': {
    title: 'Events refused by a destination',
    ocsf: { classUid: 6003, activityId: 99 },
    ecs: { category: ['configuration'], type: ['info'] },
    severity: 6,
  },
  'siem_webhook.imported': configuration('Destination imported', 'create'),
  'siem_webhook.replay_requested': { ...check('Replay to a destination requested'), severity: 4 },
  'siem_webhook.test_completed': check('Destination check completed'),
  'siem_webhook.test_requested': check('Destination check requested'),
  'siem_webhook.updated': configuration('Destination updated', 'update', 4),
  'tenant.four_eyes_switched_off': configuration('Four eyes switched off', 'disable', 8),
  'tenant.four_eyes_switched_on': configuration('Four eyes switched on', 'enable', 4),
  'tenant.created': configuration('Tenant created', 'create', 4),
  'tenant.imported': configuration('Tenant imported', 'create'),
  'tenant.older_store_accepted': configuration('Older store accepted', 'update', 8),
  'tenant.server_keys_replaced': configuration('Server keys replaced', 'update', 8),
  'user.created': iam('User created', 'create', ['user', 'creation']),
  'user.disabled': iam('User disabled', 'disable', ['user', 'change'], 6),
  'user.enabled': iam('User enabled', 'enable', ['user', 'change'], 6),
  'user.imported': iam('User imported', 'create', ['user', 'creation']),
  'user.signed_out': iam('User signed out at the identity provider', 'update', ['user', 'info'], 2),
  'user.updated': iam('User updated', 'update', ['user', 'change'], 2),
};

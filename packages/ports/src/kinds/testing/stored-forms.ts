/**
 * The stored form of every kind. It is recorded separately from the declarations, so that a change without a migration does not go
 * unnoticed: stores would mistake records of the previous form for current ones.
 */
export const STORED_FORMS: Readonly<Record<string, string>> = {
  tenant: 'tenant',
  user: 'tenant name:text status:text externalId:text removed:integer',
  service_account: 'tenant name:text status:text',
  local_group:
    'tenant name:text createdAt:text status:text displayName:text managed:text member[] externalId[]',
  role_binding:
    'tenant name:text createdAt:text subject:text subjectId:text role:text scopeType:text endsAt:text startsAt:text endedAt:text scope[]',
  api_token:
    'installation name:text createdAt:text tenantId:text bearer:text endsAt:text endedAt:text endsWith[]',
  policy_version:
    'environment name:text createdAt:text updatedAt:text status:text ownerTeam:text one_active!',
  mcp_server:
    'environment name:text createdAt:text updatedAt:text ownerTeam:text registrationStatus:text drift[] one_registry_name!',
  mcp_submission:
    'environment createdAt:text serverId:text ownerTeam:text sequence:integer status:text policyRef[] one_pending! one_approved! one_sequence!',
  mcp_server_health: 'environment',
  mcp_server_change: 'environment serverId:text occurredAt:text',
  mcp_server_reading: 'environment',
  mcp_read_request: 'environment requestedAt:text',
  credential_binding:
    'environment name:text createdAt:text updatedAt:text ownerTeam:text approvalStatus:text lifecycleState:text sourceId:text rotationDueAt:text',
  client_surface:
    'tenant name:text createdAt:text displayName:text updatedAt:text lifecycleState:text clientType:text ownerTeam:text environment[]',
  agent:
    'environment name:text createdAt:text updatedAt:text ownerTeam:text lifecycleState:text approvalStatus:text',
  client_session:
    'environment name:text createdAt:text updatedAt:text state:text live:integer liveSurfaceId:text userId:text agentId:text clientSurfaceId:text backendSessions:integer ownerTeam:text credentialBinding[] liveBinding[]',
  data_plane: 'environment',
  data_plane_observation: 'environment lastRevocationSequence:integer',
  siem_destination:
    'environment name:text createdAt:text updatedAt:text kind:text status:text ownerTeam:text',
  siem_delivery_status: 'environment',
  delivery_test: 'environment state:text destinationId:text requestedAt:text',
  export_lane: 'environment',
  export_delivery: 'environment destinationId:text attempt:integer',
  export_dead_letter: 'environment destinationId:text sequence:integer refusedAt:text',
  export_replay: 'environment destinationId:text state:text',
  approval_ledger: 'environment',
  environment_settings: 'environment',
  applied_set: 'tenant',
  received_token: 'tenant receivedAt:text',
  call_approval:
    'environment name:text createdAt:text status:text open:integer clientSessionId:text requester:text policyVersion:text approverRole:text callDigest:text ownerTeam:text expiresAt:text closedAt:text approver[] one_open!',
  access_review: 'tenant name:text createdAt:text status:text environmentId:text reviewer[]',
  access_review_item: 'tenant name:text accessReviewId:text kind:text decision:text',
  trail_segment: 'tenant',
  expiry_mark: 'installation',
  plane_health_reported: 'environment',
  rules_reported: 'tenant',
  idempotency_entry: 'tenant createdAt:text caller:text kilobytes:integer',
};

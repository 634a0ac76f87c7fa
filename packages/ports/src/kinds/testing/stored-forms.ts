/**
 * The stored form of every kind, by its number. It is recorded separately from the declarations, so that one that changes without
 * the next number does not go unnoticed: stores would mistake records of the previous form for current ones (ADR 44).
 */
export const STORED_FORMS: Readonly<Record<string, string>> = {
  tenant: '1: tenant',
  user: '2: tenant status:text',
  service_account: '2: tenant status:text',
  local_group: '2: tenant status:text member[]',
  role_binding:
    '3: tenant subject:text subjectId:text role:text scopeType:text endsAt:text startsAt:text scope[]',
  api_token: '3: installation tenantId:text bearer:text endsAt:text endsWith[]',
  policy_version:
    '2: environment status:text ownerTeam:text one_active! body/ submittedText/ tests/ shape of 2',
  mcp_server: '2: environment ownerTeam:text registrationStatus:text shape of 2',
  mcp_submission:
    '2: environment serverId:text sequence:integer status:text policyRef[] one_pending! one_approved! one_sequence! shape of 2',
  mcp_server_health: '1: environment',
  mcp_server_change: '1: environment serverId:text occurredAt:text',
  mcp_server_reading: '1: environment',
  mcp_read_request: '1: environment requestedAt:text',
  credential_binding: '1: environment ownerTeam:text approvalStatus:text lifecycleState:text sourceId:text',
  client_surface:
    '1: tenant displayName:text updatedAt:text lifecycleState:text clientType:text ownerTeam:text environment[]',
  agent: '1: environment ownerTeam:text lifecycleState:text approvalStatus:text',
  client_session:
    '2: environment state:text live:integer liveSurfaceId:text userId:text agentId:text clientSurfaceId:text backendSessions:integer ownerTeam:text credentialBinding[] liveBinding[]',
  data_plane: '1: environment',
  data_plane_observation: '1: environment lastRevocationSequence:integer',
  siem_destination: '1: environment kind:text status:text ownerTeam:text',
  siem_delivery_status: '1: environment',
  delivery_test: '1: environment state:text destinationId:text requestedAt:text',
  export_lane: '1: environment',
  export_delivery: '1: environment destinationId:text attempt:integer',
  export_dead_letter: '1: environment destinationId:text sequence:integer refusedAt:text',
  export_replay: '1: environment destinationId:text state:text',
  approval_ledger: '1: environment',
  applied_set: '1: tenant',
  call_approval:
    '1: environment status:text open:integer clientSessionId:text policyVersion:text approverRole:text callDigest:text ownerTeam:text expiresAt:text closedAt:text approver[] one_open!',
  trail_segment: '1: tenant',
  expiry_mark: '1: installation',
  plane_health_told: '1: environment',
  rules_told: '1: tenant',
  idempotency_entry: '2: tenant createdAt:text caller:text kilobytes:integer',
};

import {
  makeEnableServiceAccount,
  makeEnableUser,
  makeUpdateServiceAccount,
  makeUpdateUser,
} from './accounts/change-account.js';
import { makeCreateServiceAccount, makeCreateUser } from './accounts/create-account.js';
import { makeDisableServiceAccount, makeDisableUser } from './accounts/disable-account.js';
import { makeListServiceAccounts, makeListUsers } from './accounts/list-accounts.js';
import { makeReadServiceAccount, makeReadUser } from './accounts/read-account.js';
import { makeArchiveAgent } from './agents/archive-agent.js';
import { makeDisableAgent } from './agents/disable-agent.js';
import { makeEnableAgent } from './agents/enable-agent.js';
import { makeListAgents } from './agents/list-agents.js';
import { makeReadAgent } from './agents/read-agent.js';
import { makeRegisterAgent } from './agents/register-agent.js';
import { makeReviewAgent } from './agents/review-agent.js';
import { makeRevokeAgent } from './agents/revoke-agent.js';
import { makeIssueApiToken } from './api-tokens/issue-api-token.js';
import { makeListApiTokens } from './api-tokens/list-api-tokens.js';
import { makeReadApiToken } from './api-tokens/read-api-token.js';
import { makeWithdrawApiToken } from './api-tokens/withdraw-api-token.js';
import { makeReadAppliedSet } from './applied-sets/read-applied-set.js';
import { makeRecordAppliedSet } from './applied-sets/record-applied-set.js';
import { makeApproveCall, makeDenyCall, makeUseApproval } from './approvals/decide-approval.js';
import { makeListApprovals } from './approvals/list-approvals.js';
import { makeReadApproval } from './approvals/read-approval.js';
import { makeRequestApproval } from './approvals/request-approval.js';
import { makeExportAuditEvents } from './audit/export-audit-events.js';
import { makeListAuditEvents } from './audit/list-audit-events.js';
import { makeListCheckpoints } from './audit/list-checkpoints.js';
import { makeProveAuditEvent } from './audit/prove-audit-event.js';
import { makeProveConsistency } from './audit/prove-consistency.js';
import { makeReadAuditEvent } from './audit/read-audit-event.js';
import { makeVerifyAuditTrail } from './audit/verify-audit-trail.js';
import { makeReadAccessMetadata } from './authzen/access-metadata.js';
import type { DecisionPorts } from './authzen/decision-point.js';
import { makeEvaluateAccess, makeEvaluateAccesses } from './authzen/evaluate-access.js';
import { makeSearchActions, makeSearchResources, makeSearchSubjects } from './authzen/search-access.js';
import type { Ports } from './call/ports.js';
import { makeApproveClientSurface } from './client-surfaces/approve-client-surface.js';
import { makeArchiveClientSurface } from './client-surfaces/archive-client-surface.js';
import { makeCreateClientSurface } from './client-surfaces/create-client-surface.js';
import { makeDisableClientSurface } from './client-surfaces/disable-client-surface.js';
import { makeEnableClientSurface } from './client-surfaces/enable-client-surface.js';
import { makeListClientSurfaces } from './client-surfaces/list-client-surfaces.js';
import { makeReadClientSurface } from './client-surfaces/read-client-surface.js';
import { makeRejectClientSurface } from './client-surfaces/reject-client-surface.js';
import { makeRevokeClientSurface } from './client-surfaces/revoke-client-surface.js';
import { makeUpdateClientSurface } from './client-surfaces/update-client-surface.js';
import { makeChangeCredentialApproval } from './credential-bindings/change-credential-approval.js';
import { makeCreateCredentialBinding } from './credential-bindings/create-credential-binding.js';
import { makeDisableCredentialBinding } from './credential-bindings/disable-credential-binding.js';
import { makeEnableCredentialBinding } from './credential-bindings/enable-credential-binding.js';
import { makeListCredentialBindings } from './credential-bindings/list-credential-bindings.js';
import { makeReadCredentialBinding } from './credential-bindings/read-credential-binding.js';
import { makeRevokeCredentialBinding } from './credential-bindings/revoke-credential-binding.js';
import { makeRotateCredentialBinding } from './credential-bindings/rotate-credential-binding.js';
import { makeSubmitCredentialBinding } from './credential-bindings/submit-credential-binding.js';
import { makeDeregisterDataPlane } from './data-planes/deregister-data-plane.js';
import { makeDrainDataPlane } from './data-planes/drain-data-plane.js';
import { makeListDataPlanes } from './data-planes/list-data-planes.js';
import { makeReadDataPlane } from './data-planes/read-data-plane.js';
import { makeRegisterDataPlane } from './data-planes/register-data-plane.js';
import { makeReportHeartbeat } from './data-planes/report-heartbeat.js';
import { makeResumeDataPlane } from './data-planes/resume-data-plane.js';
import { makeResyncDataPlane } from './data-planes/resync-data-plane.js';
import { makeUpgradeDataPlane } from './data-planes/upgrade-data-plane.js';
import { makeTestDestination } from './delivery-tests/test-destination.js';
import { makeCreateDestination } from './destinations/create-destination.js';
import { makeDisableDestination } from './destinations/disable-destination.js';
import { makeEnableDestination } from './destinations/enable-destination.js';
import { makeListDeadLetters } from './destinations/list-dead-letters.js';
import { makeListDeliveries } from './destinations/list-deliveries.js';
import { makeListDestinations } from './destinations/list-destinations.js';
import { makeReadDestination } from './destinations/read-destination.js';
import { makeReadExportStatus } from './destinations/read-export-status.js';
import { makeReplayDestination } from './destinations/replay-destination.js';
import { makeUpdateDestination } from './destinations/update-destination.js';
import { makeAddGroupMember } from './groups/add-group-member.js';
import { makeCreateGroup } from './groups/create-group.js';
import { makeListGroups, makeListUserGroups } from './groups/list-groups.js';
import { makeReadGroup } from './groups/read-group.js';
import { makeRemoveGroupMember } from './groups/remove-group-member.js';
import { makeUpdateGroup } from './groups/update-group.js';
import { makeReadIdentity } from './identity/read-identity.js';
import { makeReadReach } from './identity/read-reach.js';
import { makeApproveMcpSubmission } from './mcp-servers/approve-mcp-submission.js';
import { makeDeprecateMcpServer } from './mcp-servers/deprecate-mcp-server.js';
import { makeDisableMcpServer } from './mcp-servers/disable-mcp-server.js';
import { makeEnableMcpServer } from './mcp-servers/enable-mcp-server.js';
import { makeListMcpServers } from './mcp-servers/list-mcp-servers.js';
import { makeListMcpSubmissions } from './mcp-servers/list-mcp-submissions.js';
import { makeReadMcpServer } from './mcp-servers/read-mcp-server.js';
import { makeReadMcpServerActivity } from './mcp-servers/read-mcp-server-activity.js';
import { makeReadMcpServerHealth } from './mcp-servers/read-mcp-server-health.js';
import { makeDiffMcpSubmissions, makeReadMcpSubmission } from './mcp-servers/read-mcp-submission.js';
import { makeReadMcpTools } from './mcp-servers/read-mcp-tools.js';
import { makeRegisterMcpServer } from './mcp-servers/register-mcp-server.js';
import { makeRejectMcpSubmission } from './mcp-servers/reject-mcp-submission.js';
import { makeReviewMcpDefinitions } from './mcp-servers/review-mcp-definitions.js';
import { makeSubmitMcpManifest } from './mcp-servers/submit-mcp-manifest.js';
import { makeWithdrawMcpSubmission } from './mcp-servers/withdraw-mcp-submission.js';
import { makeArchivePolicy } from './policies/archive-policy.js';
import { makeCreatePolicy } from './policies/create-policy.js';
import { makeDiffPolicies } from './policies/diff-policies.js';
import { makeListPolicies } from './policies/list-policies.js';
import { makePreviewPublish } from './policies/preview-publish.js';
import { makePublishPolicy } from './policies/publish-policy.js';
import { makeReadPolicy } from './policies/read-policy.js';
import { makeReadPolicyTests } from './policies/read-policy-tests.js';
import { makeReplacePolicyTests } from './policies/replace-policy-tests.js';
import { makeSimulatePolicy } from './policies/simulate-policy.js';
import { makeUpdatePolicy } from './policies/update-policy.js';
import { makeValidatePolicy } from './policies/validate-policy.js';
import { makeCreateRoleBinding } from './role-bindings/create-role-binding.js';
import { makeDisableRoleBinding } from './role-bindings/disable-role-binding.js';
import { makeExplainAccess } from './role-bindings/explain-access.js';
import { makeListRoleBindings } from './role-bindings/list-role-bindings.js';
import { makePreviewRoleBinding } from './role-bindings/preview-role-binding.js';
import { makeReadRoleBinding } from './role-bindings/read-role-binding.js';
import { makeCheckReadiness } from './service/check-readiness.js';
import { makeLocateService } from './service/locate-service.js';
import { makeListSessions } from './sessions/list-sessions.js';
import { makeReadRevocation } from './sessions/read-revocation.js';
import { makeReadRevocations } from './sessions/read-revocations.js';
import { makeReadSession } from './sessions/read-session.js';
import { makeReportSession } from './sessions/report-session.js';
import { makeTerminateSession } from './sessions/terminate-session.js';
import { makeCreateEnvironment } from './tenants/create-environment.js';
import { makeListEnvironments } from './tenants/list-environments.js';

/** Every use case by name: one line binds one. Each factory takes the ports it names out of the same bag. */
const FACTORIES = {
  addGroupMember: makeAddGroupMember,
  approveCall: makeApproveCall,
  approveClientSurface: makeApproveClientSurface,
  approveMcpSubmission: makeApproveMcpSubmission,
  archiveAgent: makeArchiveAgent,
  archiveClientSurface: makeArchiveClientSurface,
  archivePolicy: makeArchivePolicy,
  changeCredentialApproval: makeChangeCredentialApproval,
  checkReadiness: makeCheckReadiness,
  createApiToken: makeIssueApiToken,
  createClientSurface: makeCreateClientSurface,
  createCredentialBinding: makeCreateCredentialBinding,
  createDestination: makeCreateDestination,
  createEnvironment: makeCreateEnvironment,
  createGroup: makeCreateGroup,
  updateGroup: makeUpdateGroup,
  createPolicy: makeCreatePolicy,
  createRoleBinding: makeCreateRoleBinding,
  createServiceAccount: makeCreateServiceAccount,
  createUser: makeCreateUser,
  denyCall: makeDenyCall,
  deprecateMcpServer: makeDeprecateMcpServer,
  deregisterDataPlane: makeDeregisterDataPlane,
  diffMcpSubmissions: makeDiffMcpSubmissions,
  diffPolicies: makeDiffPolicies,
  disableAgent: makeDisableAgent,
  disableClientSurface: makeDisableClientSurface,
  disableCredentialBinding: makeDisableCredentialBinding,
  disableDestination: makeDisableDestination,
  disableMcpServer: makeDisableMcpServer,
  disableRoleBinding: makeDisableRoleBinding,
  disableServiceAccount: makeDisableServiceAccount,
  disableUser: makeDisableUser,
  drainDataPlane: makeDrainDataPlane,
  enableAgent: makeEnableAgent,
  enableClientSurface: makeEnableClientSurface,
  enableCredentialBinding: makeEnableCredentialBinding,
  enableDestination: makeEnableDestination,
  enableMcpServer: makeEnableMcpServer,
  enableServiceAccount: makeEnableServiceAccount,
  enableUser: makeEnableUser,
  evaluateAccess: makeEvaluateAccess,
  evaluateAccesses: makeEvaluateAccesses,
  explainAccess: makeExplainAccess,
  exportAuditEvents: makeExportAuditEvents,
  listAgents: makeListAgents,
  listApiTokens: makeListApiTokens,
  listApprovals: makeListApprovals,
  listAuditEvents: makeListAuditEvents,
  listCheckpoints: makeListCheckpoints,
  listClientSurfaces: makeListClientSurfaces,
  listCredentialBindings: makeListCredentialBindings,
  listDataPlanes: makeListDataPlanes,
  listDeadLetters: makeListDeadLetters,
  listDeliveries: makeListDeliveries,
  listDestinations: makeListDestinations,
  listEnvironments: makeListEnvironments,
  listGroups: makeListGroups,
  listMcpServers: makeListMcpServers,
  listMcpSubmissions: makeListMcpSubmissions,
  listPolicies: makeListPolicies,
  listRoleBindings: makeListRoleBindings,
  listServiceAccounts: makeListServiceAccounts,
  listSessions: makeListSessions,
  listUserGroups: makeListUserGroups,
  listUsers: makeListUsers,
  locateService: makeLocateService,
  previewPublish: makePreviewPublish,
  previewRoleBinding: makePreviewRoleBinding,
  proveAuditEvent: makeProveAuditEvent,
  proveConsistency: makeProveConsistency,
  publishPolicy: makePublishPolicy,
  readAccessMetadata: makeReadAccessMetadata,
  readAgent: makeReadAgent,
  readAppliedSet: makeReadAppliedSet,
  recordAppliedSet: makeRecordAppliedSet,
  readApiToken: makeReadApiToken,
  readApproval: makeReadApproval,
  readAuditEvent: makeReadAuditEvent,
  readClientSurface: makeReadClientSurface,
  readCredentialBinding: makeReadCredentialBinding,
  readDataPlane: makeReadDataPlane,
  readDestination: makeReadDestination,
  readExportStatus: makeReadExportStatus,
  readGroup: makeReadGroup,
  readIdentity: makeReadIdentity,
  readMcpServer: makeReadMcpServer,
  readMcpServerActivity: makeReadMcpServerActivity,
  readMcpServerHealth: makeReadMcpServerHealth,
  readMcpSubmission: makeReadMcpSubmission,
  readMcpTools: makeReadMcpTools,
  reviewMcpDefinitions: makeReviewMcpDefinitions,
  readPolicy: makeReadPolicy,
  readPolicyTests: makeReadPolicyTests,
  readReach: makeReadReach,
  readRevocation: makeReadRevocation,
  readRevocations: makeReadRevocations,
  readRoleBinding: makeReadRoleBinding,
  readSession: makeReadSession,
  readServiceAccount: makeReadServiceAccount,
  readUser: makeReadUser,
  registerAgent: makeRegisterAgent,
  registerDataPlane: makeRegisterDataPlane,
  registerMcpServer: makeRegisterMcpServer,
  rejectClientSurface: makeRejectClientSurface,
  rejectMcpSubmission: makeRejectMcpSubmission,
  removeGroupMember: makeRemoveGroupMember,
  replayDestination: makeReplayDestination,
  reportHeartbeat: makeReportHeartbeat,
  replacePolicyTests: makeReplacePolicyTests,
  reportSession: makeReportSession,
  requestApproval: makeRequestApproval,
  resumeDataPlane: makeResumeDataPlane,
  resyncDataPlane: makeResyncDataPlane,
  reviewAgent: makeReviewAgent,
  revokeAgent: makeRevokeAgent,
  revokeApiToken: makeWithdrawApiToken,
  revokeClientSurface: makeRevokeClientSurface,
  revokeCredentialBinding: makeRevokeCredentialBinding,
  rotateCredentialBinding: makeRotateCredentialBinding,
  searchActions: makeSearchActions,
  searchResources: makeSearchResources,
  searchSubjects: makeSearchSubjects,
  simulatePolicy: makeSimulatePolicy,
  submitCredentialBinding: makeSubmitCredentialBinding,
  submitMcpManifest: makeSubmitMcpManifest,
  terminateSession: makeTerminateSession,
  testDestination: makeTestDestination,
  updateClientSurface: makeUpdateClientSurface,
  updateDestination: makeUpdateDestination,
  updatePolicy: makeUpdatePolicy,
  updateServiceAccount: makeUpdateServiceAccount,
  updateUser: makeUpdateUser,
  upgradeDataPlane: makeUpgradeDataPlane,
  useApproval: makeUseApproval,
  validatePolicy: makeValidatePolicy,
  verifyAuditTrail: makeVerifyAuditTrail,
  withdrawMcpSubmission: makeWithdrawMcpSubmission,
} as const;

/** The use cases, ready to run. */
export type UseCases = { readonly [Name in keyof typeof FACTORIES]: ReturnType<(typeof FACTORIES)[Name]> };

/** Makes every use case out of the ports. */
export const makeUseCases = (ports: Ports & DecisionPorts): UseCases =>
  Object.fromEntries(
    Object.entries(FACTORIES).map(([name, make]) => [
      name,
      (make as (ports: Ports & DecisionPorts) => unknown)(ports),
    ]),
  ) as UseCases;

import { buildOpenApi } from '../openapi/build-openapi.js';
import type { Operation } from '../operation/define-operation.js';
import { cancelAccessReview } from './access-reviews/cancel-access-review.js';
import { decideReviewItems } from './access-reviews/decide-review-items.js';
import { listAccessReviews } from './access-reviews/list-access-reviews.js';
import { listReviewItems } from './access-reviews/list-review-items.js';
import { openAccessReview } from './access-reviews/open-access-review.js';
import { readAccessReview } from './access-reviews/read-access-review.js';
import { reportAccessReview } from './access-reviews/report-access-review.js';
import { changeAgent } from './agents/change-agent.js';
import { listAgents } from './agents/list-agents.js';
import { readAgent } from './agents/read-agent.js';
import { registerAgent } from './agents/register-agent.js';
import { readAllowlist } from './allowlists/read-allowlist.js';
import { createApiToken } from './api-tokens/create-api-token.js';
import { listApiTokens } from './api-tokens/list-api-tokens.js';
import { readApiToken } from './api-tokens/read-api-token.js';
import { revokeApiToken } from './api-tokens/revoke-api-token.js';
import { readAppliedSet } from './applied-sets/read-applied-set.js';
import { recordAppliedSet } from './applied-sets/record-applied-set.js';
import { approveCall, denyCall } from './approvals/decide-approval.js';
import { listApprovals } from './approvals/list-approvals.js';
import { readApproval } from './approvals/read-approval.js';
import { requestApproval } from './approvals/request-approval.js';
import { useApproval } from './approvals/use-approval.js';
import { countAuditEvents } from './audit/count-audit-events.js';
import { exportAuditEvents } from './audit/export-audit-events.js';
import { listAuditEvents } from './audit/list-audit-events.js';
import { listCheckpoints } from './audit/list-checkpoints.js';
import { proveAuditEvent } from './audit/prove-audit-event.js';
import { proveConsistency } from './audit/prove-consistency.js';
import { readAuditEvent } from './audit/read-audit-event.js';
import { verifyAuditTrail } from './audit/verify-audit-trail.js';
import { checkCall } from './authzen/check-call.js';
import { evaluateAccess } from './authzen/evaluate-access.js';
import { evaluateAccesses } from './authzen/evaluate-accesses.js';
import { readAccessMetadata } from './authzen/read-access-metadata.js';
import { searchActions, searchResources, searchSubjects } from './authzen/search-access.js';
import { changeClientSurface } from './client-surfaces/change-client-surface.js';
import { createClientSurface } from './client-surfaces/create-client-surface.js';
import { listClientSurfaces } from './client-surfaces/list-client-surfaces.js';
import { readClientSurface } from './client-surfaces/read-client-surface.js';
import { updateClientSurface } from './client-surfaces/update-client-surface.js';
import { changeCredentialApproval } from './credential-bindings/change-credential-approval.js';
import { changeCredentialBinding } from './credential-bindings/change-credential-binding.js';
import { createCredentialBinding } from './credential-bindings/create-credential-binding.js';
import { listCredentialBindings } from './credential-bindings/list-credential-bindings.js';
import { readCredentialBinding } from './credential-bindings/read-credential-binding.js';
import { rotateCredentialBinding } from './credential-bindings/rotate-credential-binding.js';
import { deregisterDataPlane } from './data-planes/deregister-data-plane.js';
import { listDataPlanes } from './data-planes/list-data-planes.js';
import { orderDataPlane } from './data-planes/order-data-plane.js';
import { readDataPlane } from './data-planes/read-data-plane.js';
import { readHealthHistory } from './data-planes/read-health-history.js';
import { registerDataPlane } from './data-planes/register-data-plane.js';
import { reportHeartbeat } from './data-planes/report-heartbeat.js';
import { changeDestination } from './destinations/change-destination.js';
import { createDestination } from './destinations/create-destination.js';
import { listDeadLetters } from './destinations/list-dead-letters.js';
import { listDeliveries } from './destinations/list-deliveries.js';
import { listDestinations } from './destinations/list-destinations.js';
import { readDestination } from './destinations/read-destination.js';
import { readExportStatus } from './destinations/read-export-status.js';
import { replayDestination } from './destinations/replay-destination.js';
import { testDestination } from './destinations/test-destination.js';
import { updateDestination } from './destinations/update-destination.js';
import { configureEnvironment } from './environments/configure-environment.js';
import { createEnvironment } from './environments/create-environment.js';
import { listEnvironments } from './environments/list-environments.js';
import { readEnvironment } from './environments/read-environment.js';
import { addGroupMember } from './groups/add-group-member.js';
import { createGroup } from './groups/create-group.js';
import { listGroups } from './groups/list-groups.js';
import { readGroup } from './groups/read-group.js';
import { removeGroupMember } from './groups/remove-group-member.js';
import { updateGroup } from './groups/update-group.js';
import { readIdentity } from './identity/read-identity.js';
import { readReach } from './identity/read-reach.js';
import { deprecateMcpServer } from './mcp-servers/deprecate-mcp-server.js';
import { diffMcpSubmissions } from './mcp-servers/diff-mcp-submissions.js';
import { listMcpServers } from './mcp-servers/list-mcp-servers.js';
import { listMcpSubmissions } from './mcp-servers/list-mcp-submissions.js';
import { readMcpServer } from './mcp-servers/read-mcp-server.js';
import { readMcpServerActivity } from './mcp-servers/read-mcp-server-activity.js';
import { readMcpServerHealth } from './mcp-servers/read-mcp-server-health.js';
import { readMcpSubmission } from './mcp-servers/read-mcp-submission.js';
import { readMcpTools } from './mcp-servers/read-mcp-tools.js';
import { registerMcpServer } from './mcp-servers/register-mcp-server.js';
import { reviewMcpDefinitions } from './mcp-servers/review-mcp-definitions.js';
import {
  approveMcpSubmission,
  rejectMcpSubmission,
  withdrawMcpSubmission,
} from './mcp-servers/review-mcp-submission.js';
import { submitMcpManifest } from './mcp-servers/submit-mcp-manifest.js';
import { switchMcpServer } from './mcp-servers/switch-mcp-server.js';
import { archivePolicy } from './policies/archive-policy.js';
import { checkPolicyText } from './policies/check-policy-text.js';
import { createPolicy } from './policies/create-policy.js';
import { diffPolicies } from './policies/diff-policies.js';
import { listPolicies } from './policies/list-policies.js';
import { previewPublish } from './policies/preview-publish.js';
import { publishPolicy } from './policies/publish-policy.js';
import { readActivePolicy } from './policies/read-active-policy.js';
import { readPolicy } from './policies/read-policy.js';
import { readPolicyTests } from './policies/read-policy-tests.js';
import { replacePolicyTests } from './policies/replace-policy-tests.js';
import { simulatePolicy } from './policies/simulate-policy.js';
import { updatePolicy } from './policies/update-policy.js';
import { validatePolicy } from './policies/validate-policy.js';
import { createRoleBinding } from './role-bindings/create-role-binding.js';
import { disableRoleBinding } from './role-bindings/disable-role-binding.js';
import { explainAccess } from './role-bindings/explain-access.js';
import { listRoleBindings } from './role-bindings/list-role-bindings.js';
import { previewRoleBinding } from './role-bindings/preview-role-binding.js';
import { readRoleBinding } from './role-bindings/read-role-binding.js';
import { whoCan } from './role-bindings/who-can.js';
import { healthz } from './service/healthz.js';
import { makeOpenApiOperation } from './service/openapi.js';
import { readOverview } from './service/read-overview.js';
import { readyz } from './service/readyz.js';
import { changeServiceAccount, updateServiceAccount } from './service-accounts/change-service-account.js';
import { createServiceAccount } from './service-accounts/create-service-account.js';
import { listServiceAccounts } from './service-accounts/list-service-accounts.js';
import { readServiceAccount } from './service-accounts/read-service-account.js';
import { listSessions } from './sessions/list-sessions.js';
import { readRevocation } from './sessions/read-revocation.js';
import { readRevocations } from './sessions/read-revocations.js';
import { readSession } from './sessions/read-session.js';
import { reportSession } from './sessions/report-session.js';
import { terminateSession } from './sessions/terminate-session.js';
import { changeUser, updateUser } from './users/change-user.js';
import { createUser } from './users/create-user.js';
import { listUserGroups } from './users/list-user-groups.js';
import { listUsers } from './users/list-users.js';
import { readUser } from './users/read-user.js';

/** Every operation of the service. Routes, OpenAPI, permission docs and the table tests are all derived from this list. */
export const allOperations: readonly Operation[] = [
  cancelAccessReview,
  decideReviewItems,
  listAccessReviews,
  listReviewItems,
  openAccessReview,
  readAccessReview,
  reportAccessReview,
  addGroupMember,
  approveCall,
  approveMcpSubmission,
  archivePolicy,
  checkPolicyText,
  ...changeAgent,
  ...changeClientSurface,
  changeCredentialApproval,
  ...changeCredentialBinding,
  ...changeDestination,
  ...changeServiceAccount,
  ...changeUser,
  createApiToken,
  createClientSurface,
  createCredentialBinding,
  createDestination,
  configureEnvironment,
  createEnvironment,
  createGroup,
  updateGroup,
  createPolicy,
  createRoleBinding,
  createServiceAccount,
  createUser,
  denyCall,
  deprecateMcpServer,
  deregisterDataPlane,
  diffMcpSubmissions,
  diffPolicies,
  disableRoleBinding,
  checkCall,
  evaluateAccess,
  evaluateAccesses,
  explainAccess,
  whoCan,
  exportAuditEvents,
  healthz,
  readOverview,
  listAgents,
  listApiTokens,
  readApiToken,
  listApprovals,
  countAuditEvents,
  listAuditEvents,
  readAuditEvent,
  listCheckpoints,
  listClientSurfaces,
  listCredentialBindings,
  listDataPlanes,
  listDeadLetters,
  listDeliveries,
  listDestinations,
  listEnvironments,
  readEnvironment,
  listGroups,
  listMcpServers,
  listMcpSubmissions,
  listPolicies,
  readActivePolicy,
  listRoleBindings,
  readRoleBinding,
  listServiceAccounts,
  listUserGroups,
  listUsers,
  listSessions,
  ...orderDataPlane,
  previewPublish,
  previewRoleBinding,
  proveAuditEvent,
  proveConsistency,
  publishPolicy,
  readAccessMetadata,
  readAgent,
  readAppliedSet,
  recordAppliedSet,
  readApproval,
  readClientSurface,
  readCredentialBinding,
  readDataPlane,
  readHealthHistory,
  readDestination,
  readExportStatus,
  readGroup,
  readIdentity,
  readAllowlist,
  readReach,
  readMcpServer,
  readMcpServerActivity,
  readMcpServerHealth,
  readMcpSubmission,
  readMcpTools,
  reviewMcpDefinitions,
  readPolicy,
  readPolicyTests,
  readRevocation,
  readRevocations,
  readSession,
  readServiceAccount,
  readUser,
  readyz,
  registerAgent,
  registerDataPlane,
  registerMcpServer,
  rejectMcpSubmission,
  removeGroupMember,
  replayDestination,
  replacePolicyTests,
  reportHeartbeat,
  reportSession,
  requestApproval,
  revokeApiToken,
  rotateCredentialBinding,
  searchActions,
  searchResources,
  searchSubjects,
  simulatePolicy,
  submitMcpManifest,
  ...switchMcpServer,
  terminateSession,
  testDestination,
  updateClientSurface,
  updateDestination,
  updatePolicy,
  updateServiceAccount,
  updateUser,
  useApproval,
  validatePolicy,
  verifyAuditTrail,
  withdrawMcpSubmission,
  makeOpenApiOperation(() => openApiDocument()),
];

let document: Record<string, unknown> | undefined;

/** The OpenAPI document of this version, built on first use. */
export const openApiDocument = (): Record<string, unknown> => {
  document ??= buildOpenApi(allOperations);
  return document;
};

export { LONGEST_NAME } from './access/access-question.js';
export { makeCancelAccessReview } from './access-reviews/cancel-access-review.js';
export { makeConductAccessReviews } from './access-reviews/conduct-access-reviews.js';
export { makeDecideReviewItems } from './access-reviews/decide-review-items.js';
export { makeListAccessReviews } from './access-reviews/list-access-reviews.js';
export { makeListReviewItems } from './access-reviews/list-review-items.js';
export { makeOpenAccessReview } from './access-reviews/open-access-review.js';
export { makeReadAccessReview } from './access-reviews/read-access-review.js';
export { makeReportAccessReview } from './access-reviews/report-access-review.js';
export type { AccountView } from './accounts/account-view.js';
export {
  changesOfServiceAccounts,
  changesOfUsers,
  makeUpdateServiceAccount,
  makeUpdateUser,
} from './accounts/change-account.js';
export { makeCreateServiceAccount, makeCreateUser } from './accounts/create-account.js';
export { makeListServiceAccounts, makeListUsers } from './accounts/list-accounts.js';
export { makeReadServiceAccount, makeReadUser } from './accounts/read-account.js';
export { changesOfAgents } from './agents/change-agent.js';
export { makeListAgents } from './agents/list-agents.js';
export { makeReadAgent } from './agents/read-agent.js';
export { makeRegisterAgent } from './agents/register-agent.js';
export { type CreateApiTokenInput, makeCreateApiToken, makeRevokeApiToken } from './api-tokens/api-tokens.js';
export { makeIssueApiToken } from './api-tokens/issue-api-token.js';
export { makeListApiTokens } from './api-tokens/list-api-tokens.js';
export { makeReadApiToken } from './api-tokens/read-api-token.js';
export { makeWithdrawApiToken } from './api-tokens/withdraw-api-token.js';
export { makeReadAppliedSet } from './applied-sets/read-applied-set.js';
export { makeRecordAppliedSet } from './applied-sets/record-applied-set.js';
export { makeApproveCall, makeDenyCall, makeUseApproval } from './approvals/decide-approval.js';
export { makeSweepApprovals } from './approvals/expire-approvals.js';
export { makeListApprovals } from './approvals/list-approvals.js';
export { makeReadApproval } from './approvals/read-approval.js';
export { makeRequestApproval } from './approvals/request-approval.js';
export { withApprovalWithdrawals } from './approvals/withdraw-approvals.js';
export { type AuditRefusal, makeRefusalAuditor, type RefusalAuditor } from './audit/audit-refusal.js';
export { authenticateCommits } from './audit/authenticate-commits.js';
export { makeCheckCommitted } from './audit/check-committed.js';
export { makeCountAuditEvents } from './audit/count-audit-events.js';
export { makeExportAuditEvents } from './audit/export-audit-events.js';
export { exportLines, linesBefore } from './audit/export-lines.js';
export { makeListAuditEvents } from './audit/list-audit-events.js';
export { makeListCheckpoints } from './audit/list-checkpoints.js';
export { newestCheckpoint, ownKey, whoseSignature } from './audit/own-checkpoints.js';
export { makeProveAuditEvent } from './audit/prove-audit-event.js';
export { makeProveConsistency } from './audit/prove-consistency.js';
export { makeReadAuditEvent } from './audit/read-audit-event.js';
export { makeSealOldEvents } from './audit/seal-old-events.js';
export { type SealOutcome, sealTrail } from './audit/seal-trail.js';
export { makeSignCheckpoints, type SignCheckpoints, signNow } from './audit/sign-checkpoint.js';
export { signTrail } from './audit/sign-trail.js';
export type { TrailDeps } from './audit/trail-deps.js';
export { makeVerifyAuditTrail } from './audit/verify-audit-trail.js';
export { type TrailReport, verifyTrail } from './audit/verify-trail.js';
export { rootOfTrail } from './audit/walk-trail.js';
export { makeReadAccessMetadata } from './authzen/access-metadata.js';
export { makeCheckCall } from './authzen/check-call.js';
export { DecisionPoint, type DecisionPorts } from './authzen/decision-point.js';
export { BATCH_SEMANTICS, makeEvaluateAccess, makeEvaluateAccesses } from './authzen/evaluate-access.js';
export { makeSearchActions, makeSearchResources, makeSearchSubjects } from './authzen/search-access.js';
export { type ExportedItem, makeExportBundle } from './bundle/export-bundle.js';
export { type ImportReport, makeImportBundle } from './bundle/import-bundle.js';
export type { OnConflict } from './bundle/plan-entries.js';
export { BUNDLE_REASONS, type BundleProblem, type BundleReason } from './bundle/problem.js';
export type { Bundle, SectionName } from './bundle/sections/registry.js';
export { type AuditCaller, auditEventBy, systemCaller } from './call/audit-event.js';
export { CHECKED_NAMES, type CheckedName } from './call/checked-names.js';
export { CommittedEvents } from './call/committed-events.js';
export type { CallContext, UseCase } from './call/context.js';
export { makeKeyLock } from './call/key-lock.js';
export { makeNotifications, notifyOfWrites } from './call/notifications.js';
export type { Ports, ServicePart } from './call/ports.js';
export { isWithin, makeTakeQuota, minuteOf, type RateUsage, type TakeQuota } from './call/quotas.js';
export { type MakeRepeatable, makeRepeatableCalls, RepeatableCall } from './call/repeatable-call.js';
export { resolveScope } from './call/resolve-scope.js';
export { Shares } from './call/shares.js';
export { TenantQueue } from './call/tenant-queue.js';
export { changesOfSurfaces } from './client-surfaces/change-client-surface.js';
export { makeCreateClientSurface } from './client-surfaces/create-client-surface.js';
export { makeListClientSurfaces } from './client-surfaces/list-client-surfaces.js';
export { makeReadClientSurface } from './client-surfaces/read-client-surface.js';
export { makeUpdateClientSurface } from './client-surfaces/update-client-surface.js';
export { makeChangeCredentialApproval } from './credential-bindings/change-credential-approval.js';
export { changesOfBindings } from './credential-bindings/change-credential-binding.js';
export { makeCreateCredentialBinding } from './credential-bindings/create-credential-binding.js';
export { makeListCredentialBindings } from './credential-bindings/list-credential-bindings.js';
export { makeReadCredentialBinding } from './credential-bindings/read-credential-binding.js';
export { makeRotateCredentialBinding } from './credential-bindings/rotate-credential-binding.js';
export { changesOfPlanes } from './data-planes/change-data-plane.js';
export { makeDeregisterDataPlane } from './data-planes/deregister-data-plane.js';
export { makeListDataPlanes } from './data-planes/list-data-planes.js';
export { makeReadDataPlane } from './data-planes/read-data-plane.js';
export { makeReadHealthHistory } from './data-planes/read-health-history.js';
export { makeRegisterDataPlane } from './data-planes/register-data-plane.js';
export { makeReportHeartbeat } from './data-planes/report-heartbeat.js';
export { makeRunDeliveryTest } from './delivery-tests/run-delivery-test.js';
export { makeSweepDeliveryTests } from './delivery-tests/sweep-delivery-tests.js';
export { makeTestDestination } from './delivery-tests/test-destination.js';
export { changesOfDestinations } from './destinations/change-destination.js';
export { makeCreateDestination } from './destinations/create-destination.js';
export { makeListDeadLetters } from './destinations/list-dead-letters.js';
export { makeListDeliveries } from './destinations/list-deliveries.js';
export { makeListDestinations } from './destinations/list-destinations.js';
export { makeReadDestination } from './destinations/read-destination.js';
export { makeReadExportStatus } from './destinations/read-export-status.js';
export { makeReplayDestination } from './destinations/replay-destination.js';
export { makeUpdateDestination } from './destinations/update-destination.js';
export { makeConfigureEnvironment } from './environments/configure-environment.js';
export { makeReadEnvironment } from './environments/read-environment.js';
export type { ExportDeps, ExportReport } from './export/export-deps.js';
export { type ExportEngine, makeExportEngine } from './export/export-engine.js';
export { exportLags } from './export/export-lags.js';
export { makeAddGroupMember } from './groups/add-group-member.js';
export { makeCreateGroup } from './groups/create-group.js';
export { makeListGroups, makeListUserGroups } from './groups/list-groups.js';
export { makeReadGroup } from './groups/read-group.js';
export { makeRemoveGroupMember } from './groups/remove-group-member.js';
export { makeUpdateGroup } from './groups/update-group.js';
export { makeCheckMcpDrift } from './health-checks/check-mcp-drift.js';
export { makeProbeDataPlanes } from './health-checks/probe-data-planes.js';
export { makeProbeMcpServers } from './health-checks/probe-mcp-servers.js';
export { type Authenticate, makeAuthenticate } from './identity/authenticate.js';
export type { Caller } from './identity/caller.js';
export { operator } from './identity/operator.js';
export { resolvePrincipal } from './identity/principal-source.js';
export { makeReadIdentity } from './identity/read-identity.js';
export { makeReadReach } from './identity/read-reach.js';
export { MAX_TOKEN, refuseToken } from './identity/refuse-token.js';
export { DELIVERY_CHECK, firstJobOf } from './jobs/enqueue-entries.js';
export { makeRelayOutbox } from './jobs/relay-outbox.js';
export { makeRemoveExpired } from './jobs/remove-expired.js';
export { type ApprovedServers, makeListApprovedServers } from './mcp-registry/list-approved-servers.js';
export { makeListRegistry } from './mcp-registry/list-registry.js';
export { makeReadRegistryEntry } from './mcp-registry/read-registry-entry.js';
export type { RegistryEntry } from './mcp-registry/registry-entry.js';
export { runCommand } from './mcp-registry/run-command.js';
export { makeApproveMcpSubmission } from './mcp-servers/approve-mcp-submission.js';
export { makeDeprecateMcpServer } from './mcp-servers/deprecate-mcp-server.js';
export { makeListMcpServers } from './mcp-servers/list-mcp-servers.js';
export { makeListMcpSubmissions } from './mcp-servers/list-mcp-submissions.js';
export { makeRunReadRequest, READ_MCP_SERVER } from './mcp-servers/live-reading.js';
export { makeReadMcpServer } from './mcp-servers/read-mcp-server.js';
export { makeReadMcpServerActivity } from './mcp-servers/read-mcp-server-activity.js';
export { makeReadMcpServerHealth } from './mcp-servers/read-mcp-server-health.js';
export { makeDiffMcpSubmissions, makeReadMcpSubmission } from './mcp-servers/read-mcp-submission.js';
export { makeReadMcpTools } from './mcp-servers/read-mcp-tools.js';
export { makeRegisterMcpServer } from './mcp-servers/register-mcp-server.js';
export { makeRejectMcpSubmission } from './mcp-servers/reject-mcp-submission.js';
export { makeReviewMcpDefinitions } from './mcp-servers/review-mcp-definitions.js';
export { RISK_RISE_CODES } from './mcp-servers/risk-rises.js';
export { makeSubmitMcpManifest } from './mcp-servers/submit-mcp-manifest.js';
export { changesOfServers } from './mcp-servers/switch-mcp-server.js';
export { makeWithdrawMcpSubmission } from './mcp-servers/withdraw-mcp-submission.js';
export { FIRST_STEPS } from './overview/first-steps.js';
export { makeReadOverview } from './overview/read-overview.js';
export { WAITING_KINDS } from './overview/waiting-records.js';
export { makeArchivePolicy } from './policies/archive-policy.js';
export { makeCheckPolicyText } from './policies/check-policy-text.js';
export { makeCreatePolicy } from './policies/create-policy.js';
export { makeDiffPolicies } from './policies/diff-policies.js';
export { jsonFaultIn } from './policies/json-fault.js';
export { makeListPolicies } from './policies/list-policies.js';
export { readManifestText } from './policies/manifest-text.js';
export {
  type DoManifestTask,
  type ManifestTask,
  makeManifestTexts,
  manifestTaskDone,
} from './policies/manifest-texts.js';
export { makePreviewPublish } from './policies/preview-publish.js';
export { makePublishPolicy } from './policies/publish-policy.js';
export { makeReadActivePolicy } from './policies/read-active-policy.js';
export { makeReadPolicy } from './policies/read-policy.js';
export { makeReadPolicyTests } from './policies/read-policy-tests.js';
export { makeReplacePolicyTests } from './policies/replace-policy-tests.js';
export { makeSimulatePolicy } from './policies/simulate-policy.js';
export { type PolicyText, type PolicyTextReport, testPolicyText } from './policies/test-policy-text.js';
export { makeUpdatePolicy } from './policies/update-policy.js';
export { makeValidatePolicy } from './policies/validate-policy.js';
export { makeBackchannelLogout } from './provisioning/backchannel-logout.js';
export {
  type ListProvisionedInput,
  makeListProvisionedGroups,
  makeListProvisionedUsers,
  type ProvisionedPage,
} from './provisioning/list-provisioned.js';
export { makePollSignals, type SignalPolling, type SignalPollReport } from './provisioning/poll-signals.js';
export {
  type MembersChange,
  makeChangeProvisionedGroup,
  makeProvisionGroup,
  makeRemoveProvisionedGroup,
} from './provisioning/provision-group.js';
export {
  makeChangeProvisionedUser,
  makeProvisionUser,
  makeRemoveProvisionedUser,
} from './provisioning/provision-user.js';
export type { ProvisionedCondition, ProvisionedField } from './provisioning/provisioned-filter.js';
export type { ProvisionedGroupView, ProvisionedUserView } from './provisioning/provisioned-records.js';
export { makeReadProvisionedGroup, makeReadProvisionedUser } from './provisioning/read-provisioned.js';
export { makeReceiveSignal } from './provisioning/receive-signal.js';
export { makeCreateRoleBinding } from './role-bindings/create-role-binding.js';
export { makeDisableRoleBinding } from './role-bindings/disable-role-binding.js';
export { makeExplainAccess } from './role-bindings/explain-access.js';
export type { RoleBindingInput } from './role-bindings/judge-role-binding.js';
export { makeListRoleBindings } from './role-bindings/list-role-bindings.js';
export { makePreviewRoleBinding } from './role-bindings/preview-role-binding.js';
export { makeReadRoleBinding } from './role-bindings/read-role-binding.js';
export { makeWhoCan } from './role-bindings/who-can.js';
export { makeCheckReadiness, READINESS_WARNINGS } from './service/check-readiness.js';
export { makeListSessions } from './sessions/list-sessions.js';
export { makeReadRevocation } from './sessions/read-revocation.js';
export { makeReadRevocations } from './sessions/read-revocations.js';
export { makeReadSession } from './sessions/read-session.js';
export { makeReportSession } from './sessions/report-session.js';
export { makeTerminateSession } from './sessions/terminate-session.js';
export { makeReadSignalKeys, makeReadTransmitter, SIGNAL_KEYS_PATH } from './signals/read-transmitter.js';
export { signalOf } from './signals/signal-of.js';
export { makeCreateEnvironment } from './tenants/create-environment.js';
export { makeCreateTenant } from './tenants/create-tenant.js';
export { makeInitStore } from './tenants/init-store.js';
export { ENVIRONMENT_SORTS, makeListEnvironments } from './tenants/list-environments.js';
export { someTokenCounts } from './tenants/sign-ins.js';
export { makeReportExpiries } from './timed-events/report-expiries.js';
export { makeReportPlaneHealth } from './timed-events/report-plane-health.js';
export { makeReportRules } from './timed-events/report-rules.js';

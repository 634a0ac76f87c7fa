/**
 * What govgate's own packages share: decisions, verbs, lists and forms on the wire. It may change with any version; what others may rely
 * on is in `index.ts`.
 */
export {
  type AccessReviewDraft,
  type ListedTo,
  newAccessReview,
  REVIEW_DECISIONS,
  REVIEWED_KINDS,
  type ReviewDecision,
  type ReviewedKind,
  remindersDue,
} from './access-review/access-review.js';
export {
  ACCESS_REVIEW_STATUSES,
  type AccessReviewStatus,
} from './access-review/access-review.machine.js';
export {
  decideReviewItem,
  moveAccessReview,
} from './access-review/decide-access-review.js';
export {
  accessReviewActions,
  mayOnReview,
  reviewerKeysOf,
} from './access-review/reviewer.js';
export { agentClasses } from './agent/agent.classes.js';
export {
  type AgentDraft,
  DELEGATION_MODES,
  newAgent,
} from './agent/agent.js';
export {
  AGENT_APPROVAL_STATUSES,
  AGENT_LIFECYCLE_STATES,
  type AgentApprovalStatus,
  type AgentLifecycleState,
} from './agent/agent.machine.js';
export {
  agentAllowedActions,
  agentVerbs,
} from './agent/agent-verbs.js';
export {
  APPLIED_KINDS,
  type AppliedResource,
  MAX_APPLIED_RESOURCES,
} from './applied-set/applied-set.js';
export {
  mayApplyFiles,
  mayOnApplied,
} from './applied-set/may-on-applied.js';
export {
  newCallApproval,
  statusAt,
} from './approval/call-approval.js';
export {
  CALL_APPROVAL_STATUSES,
  type CallApprovalStatus,
  isOpenApproval,
} from './approval/call-approval.machine.js';
export {
  approverNamesFor,
  approverNamesOf,
  callApprovalActions,
  mayDecideApproval,
  maySeeApproval,
  roleOfName,
  targetOfApproval,
} from './approval/call-approver.js';
export {
  type CallVerdict,
  decideExpire,
  decideUse,
  decideVerdict,
  decideWithdraw,
} from './approval/decide-call-approval.js';
export {
  readAcceptedStore,
  signAcceptedStore,
} from './audit/accepted-store.js';
export {
  type EventLine,
  eventLine,
} from './audit/chain.js';
export {
  isChainHash,
  signCheckpointNote,
} from './audit/checkpoint.js';
export {
  type CheckpointLine,
  type CheckpointRecord,
  writeCheckpointRecord,
} from './audit/checkpoint-record.js';
export {
  columnsOfEvent,
  columnValuesOf,
  EVENT_COLUMNS,
  instantOfText,
} from './audit/event-columns.js';
export { eventLeaf } from './audit/event-leaf.js';
export {
  AUDIT_RESOURCE_TYPES,
  type AuditResourceType,
  resourceOfEvent,
} from './audit/event-types.js';
export {
  bucketStart,
  bucketStarts,
  HISTOGRAM_INTERVALS,
} from './audit/histogram.js';
export { stateChange } from './audit/state-change.js';
export {
  readSegment,
  type SegmentLine,
  signSegment,
  writeSegmentRecord,
} from './audit/trail-segment.js';
export { TrailWalk } from './audit/trail-walk.js';
export {
  allowedActions,
  mayOn,
} from './authorization/allowed-actions.js';
export {
  type Coverage,
  coverageOf,
  grantedEnvironments,
  heldPermissions,
  holdsGrantIn,
} from './authorization/authorize.js';
export {
  areaOf,
  needsWholeEnvironment,
} from './authorization/permissions.js';
export { grantsGiving } from './authorization/principal.js';
export {
  type PermissionReach,
  reachIn,
} from './authorization/reach-in.js';
export { roleHolds } from './authorization/roles.js';
export {
  fromBase64,
  toBase64,
} from './base64.js';
export { isWellFormed } from './canonical-json.js';
export { clientSessionClasses } from './client-session/client-session.classes.js';
export {
  clientSessionActions,
  isLive,
  SESSION_STATES,
  type SessionState,
} from './client-session/client-session.machine.js';
export {
  decideReport,
  type SessionReport,
} from './client-session/report-session.js';
export { decideTerminate } from './client-session/terminate-session.js';
export {
  type ClientSurfacePatch,
  decideUpdateSurface,
  environmentsLeft,
} from './client-surface/change-surface.js';
export { clientSurfaceClasses } from './client-surface/client-surface.classes.js';
export {
  type ClientSurfaceDraft,
  CONFIG_SNIPPET_FORMATS,
  DISCOVERABILITIES,
  isVisibleIn,
  newClientSurface,
  SURFACE_AUTH_TYPES,
  SURFACE_CLIENT_TYPES,
  SURFACE_REDACTION,
  type SurfaceClientType,
} from './client-surface/client-surface.js';
export {
  SURFACE_APPROVAL_STATES,
  SURFACE_LIFECYCLE_STATES,
  type SurfaceLifecycleState,
} from './client-surface/client-surface.machine.js';
export {
  REVOCATION_STATES,
  type RevocationState,
  revocationStateOf,
} from './client-surface/revocation-state.js';
export {
  clientSurfaceAllowedActions,
  mayChangeSurface,
  surfaceVerbs,
} from './client-surface/surface-verbs.js';
export {
  bindingVerbs,
  credentialBindingAllowedActions,
} from './credential-binding/binding-verbs.js';
export { NEVER_CHECKED } from './credential-binding/broker-check.js';
export { credentialBindingClasses } from './credential-binding/credential-binding.classes.js';
export {
  BROKER_CHECK_STATUSES,
  type BrokerCheck,
  CREDENTIAL_MODES,
  CREDENTIAL_REDACTION,
  CREDENTIAL_SOURCE_TYPES,
  CREDENTIAL_TARGET_TYPES,
  type CredentialBindingDraft,
  type CredentialMode,
  type CredentialTarget,
  newCredentialBinding,
  SAFE_STATES,
  type SafeStatus,
  SECRET_STORE_TYPES,
} from './credential-binding/credential-binding.js';
export {
  APPROVAL_STATUSES,
  APPROVAL_TARGETS,
  APPROVAL_TRIGGERS,
  type ApprovalStatus,
  type ApprovalTarget,
  LIFECYCLE_STATES,
  type LifecycleState,
} from './credential-binding/credential-binding.machine.js';
export {
  contributedToBinding,
  decideApproval,
} from './credential-binding/decide-approval.js';
export { decideRotate } from './credential-binding/rotate-credential-binding.js';
export {
  approvedRuntimeProjection,
  type RuntimeProjection,
} from './credential-binding/runtime-projection.js';
export { appliedRevocation } from './data-plane/applied-revocation.js';
export {
  classifyDataPlane,
  DATA_PLANE_STATUSES,
  type DataPlaneClassification,
  type DataPlaneStatus,
} from './data-plane/classify-data-plane.js';
export {
  dataPlaneClasses,
  dataPlaneObservationClasses,
} from './data-plane/data-plane.classes.js';
export {
  BACKUP_COVERAGES,
  DEPLOYMENT_MODES,
  type DesiredState,
  FORBIDDEN_MATERIAL,
  NOTHING_DESIRED,
  newDataPlaneObservation,
  READINESS_STATUSES,
  REVOCATION_DUE_MS,
  REVOCATION_OVERDUE_MS,
  type SyncObservation,
  TRUST_BOUNDARIES,
  TRUST_BOUNDARY_FACTS,
} from './data-plane/data-plane.js';
export {
  DATA_PLANE_ACTIONS,
  DRAIN_STATES,
  UPGRADE_STATES,
} from './data-plane/data-plane.machine.js';
export {
  comparePositions,
  DATA_PLANE_SORT_KEYS,
  type DataPlaneFacets,
  type DataPlaneFilter,
  type DataPlaneKpis,
  parseDataPlaneSort,
} from './data-plane/data-plane-list.js';
export {
  checkDeregister,
  dataPlaneActionViews,
  observationAfterResume,
  type PlaneActionView,
  scopeActionViews,
} from './data-plane/operate-data-plane.js';
export {
  type ObservedPlane,
  pageDataPlanes,
} from './data-plane/page-data-planes.js';
export {
  DATA_PLANE_REASONS,
  drainStateOf,
  HEARTBEAT_STATUSES,
  upgradeStateOf,
} from './data-plane/plane-states.js';
export { planeVerbs } from './data-plane/plane-verbs.js';
export {
  type HeartbeatReport,
  observationAfterHeartbeat,
  observationAfterProbe,
  type SyncReport,
} from './data-plane/report-heartbeat.js';
export { SYNC_STATUSES } from './data-plane/sync-state.js';
export {
  changedFields,
  type Decided,
  noChange,
} from './decided.js';
export {
  checkDeliverable,
  DELIVERY_RETRY_SECONDS,
  decideCreateDestination,
  decideDisableDestination,
  decideUpdateDestination,
} from './destination/change-destination.js';
export {
  DELIVERY_REASONS,
  DESTINATION_REFERENCES,
  type DeliveryStatus,
  destinationStatuses,
  isRetryable,
  statusAfterDelivery,
  statusWhileQueued,
} from './destination/delivery-status.js';
export {
  MOST_GENERATIONS,
  rowAfterCheck,
} from './destination/delivery-test.js';
export {
  destinationClasses,
  destinationFields,
  destinationObservationClasses,
} from './destination/destination.classes.js';
export {
  AUDIT_EXPORT_OPERATION,
  DESTINATION_KINDS,
  DESTINATION_REDACTION,
  type DestinationKind,
  EXPORT_FORMATS,
  type ExportFormat,
  RETENTION_DAYS,
} from './destination/destination.js';
export { DELIVERY_STATES } from './destination/destination.machine.js';
export { newDestinationObservation } from './destination/destination-observation.js';
export {
  destinationActions,
  destinationVerbs,
} from './destination/destination-verbs.js';
export {
  DEFAULT_EXPORT_SETTINGS,
  EXPORT_SETTING_PATTERNS,
  type ExportSettings,
  exportSettingsFault,
  exportSettingsOf,
  MOST_EVENTS_PER_REQUEST,
  MOST_TAGS,
  WIRE_FORMATS,
  type WireFormat,
  wantsEvent,
  wireFormatOf,
} from './destination/export-settings.js';
export {
  checkHandle,
  HANDLE_PATTERNS,
  type HandleKind,
} from './destination/handle.js';
export { decideConfigure } from './environment/decide-configure.js';
export { environmentSettingsClasses } from './environment/environment-settings.classes.js';
export {
  defaultSettings,
  type EnvironmentPatch,
} from './environment/environment-settings.js';
export {
  type Expectation,
  type Help,
  inWords,
} from './expectation.js';
export {
  cefEvent,
  cefHeader,
  cefValue,
} from './export/cef-event.js';
export { cefSeverity } from './export/cef-severity.js';
export { ecsEvent } from './export/ecs-event.js';
export { plainEvent } from './export/export-event.js';
export {
  afterChange,
  afterDelivery,
  afterFailure,
  disabledFrom,
  LEASE_SECONDS,
  MOST_REFUSED_IN_A_ROW,
  newExportLane,
  REFUSAL_REPORT_SECONDS,
  retrySeconds,
  withLease,
  withoutLease,
} from './export/export-lane.js';
export { EXPORT_MAPPING } from './export/export-mapping.js';
export { KEPT_DELIVERIES } from './export/export-records.js';
export { exportedCheckpoint } from './export/exported-checkpoint.js';
export { ocsfEvent } from './export/ocsf-event.js';
export type {
  BundledFields,
  GivenFields,
  PlainFields,
} from './fields/field-table.js';
export {
  type Contributor,
  contributorOf,
} from './four-eyes/contributor.js';
export {
  ACTORS_WITHOUT_RECORD,
  accountId,
  accountStatus,
  accountType,
  BOOTSTRAP_ACTOR,
} from './identity/account.js';
export {
  ACCOUNT_STATUSES,
  type AccountStatus,
} from './identity/account.machine.js';
export { accountAllowedActions, serviceAccountVerbs, userVerbs } from './identity/account-verbs.js';
export { decideAddMember } from './identity/add-member.js';
export {
  API_TOKEN_SUBJECT_TYPES,
  type ApiTokenSubjectType,
  type TokenAncestor,
} from './identity/api-token.js';
export {
  API_TOKEN_STATUSES,
  type ApiTokenStatus,
  apiTokenStatus,
} from './identity/api-token.machine.js';
export { apiTokenAllowedActions } from './identity/api-token-actions.js';
export {
  API_TOKEN_ID_LENGTH,
  API_TOKEN_SECRET_LENGTH,
  formatApiToken,
  parseApiToken,
  tokenCharacters,
} from './identity/api-token-text.js';
export {
  type AccountPatch,
  decideDisableAccount,
  decideEnableAccount,
  decideUpdateAccount,
} from './identity/change-account.js';
export {
  MAX_EXTERNAL_IDS,
  MAX_GROUP_MEMBERS,
} from './identity/group.js';
export { groupAllowedActions } from './identity/group-actions.js';
export {
  groupClasses,
  serviceAccountClasses,
  userClasses,
} from './identity/identity.classes.js';
export {
  decideProvisionGroup,
  decideRemoveGroup,
  membersChanged,
} from './identity/provision-group.js';
export { decideRemoveMember } from './identity/remove-member.js';
export { decideRevokeApiToken } from './identity/revoke-api-token.js';
export {
  isOwnToEnd,
  isOwnToken,
  isOwnToMake,
  reachOfOthersToken,
  reachOfOwnToken,
  TOKEN_SECONDS,
  type TokenReach,
} from './identity/token-reach.js';
export {
  decideUpdateGroup,
  sortedExternalIds,
} from './identity/update-group.js';
export {
  ID_PATTERN,
  isPrincipalId,
  isToolName,
  PRINCIPAL_ID_PATTERN,
} from './ids.js';
export {
  type JsonLines,
  joinLines,
  jsonLine,
} from './json-lines.js';
export type { Machine } from './machine/machine.js';
export { toMermaid } from './machine/mermaid.js';
export { ALL_MACHINES } from './machines.js';
export {
  ACTIVITY_EVENT_TYPES,
  type ActivityEvent,
  activityOf,
} from './mcp-server/activity.js';
export { toolSchemaHash } from './mcp-server/compare-tools.js';
export {
  type DefinitionReview,
  reviewDefinitions,
} from './mcp-server/definition-review.js';
export {
  DEFINITION_SETTINGS,
  isPinned,
} from './mcp-server/governed-tool.js';
export {
  CONNECTOR_STATUSES,
  type HealthFailureReason,
  healthAfterProbe,
  healthAt,
  neverProbed,
  PROBE_OUTCOMES,
  PROBE_ROUND_SECONDS,
  type ReadFailure,
  SERVER_HEALTH_STATUSES,
  UNHEALTHY_FROM,
} from './mcp-server/health.js';
export { shownPlainly } from './mcp-server/hidden-characters.js';
export {
  MAX_MANIFEST_TOOLS,
  type Manifest,
  type ManifestTool,
  manifestRefusal,
  REGISTRATION_STATUSES,
  REQUESTED_APPROVAL_STATUS,
  type RegistrationStatus,
  serverManifestHash,
  TOOL_GATEWAY_STATUSES,
  type ToolCounts,
} from './mcp-server/manifest.js';
export {
  mcpServerClasses,
  mcpServerHealthClasses,
  mcpSubmissionClasses,
} from './mcp-server/mcp-server.classes.js';
export {
  type DriftedTool,
  type LiveSnapshot,
  liveManifest,
  registrationStatusOf,
  type UnverifiedReason,
} from './mcp-server/mcp-server.js';
export {
  SUBMISSION_STATUSES,
  type SubmissionStatus,
} from './mcp-server/mcp-server.machine.js';
export {
  type PinnedReading,
  pinningReading,
} from './mcp-server/pin-reading.js';
export {
  acceptReadCredential,
  credentialFor,
  READ_CREDENTIAL_HEADER,
  type ReadCredentialInput,
} from './mcp-server/read-credential.js';
export { manifestFromReading } from './mcp-server/read-manifest.js';
export {
  decideApproveSubmission,
  decideRejectSubmission,
  decideWithdrawSubmission,
  type Reviewed,
} from './mcp-server/review-submission.js';
export {
  defaultRiskTier,
  hintsOf,
  raisedRiskTier,
} from './mcp-server/risk-tier.js';
export type {
  ServerJson,
  ServerJsonArgument,
  ServerJsonInput,
  ServerJsonPackage,
  ServerJsonRemote,
} from './mcp-server/server-json.js';
export {
  claimReading,
  isReadingDue,
  readingDone,
  readingWanted,
} from './mcp-server/server-reading.js';
export {
  mcpServerAllowedActions,
  serverVerbs,
  submissionAllowedActions,
} from './mcp-server/server-verbs.js';
export {
  reviewedTools,
  submissionCounts,
  type ToolReview,
  waitsForReview,
} from './mcp-server/submission.js';
export {
  diffSubmissions,
  type SubmissionDiff,
} from './mcp-server/submission-diff.js';
export {
  SUBMISSION_FINDING_CODES,
  SUBMISSION_FINDING_SEVERITIES,
  type SubmissionFinding,
} from './mcp-server/submission-findings.js';
export {
  decideDeprecate,
  decideSubmit,
  type Submitted,
} from './mcp-server/submit.js';
export {
  DEFINITION_FIELD_NAMES,
  type DefinitionField,
  type LiveReading,
  type ToolDefinition,
  type ToolVariants,
  type UnreadableTool,
} from './mcp-server/tool-definition.js';
export {
  type Drift,
  decideDrift,
  type SeenServer,
} from './mcp-server/tool-drift.js';
export {
  liftOfTool,
  revocationOfTool,
  toolSubject,
} from './mcp-server/tool-revocation.js';
export {
  CompactRange,
  type Subtree,
  type SubtreeWatch,
} from './merkle/compact-range.js';
export {
  ALL_LEVELS,
  type LeafSpan,
  partsOf,
  type SpanPart,
} from './merkle/leaf-span.js';
export {
  consistencySpans,
  inclusionSpans,
} from './merkle/proof-spans.js';
export {
  HASH_BYTES,
  type Sha256Bytes,
  sameBytes,
} from './merkle/tree-hash.js';
export { nearestName } from './nearest-name.js';
export { decideArchive } from './policy/decide-archive.js';
export { decideDraft } from './policy/decide-draft.js';
export { decideEdit } from './policy/decide-edit.js';
export {
  decidePublish,
  type PublishDecision,
} from './policy/decide-publish.js';
export {
  acceptTests,
  decideTests,
  withTests,
} from './policy/decide-tests.js';
export { decideValidate } from './policy/decide-validate.js';
export {
  type DraftContent,
  hashOfContent,
} from './policy/draft-content.js';
export {
  manifestFinding,
  pointerToken,
} from './policy/manifest-finding.js';
export type { PolicyChange } from './policy/policy-change.js';
export {
  notValidated,
  validationOf,
} from './policy/policy-validation.js';
export { policyVersionClasses } from './policy/policy-version.classes.js';
export {
  MANIFEST_TEXT_FORMATS,
  type ManifestTextFormat,
  POLICY_BODY_FORMATS,
  POLICY_SOURCE_TYPES,
  POLICY_STATUSES,
  type PolicyBodyFormat,
  type PolicyOwner,
  type PolicySource,
  type PolicyStatus,
  type PolicyValidation,
  type SubmittedText,
  VALIDATION_STATUSES,
} from './policy/policy-version.js';
export { policyActions } from './policy/policy-version.machine.js';
export {
  addressHoldsSecret,
  beginsLikeToken,
  holdsSecretMaterial,
} from './policy/secret-material.js';
export {
  type ExistingRecords,
  judgingReferences,
  type UnknownReference,
} from './policy/unknown-references.js';
export { validManifest } from './policy/valid-manifest.js';
export { REASON_CODE_PATTERN } from './reason-code-pattern.js';
export { REVOCATION_SUBJECT_TYPES } from './revocation.js';
export {
  type ActiveAdmin,
  leavesNoAdmin,
} from './role-binding/active-admin.js';
export {
  decideDisableRoleBinding,
  isLastSecurityAdmin,
  roleBindingAllowedActions,
} from './role-binding/disable-role-binding.js';
export {
  ACCESS_REASONS,
  ACCESS_VERDICTS,
  type AccessExplanation,
  type AccessQuestion,
  type AccessReason,
  type AccessVerdict,
  type ConsideredGrant,
  type ExplainedGrant,
  explainAccess,
  neededGrant,
} from './role-binding/explain-access.js';
export {
  FINDING_SEVERITIES,
  isForbidden,
  ROLE_BINDING_FINDINGS,
  refusalOfFindings,
} from './role-binding/findings.js';
export {
  type GrantScopeFields,
  grantScopeFields,
  grantScopeOf,
} from './role-binding/grant-scope.js';
export {
  heldScopes,
  holdsInScope,
  mayOnRoleBinding,
} from './role-binding/grantor.js';
export { effectiveGrants } from './role-binding/grants.js';
export {
  BREAK_GLASS_SECONDS,
  previewRoleBinding,
  type RoleBindingPreview,
  type RoleBindingPreviewFacts,
  windowRefusal,
} from './role-binding/preview-role-binding.js';
export { roleBindingClasses } from './role-binding/role-binding.classes.js';
export {
  newRoleBinding,
  ROLE_BINDING_SUBJECT_TYPES,
  type RoleBindingDraft,
  type RoleBindingSubject,
} from './role-binding/role-binding.js';
export {
  ROLE_BINDING_STATUSES,
  type RoleBindingStatus,
  roleBindingStatus,
} from './role-binding/role-binding.machine.js';
export {
  subjectKey,
  subjectKeys,
} from './role-binding/subject-key.js';
export { runToEnd } from './run-to-end.js';
export { MAX_ENVIRONMENTS } from './scope.js';
export {
  acceptSecretReference,
  parseSecretReference,
  secretRefFingerprint,
  secretRefSummary,
} from './secret-reference/secret-reference.js';
export {
  mayReadVariable,
  parseVariableGrant,
  type VariableGrant,
} from './secret-reference/variable-grant.js';
export {
  EXPIRY_SOURCES,
  type ExpirySource,
} from './timed-events/timed-records.js';
export {
  eachVerb,
  type VerbRow,
  type Verbs,
} from './verb/verbs.js';

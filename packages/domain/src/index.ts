export type {
  AccessReview,
  AccessReviewItem,
} from './access-review/access-review.js';
export type { Agent } from './agent/agent.js';
export type { AppliedSet } from './applied-set/applied-set.js';
export type { ApprovalFacts } from './approval/approval-cover.js';
export type { CallApproval } from './approval/call-approval.js';
export {
  CALL_DIGEST_PATTERN,
  callDigest,
  contextDigest,
  type ReportedCall,
} from './approval/call-digest.js';
export type { AcceptedStore } from './audit/accepted-store.js';
export {
  AUDIT_OUTCOMES,
  type AuditActor,
  type AuditEvent,
  type AuditOutcome,
  type ChainHead,
  EMPTY_CHAIN,
  type SealedAuditEvent,
} from './audit/audit-event.js';
export {
  headAfter,
  type SealedAuditRecord,
  sealAuditEvent,
} from './audit/chain.js';
export {
  type AuditCheckpoint,
  type ReadCheckpoint,
  readCheckpoint,
  type TrailHead,
  trailKey,
} from './audit/checkpoint.js';
export {
  AUDIT_EVENT_TYPES,
  type AuditEventType,
} from './audit/event-types.js';
export {
  BUCKET_PREFIX,
  bucketEnd,
  type CountedEvents,
  countsByBucket,
  type HistogramInterval,
  type OutcomeCounts,
} from './audit/histogram.js';
export {
  packHashes,
  unpackHashes,
} from './audit/packed-hashes.js';
export { readAuditText } from './audit/read-audit-text.js';
export type { TrailSegment } from './audit/trail-segment.js';
export type { StoredEvent } from './audit/trail-walk.js';
export type {
  ChainLink,
  ChainReport,
  FoundFault,
} from './audit/verify.js';
export {
  type ExportTrust,
  type ExportVerdict,
  ExportVerifier,
  type TrailState,
} from './audit/verify-export.js';
export {
  authorize,
  type Target,
} from './authorization/authorize.js';
export {
  ALL_PERMISSIONS,
  PERMISSION_AREAS,
  type Permission,
  type PermissionArea,
} from './authorization/permissions.js';
export {
  type ActorType,
  type AuthMethod,
  type Grant,
  type GrantScope,
  type Principal,
  SCOPE_TYPES,
} from './authorization/principal.js';
export {
  ROLE_PERMISSIONS,
  ROLES,
  type Role,
} from './authorization/roles.js';
export {
  canonicalHash,
  canonicalJson,
  type ExactJson,
  type Json,
  type Sha256Hex,
  sha256Hex,
} from './canonical-json.js';
export {
  authorizeCall,
  type CallDecision,
  type CallDenial,
  type CallFacts,
  MAX_FEED_AGE_SECONDS,
} from './client-session/authorize-call.js';
export type { ClientSession } from './client-session/client-session.js';
export {
  type CalledTool,
  type RevocableSession,
  RevocationView,
} from './client-session/revocation-view.js';
export type { ClientSurface } from './client-surface/client-surface.js';
export type { CredentialBinding } from './credential-binding/credential-binding.js';
export type {
  DataPlane,
  DataPlaneObservation,
} from './data-plane/data-plane.js';
export type { ReadinessProbe } from './data-plane/report-heartbeat.js';
export type {
  DeliveryReason,
  DestinationReference,
} from './destination/delivery-status.js';
export type { DeliveryTest } from './destination/delivery-test.js';
export type { Destination } from './destination/destination.js';
export type { DestinationObservation } from './destination/destination-observation.js';
export type { EnvironmentSettings } from './environment/environment-settings.js';
export { parseExactJson } from './exact-json.js';
export type { ExportEvent } from './export/export-event.js';
export type { ExportLane } from './export/export-lane.js';
export type {
  DeadLetter,
  ExportDelivery,
  ExportReplay,
} from './export/export-records.js';
export type { Account } from './identity/account.js';
export type { ApiToken } from './identity/api-token.js';
export type { Group } from './identity/group.js';
export type { ServiceAccount } from './identity/service-account.js';
export type { User } from './identity/user.js';
export {
  ID_PREFIXES,
  isId,
  type MintedKind,
} from './ids.js';
export {
  addSeconds,
  epochMsOf,
  type Instant,
  instantOf,
  parseInstant,
} from './instant.js';
export type { McpServerChange } from './mcp-server/activity.js';
export {
  /** @public Gateways call it. */
  canonicalDefinition,
  /** @public Gateways call it. */
  definitionHash,
  /** @public */
  type ReceivedTool,
} from './mcp-server/canonical-definition.js';
export type {
  DefinitionSetting,
  /** @public */
  GovernedTool,
} from './mcp-server/governed-tool.js';
export type {
  McpServerHealth,
  ProbeOutcome,
} from './mcp-server/health.js';
export type { McpServer } from './mcp-server/mcp-server.js';
export type { ReadCredential } from './mcp-server/read-credential.js';
export type {
  McpReadRequest,
  McpServerReading,
  ReadOutcome,
} from './mcp-server/server-reading.js';
export type { McpSubmission } from './mcp-server/submission.js';
export {
  verifyConsistency,
  verifyInclusion,
} from './merkle/verify-proof.js';
export type { VerifySignature } from './note/ed25519.js';
export {
  type NoteKey,
  readNoteKey,
  writeNoteKey,
} from './note/note-key.js';
export type { ResourceOwner } from './owner.js';
export type { PolicyTests } from './policy/cases/policy-tests.js';
export {
  runningPolicyTests,
  runPolicyTests,
  type TestFailure,
  type TestRun,
  testFindings,
} from './policy/cases/run-policy-tests.js';
export {
  TESTS_PATH,
  validatePolicyTests,
} from './policy/cases/validate-policy-tests.js';
export { comparingPolicies } from './policy/compare/compare-policies.js';
export {
  EFFECT_CHANGE_CLASSES,
  type PolicyComparison,
} from './policy/compare/effect-change.js';
export {
  type CompiledPolicy,
  compilePolicy,
  compilingPolicy,
} from './policy/compile-policy.js';
export {
  diffManifests,
  type ManifestDiff,
} from './policy/diff-manifests.js';
export {
  evaluatePolicy,
  type PolicyDecision,
} from './policy/evaluate-policy.js';
export {
  ANY,
  MANIFEST_LIMITS,
  POLICY_ACTIONS,
  POLICY_EFFECTS,
  type PolicyAction,
  type PolicyManifest,
  type PolicyObligation,
  type PolicyRule,
  RISK_TIERS,
  type RiskTier,
} from './policy/manifest.js';
export {
  type ManifestFinding,
  VALIDATION_REASONS,
  type ValidationReason,
} from './policy/manifest-finding.js';
export {
  type ManifestReference,
  manifestReferences,
  type ReferenceKind,
} from './policy/manifest-references.js';
export type { PolicyOutcome } from './policy/policy-outcome.js';
export type {
  AttributeValue,
  PolicyRequest,
  PolicyTarget,
} from './policy/policy-request.js';
export type {
  ManifestBody,
  PolicyVersion,
} from './policy/policy-version.js';
export { validateManifest } from './policy/validate-manifest.js';
export {
  REASONS,
  type ReasonCode,
  type RefusalKind,
} from './reason-codes.js';
export {
  type Classes,
  withoutSecrets,
} from './redaction/classes.js';
export { Secret } from './redaction/secret.js';
export {
  type Ok,
  ok,
  type Refusal,
  type Refused,
  type Result,
  refuse,
} from './result.js';
export {
  type FeedRevocation,
  type Revocation,
  type RevocationSubjectType,
  type SequencedRevocation,
  sequenceRevocation,
} from './revocation.js';
export type { RoleBinding } from './role-binding/role-binding.js';
export type { Scope } from './scope.js';
export { searchText } from './search-text.js';
export { compareText } from './text-order.js';
export type {
  ExpiryMark,
  PlaneHealthReported,
  RulesReported,
} from './timed-events/timed-records.js';
export {
  /** @public */
  type ActivePolicy,
  /** @public Gateways call it. */
  activePolicyFromWire,
} from './wire/active-policy-from-wire.js';
export {
  /** @public Gateways call it. */
  approvalFromWire,
  /** @public */
  type GivenApproval,
} from './wire/approval-from-wire.js';
export {
  /** @public */
  type GovernedServer,
  /** @public Gateways call it. */
  mcpServerFromWire,
} from './wire/mcp-server-from-wire.js';
export { policyFromWire } from './wire/policy-from-wire.js';
export { revocationsFromWire } from './wire/revocations-from-wire.js';
export { sessionFromWire } from './wire/session-from-wire.js';

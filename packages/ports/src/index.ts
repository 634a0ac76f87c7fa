export { type AccessPath, accessPath, pathsOf } from './access-path.js';
export {
  type AuditFilter,
  type AuditPage,
  type AuditPageQuery,
  type AuditTrail,
  auditTotal,
  type CheckpointQuery,
  EVENT_BATCH,
  type EventCount,
  type HistogramQuery,
  KEPT_LEVELS,
  type KeptLevel,
  type KeptSubtree,
  MOST_COUNTED_EVENTS,
  SEALED_BLOCK,
} from './audit-trail.js';
export type { CheckpointSigner } from './checkpoint-signer.js';
export type { Clock } from './clock.js';
export type { DeliveryCheck, DeliveryCheckOutcome, DeliveryProbe, DeliveryTarget } from './delivery-probe.js';
export type {
  DeliveryBatch,
  DeliverySender,
  ItemOutcome,
  SendOutcome,
  SendVerdict,
  Settling,
} from './delivery-sender.js';
export { PortTimedOut, PortUnavailable } from './errors.js';
export type { GovernanceStore } from './governance-store.js';
export type { IdSource } from './id-source.js';
export {
  type Job,
  type JobEnd,
  type JobHandler,
  type JobHandlers,
  type JobQueue,
  type JobWorker,
  jobIdOf,
  type QueueDepth,
  type StopSignal,
} from './job-queue.js';
export type { KeptCheckpoints } from './kept-checkpoints.js';
export { accessReviewItemKind, accessReviewKind } from './kinds/access-review.js';
export { agentKind } from './kinds/agent.js';
export { ALL_KINDS } from './kinds/all-kinds.js';
export { appliedSetKind } from './kinds/applied-set.js';
export { APPROVAL_LEDGER_ID, approvalLedgerKind, callApprovalKind } from './kinds/call-approval.js';
export { clientSessionKind } from './kinds/client-session.js';
export { clientSurfaceKind } from './kinds/client-surface.js';
export { credentialBindingKind } from './kinds/credential-binding.js';
export { dataPlaneKind, dataPlaneObservationKind } from './kinds/data-plane.js';
export { deliveryTestKind, destinationKind, destinationObservationKind } from './kinds/destination.js';
export { environmentSettingsKind } from './kinds/environment-settings.js';
export { deadLetterKind, exportDeliveryKind, exportLaneKind, exportReplayKind } from './kinds/export.js';
export { type IdempotencyEntry, idempotencyKind } from './kinds/idempotency-entry.js';
export {
  apiTokenKind,
  bearerKey,
  groupKind,
  inForceFrom,
  roleBindingKind,
  scopeKey,
  serviceAccountKind,
  type Tenant,
  tenantKind,
  userKind,
  withoutEnd,
  withStatus,
} from './kinds/identity.js';
export {
  mcpReadRequestKind,
  mcpServerChangeKind,
  mcpServerHealthKind,
  mcpServerKind,
  mcpServerReadingKind,
  mcpSubmissionKind,
} from './kinds/mcp-server.js';
export { policyVersionKind } from './kinds/policy-version.js';
export { receivedTokenKind } from './kinds/received-token.js';
export { expiryMarkKind, planeHealthReportedKind, rulesReportedKind } from './kinds/timed-events.js';
export { trailSegmentKind } from './kinds/trail-segment.js';
export type { LogoutClaims, LogoutTokenVerifier } from './logout-token-verifier.js';
export type { ManifestReading, ManifestTexts } from './manifest-texts.js';
export type { McpBackendProbe, McpProbeResult, McpTarget } from './mcp-backend-probe.js';
export { lastOf, MIGRATIONS, type Migration, migrated } from './migrations.js';
export type { Outbox, OutboxEntry } from './outbox.js';
export type { RateCounter } from './rate-counter.js';
export type { PlaneReadinessProbe } from './readiness-probe.js';
export {
  type AnyKind,
  type Attribute,
  defineKind,
  type GovernedKind,
  integer,
  type ObservedKind,
  partitionOf,
  type RecordFor,
  type RecordKind,
  type ScopeOfKind,
  text,
} from './record-kind.js';
export { isRecordSort, orderOf, type RecordSort, recordSortsOf } from './record-sort.js';
export {
  type After,
  type MemberQuery,
  type Order,
  type Page,
  type Query,
  type Range,
  type RecordStore,
  rangesOf,
  type Stored,
  type Where,
} from './record-store.js';
export type { RevisionReader, Revisions } from './revision-reader.js';
export type { RevocationFeed } from './revocation-feed.js';
export type { SecretResolution, SecretResolver } from './secret-resolver.js';
export type { RequestLine, ServiceLog } from './service-log.js';
export type { SignalKey, SignalSigner } from './signal-signer.js';
export type {
  PolledSignals,
  SignalErrorCode,
  SignalPoll,
  SignalSource,
  SignalTransmitter,
} from './signal-transmitter.js';
export type { SignalClaims, SignalFault, SignalVerifier } from './signal-verifier.js';
export type { Timer } from './timer.js';
export type { TokenSealer } from './token-sealer.js';
export type { FailedCheck, TokenClaims, TokenVerdict, TokenVerifier } from './token-verifier.js';
export { filterValues, histogramPath, type TrailPath, trailPath } from './trail-path.js';
export type {
  Change,
  CommitBatch,
  CommitOutcome,
  Conflict,
  EventMac,
  Precondition,
  Put,
  Removal,
  UnitOfWork,
} from './unit-of-work.js';

import type { AnyKind } from '../record-kind.js';
import { accessReviewItemKind, accessReviewKind } from './access-review.js';
import { agentKind } from './agent.js';
import { appliedSetKind } from './applied-set.js';
import { approvalLedgerKind, callApprovalKind } from './call-approval.js';
import { clientSessionKind } from './client-session.js';
import { clientSurfaceKind } from './client-surface.js';
import { credentialBindingKind } from './credential-binding.js';
import { dataPlaneKind, dataPlaneObservationKind } from './data-plane.js';
import { deliveryTestKind, destinationKind, destinationObservationKind } from './destination.js';
import { environmentSettingsKind } from './environment-settings.js';
import { deadLetterKind, exportDeliveryKind, exportLaneKind, exportReplayKind } from './export.js';
import { idempotencyKind } from './idempotency-entry.js';
import {
  apiTokenKind,
  groupKind,
  roleBindingKind,
  serviceAccountKind,
  tenantKind,
  userKind,
} from './identity.js';
import {
  mcpReadRequestKind,
  mcpServerChangeKind,
  mcpServerHealthKind,
  mcpServerKind,
  mcpServerReadingKind,
  mcpSubmissionKind,
} from './mcp-server.js';
import { policyVersionKind } from './policy-version.js';
import { receivedTokenKind } from './received-token.js';
import { expiryMarkKind, planeHealthReportedKind, rulesReportedKind } from './timed-events.js';
import { trailSegmentKind } from './trail-segment.js';

/** Every kind of record: the list that stores build their tables and collections from. */
export const ALL_KINDS: readonly AnyKind[] = [
  tenantKind,
  userKind,
  serviceAccountKind,
  groupKind,
  roleBindingKind,
  apiTokenKind,
  policyVersionKind,
  mcpServerKind,
  mcpSubmissionKind,
  mcpServerHealthKind,
  mcpServerChangeKind,
  mcpServerReadingKind,
  mcpReadRequestKind,
  credentialBindingKind,
  clientSurfaceKind,
  agentKind,
  environmentSettingsKind,
  appliedSetKind,
  receivedTokenKind,
  clientSessionKind,
  dataPlaneKind,
  dataPlaneObservationKind,
  destinationKind,
  destinationObservationKind,
  deliveryTestKind,
  exportLaneKind,
  exportDeliveryKind,
  deadLetterKind,
  exportReplayKind,
  trailSegmentKind,
  expiryMarkKind,
  planeHealthReportedKind,
  rulesReportedKind,
  idempotencyKind,
  callApprovalKind,
  approvalLedgerKind,
  accessReviewKind,
  accessReviewItemKind,
];

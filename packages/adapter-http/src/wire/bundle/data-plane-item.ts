import {
  BACKUP_COVERAGES,
  DEPLOYMENT_MODES,
  DRAIN_STATES,
  READINESS_STATUSES,
  TRUST_BOUNDARIES,
  UPGRADE_STATES,
} from '@govgate/domain/internal';
import * as v from 'valibot';
import {
  BundleId,
  BundleName,
  BundleReasonCode,
  BundleText,
  Count,
  Ignored,
  Moment,
  MomentOrEmpty,
  maybe,
  ReferenceText,
} from './bundle-fields.js';

const Sync = v.strictObject({
  status: v.optional(BundleText),
  desiredVersion: v.optional(BundleText),
  observedVersion: v.optional(BundleText),
  lastAppliedAt: v.optional(MomentOrEmpty),
  // Ten years: anything longer is a mistake and would leave the calendar.
  staleSeconds: v.optional(v.pipe(Count, v.maxValue(315_360_000))),
  reasonCode: Ignored,
});

/** A data plane (docs/spec/data-planes.md#item) with its observed state; the reference is write-only. Only bundles have the orders. */
export const DataPlaneItem = v.strictObject({
  dataPlaneId: BundleId,
  displayName: BundleName,
  tenantId: BundleId,
  environmentId: BundleId,
  deploymentMode: v.picklist(DEPLOYMENT_MODES),
  location: v.optional(
    v.strictObject({
      region: v.optional(BundleText),
      zone: v.optional(BundleText),
      cluster: v.optional(BundleText),
      namespace: v.optional(BundleText),
      deploymentRef: v.optional(BundleText),
      customerLocation: v.optional(BundleText),
    }),
  ),
  version: v.optional(
    v.strictObject({
      controlPlane: v.optional(BundleText),
      dataPlane: v.optional(BundleText),
      helmChart: v.optional(BundleText),
      config: v.optional(BundleText),
      policy: v.optional(BundleText),
    }),
  ),
  heartbeat: v.optional(
    v.strictObject({
      status: Ignored,
      lastSeenAt: v.optional(MomentOrEmpty),
      secondsSinceLast: Ignored,
      reasonCode: Ignored,
    }),
  ),
  readiness: v.optional(
    v.strictObject({
      status: v.optional(v.picklist(READINESS_STATUSES)),
      serving: v.optional(v.boolean()),
      reasonCodes: v.optional(v.array(BundleReasonCode)),
      checkedAt: v.optional(MomentOrEmpty),
    }),
  ),
  policySync: v.optional(Sync),
  configPropagation: v.optional(Sync),
  activeSessions: v.optional(
    v.strictObject({
      total: v.optional(Count),
      stateful: v.optional(Count),
      draining: v.optional(Count),
      reconnectable: v.optional(Count),
    }),
  ),
  drain: v.optional(
    v.strictObject({ ready: Ignored, state: v.optional(v.picklist(DRAIN_STATES)), reasonCodes: Ignored }),
  ),
  upgrade: v.optional(
    v.strictObject({ ready: Ignored, state: v.optional(v.picklist(UPGRADE_STATES)), reasonCodes: Ignored }),
  ),
  backupRestore: v.optional(
    v.strictObject({
      relevant: v.optional(v.boolean()),
      coverageStatus: v.optional(v.picklist(BACKUP_COVERAGES)),
      reasonCode: v.optional(BundleReasonCode),
      lastBackupAt: v.optional(Moment),
      restoreTestedAt: v.optional(Moment),
    }),
  ),
  trustBoundary: v.optional(
    v.strictObject({
      mode: Ignored,
      controlPlaneBoundary: v.optional(v.picklist(TRUST_BOUNDARIES)),
      runtimeTrafficBoundary: v.optional(v.picklist(TRUST_BOUNDARIES)),
      runtimeDataBoundary: v.optional(v.picklist(TRUST_BOUNDARIES)),
      privateRuntimeDataLeavesBoundary: Ignored,
      secretMaterialReturned: Ignored,
      redactedMetadataMode: Ignored,
      noRequiredOutboundRuntime: Ignored,
    }),
  ),
  allowedActions: Ignored,
  healthReasonCodes: Ignored,
  readinessProbeRef: maybe(ReferenceText),
  drainRequestedAt: maybe(Moment),
  upgradeRequestedAt: maybe(Moment),
  resyncRequestedAt: maybe(Moment),
});

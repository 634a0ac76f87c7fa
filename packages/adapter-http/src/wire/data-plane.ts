import {
  BACKUP_COVERAGES,
  DATA_PLANE_ACTIONS,
  DATA_PLANE_REASONS,
  DATA_PLANE_SORT_KEYS,
  DATA_PLANE_STATUSES,
  DEPLOYMENT_MODES,
  DRAIN_STATES,
  HEARTBEAT_STATUSES,
  READINESS_STATUSES,
  SYNC_STATUSES,
  TRUST_BOUNDARIES,
  UPGRADE_STATES,
} from '@govgate/domain';
import * as v from 'valibot';
import {
  Count,
  DateTime,
  DateTimeOrEmpty,
  Id,
  InstantField,
  Name,
  PageSize,
  PageToken,
  ReasonCodeField,
  ReasonText,
  SchemaVersion,
  textOf,
} from './fields.js';

const Words = textOf(0, 128);

const Reason = v.picklist(DATA_PLANE_REASONS);

const ActionViews = v.array(
  v.object({
    action: v.picklist(DATA_PLANE_ACTIONS),
    allowed: v.boolean(),
    reasonCode: v.picklist([...DATA_PLANE_REASONS, 'permission_denied', 'invalid_state']),
  }),
);

const Location = v.object({
  region: v.string(),
  zone: v.string(),
  cluster: v.string(),
  namespace: v.string(),
  deploymentRef: v.string(),
  customerLocation: v.string(),
});

const Version = v.object({
  controlPlane: v.string(),
  dataPlane: v.string(),
  helmChart: v.string(),
  config: v.string(),
  policy: v.string(),
});

const Sync = v.object({
  status: v.picklist(SYNC_STATUSES),
  desiredVersion: v.string(),
  observedVersion: v.string(),
  lastAppliedAt: DateTimeOrEmpty,
  staleSeconds: Count,
  reasonCode: Reason,
});

/** A data plane in lists (docs/spec/data-planes.md#item). */
export const DataPlaneItemAnswer = v.object({
  dataPlaneId: v.string(),
  displayName: v.string(),
  tenantId: v.string(),
  environmentId: v.string(),
  deploymentMode: v.picklist(DEPLOYMENT_MODES),
  location: Location,
  version: Version,
  heartbeat: v.object({
    status: v.picklist(HEARTBEAT_STATUSES),
    lastSeenAt: DateTimeOrEmpty,
    secondsSinceLast: Count,
    reasonCode: Reason,
  }),
  readiness: v.object({
    status: v.picklist(DATA_PLANE_STATUSES),
    serving: v.boolean(),
    reasonCodes: v.array(v.string()),
    checkedAt: DateTimeOrEmpty,
  }),
  policySync: Sync,
  configPropagation: Sync,
  activeSessions: v.object({
    total: Count,
    stateful: Count,
    draining: Count,
    reconnectable: Count,
  }),
  drain: v.object({ ready: v.boolean(), state: v.picklist(DRAIN_STATES), reasonCodes: v.array(Reason) }),
  upgrade: v.object({ ready: v.boolean(), state: v.picklist(UPGRADE_STATES), reasonCodes: v.array(Reason) }),
  backupRestore: v.object({
    relevant: v.boolean(),
    coverageStatus: v.picklist(BACKUP_COVERAGES),
    reasonCode: v.string(),
    lastBackupAt: v.optional(DateTime),
    restoreTestedAt: v.optional(DateTime),
  }),
  trustBoundary: v.object({
    mode: v.literal('metadata_only'),
    controlPlaneBoundary: v.picklist(TRUST_BOUNDARIES),
    runtimeTrafficBoundary: v.picklist(TRUST_BOUNDARIES),
    runtimeDataBoundary: v.picklist(TRUST_BOUNDARIES),
    privateRuntimeDataLeavesBoundary: v.boolean(),
    secretMaterialReturned: v.boolean(),
    redactedMetadataMode: v.boolean(),
    noRequiredOutboundRuntime: v.boolean(),
  }),
  allowedActions: ActionViews,
  healthReasonCodes: v.array(Reason),
});

/** A data plane answered on its own, with the orders it is to follow. */
export const DataPlaneAnswer = v.object({
  schemaVersion: SchemaVersion,
  ...DataPlaneItemAnswer.entries,
  orders: v.object({
    drainRequestedAt: v.nullable(DateTime),
    upgradeRequestedAt: v.nullable(DateTime),
    resyncRequestedAt: v.nullable(DateTime),
  }),
});

const Counts = v.record(v.string(), Count);

/** Topology and health of an environment's data planes (docs/spec/data-planes.md#list). */
export const DataPlanesAnswer = v.object({
  schemaVersion: SchemaVersion,
  requestId: v.string(),
  tenantId: v.string(),
  environmentId: v.string(),
  generatedAt: DateTime,
  filters: v.record(v.string(), v.string()),
  sort: v.string(),
  pagination: v.object({
    pageSize: Count,
    nextPageToken: v.optional(v.string()),
    totalCount: Count,
  }),
  items: v.array(DataPlaneItemAnswer),
  kpis: v.object({
    total: Count,
    healthy: Count,
    degraded: Count,
    unhealthy: Count,
    unknown: Count,
    policyStale: Count,
    activeSessions: Count,
    regions: Count,
  }),
  facets: v.object({ status: Counts, region: Counts, deploymentMode: Counts, policySyncStatus: Counts }),
  allowedActions: ActionViews,
  metadataBoundary: v.object({
    metadataOnly: v.boolean(),
    privateRuntimeDataLeavesBoundary: v.boolean(),
    secretsReturned: v.boolean(),
    forbiddenMaterial: v.array(v.string()),
    customerContentInspectionUnsupported: v.boolean(),
  }),
});

/** Tenant and environment, both required. */
const RequiredScope = { tenant_id: Id, environment_id: Id };

/** The list's filters (docs/spec/data-planes.md#list). */
export const DataPlanesQuery = v.strictObject({
  ...RequiredScope,
  status: v.optional(v.picklist(DATA_PLANE_STATUSES)),
  deployment_mode: v.optional(v.picklist(DEPLOYMENT_MODES)),
  region: v.optional(Words),
  policy_sync_status: v.optional(v.picklist(SYNC_STATUSES)),
  page_size: v.optional(PageSize),
  page_token: v.optional(PageToken),
  sort: v.optional(v.picklist(DATA_PLANE_SORT_KEYS.flatMap((key) => [key, `-${key}` as const]))),
});

const Whole = v.pipe(v.number(), v.safeInteger(), v.minValue(0));

/** The input that registers a plane. */
export const RegisterDataPlaneBody = v.strictObject({
  dataPlaneId: Id,
  displayName: Name,
  deploymentMode: v.picklist(DEPLOYMENT_MODES),
  location: v.strictObject({
    region: Words,
    zone: v.optional(Words, ''),
    cluster: v.optional(Words, ''),
    namespace: v.optional(Words, ''),
    deploymentRef: v.optional(Words, ''),
    customerLocation: v.optional(Words, ''),
  }),
  trustBoundary: v.optional(
    v.strictObject({
      controlPlaneBoundary: v.optional(v.picklist(TRUST_BOUNDARIES), 'vendor'),
      runtimeTrafficBoundary: v.optional(v.picklist(TRUST_BOUNDARIES), 'customer'),
      runtimeDataBoundary: v.optional(v.picklist(TRUST_BOUNDARIES), 'customer'),
    }),
    {},
  ),
  readinessProbeRef: v.optional(
    v.nullable(
      v.pipe(v.string(), v.maxLength(1100), v.metadata({ writeOnly: true, pattern: '^(env|file):' })),
    ),
  ),
  reasonCode: v.optional(ReasonCodeField),
});

const SyncReport = v.strictObject({
  observedVersion: Words,
  lastAppliedAt: v.optional(v.nullable(InstantField)),
  rejectedVersion: v.optional(v.nullable(Words)),
});

/** A plane's report about itself. What it omits stays as last reported. */
export const HeartbeatBody = v.strictObject({
  version: v.optional(
    v.strictObject({
      controlPlane: v.optional(Words),
      dataPlane: v.optional(Words),
      helmChart: v.optional(Words),
      config: v.optional(Words),
      policy: v.optional(Words),
    }),
  ),
  readiness: v.optional(
    v.strictObject({
      status: v.picklist(READINESS_STATUSES),
      serving: v.boolean(),
      reasonCodes: v.optional(v.pipe(v.array(ReasonCodeField), v.maxLength(20))),
    }),
  ),
  policySync: v.optional(SyncReport),
  configPropagation: v.optional(SyncReport),
  activeSessions: v.optional(
    v.strictObject({
      total: v.optional(Whole),
      stateful: v.optional(Whole),
      draining: v.optional(Whole),
      reconnectable: v.optional(Whole),
    }),
  ),
  drain: v.optional(v.strictObject({ state: v.picklist(DRAIN_STATES) })),
  upgrade: v.optional(v.strictObject({ state: v.picklist(UPGRADE_STATES) })),
  backupRestore: v.optional(
    v.strictObject({
      relevant: v.boolean(),
      coverageStatus: v.picklist(BACKUP_COVERAGES),
      reasonCode: ReasonCodeField,
      lastBackupAt: v.optional(InstantField),
      restoreTestedAt: v.optional(InstantField),
    }),
  ),
  lastRevocationSequence: v.optional(Whole),
});

/** Why an operator gives an order. */
export const OperateBody = v.strictObject({ reasonCode: ReasonCodeField, reason: v.optional(ReasonText) });

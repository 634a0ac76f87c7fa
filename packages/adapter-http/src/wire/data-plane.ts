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
} from '@govgate/domain/internal';
import * as v from 'valibot';
import { described } from './described.js';
import {
  Count,
  DateTime,
  DateTimeOrEmpty,
  EnvironmentId,
  Id,
  InstantField,
  Name,
  PageSize,
  PageToken,
  ReasonCodeField,
  ReasonText,
  RequestId,
  SchemaVersion,
  ScopeQuery,
  Search,
  SecretReferenceText,
  TenantId,
  textOf,
} from './fields.js';

const Words = textOf(0, 128);

const Reason = v.picklist(DATA_PLANE_REASONS);

const ActionViews = v.array(
  v.object({
    action: described(v.picklist(DATA_PLANE_ACTIONS), 'An action on the data plane.'),
    allowed: described(v.boolean(), 'Whether the caller may ask for it now.'),
    reasonCode: described(
      v.picklist([...DATA_PLANE_REASONS, 'permission_denied', 'invalid_state']),
      'The reason why the action is, or is not, possible.',
    ),
  }),
);

const Location = v.object({
  region: described(v.string(), 'The region of the cloud or the site it runs in.', 'eu-central-1'),
  zone: described(v.string(), 'The availability zone; "" for none.', 'eu-central-1a'),
  cluster: described(v.string(), 'The Kubernetes cluster; "" for none.', 'blue'),
  namespace: described(v.string(), 'The Kubernetes namespace; "" for none.', 'gateway'),
  deploymentRef: described(
    v.string(),
    'What the deployment is called where it was made; "" for none.',
    'helm/govgate-dp',
  ),
  customerLocation: described(
    v.string(),
    'What the customer calls the site; "" where it has no such name.',
    'Frankfurt 2',
  ),
});

const Version = v.object({
  controlPlane: described(
    v.string(),
    'Version of the control plane that it talks to; "" if not reported.',
    '2.4.0',
  ),
  dataPlane: described(v.string(), 'Version of its own software; "" if not reported.', '2.4.0'),
  helmChart: described(
    v.string(),
    'Version of the Helm chart it was installed with; "" if not reported.',
    '1.9.2',
  ),
  config: described(v.string(), 'Version of its configuration; "" if not reported.', '2026.1'),
  policy: described(v.string(), 'The policy version that it enforces; "" if not reported.', 'pv_7'),
});

const Sync = v.object({
  status: described(v.picklist(SYNC_STATUSES), 'Whether the desired version is installed.'),
  desiredVersion: described(v.string(), 'The version that should be installed; "" for none.', 'pv_8'),
  observedVersion: described(v.string(), 'The version that is installed; "" if not reported.', 'pv_7'),
  lastAppliedAt: described(DateTimeOrEmpty, 'When something was last installed; "" for never.'),
  staleSeconds: described(Count, 'For how long the two versions have differed, in seconds; 0 if they agree.'),
  reasonCode: described(Reason, 'The reason for the status.'),
});

/** A data plane in lists (docs/spec/data-planes.md#item). */
export const DataPlaneItemAnswer = v.object({
  dataPlaneId: described(v.string(), 'Names the plane; unique in its environment.', 'dp_eu'),
  displayName: described(v.string(), 'What people call it.', 'Billing IDE'),
  tenantId: TenantId,
  environmentId: EnvironmentId,
  deploymentMode: described(v.picklist(DEPLOYMENT_MODES), 'Who operates the data plane, and where.'),
  location: described(Location, 'Where the plane runs.'),
  version: described(Version, 'Versions of its parts.'),
  heartbeat: described(
    v.object({
      status: described(v.picklist(HEARTBEAT_STATUSES), 'Whether reports come in time.'),
      lastSeenAt: described(DateTimeOrEmpty, 'When it last reported; "" for never.'),
      secondsSinceLast: described(Count, 'Age of the last report, in seconds.'),
      reasonCode: described(Reason, 'The reason for the status.'),
    }),
    'How its reports come in.',
  ),
  readiness: described(
    v.object({
      status: described(v.picklist(DATA_PLANE_STATUSES), 'The status over all: the worst of what is known.'),
      serving: described(v.boolean(), 'Whether the plane takes calls.'),
      reasonCodes: described(v.array(v.string()), 'Why, as codes; none while it is healthy.', [
        'policy_pending',
      ]),
      checkedAt: described(DateTimeOrEmpty, 'When the check ran; "" while there was none.'),
    }),
    'Its status over all, and whether it takes calls.',
  ),
  policySync: described(Sync, 'How far the desired policy has reached the data plane.'),
  configPropagation: described(Sync, 'How far the desired configuration has reached the data plane.'),
  activeSessions: described(
    v.object({
      total: described(Count, 'All sessions that it holds.', 5),
      stateful: described(Count, 'Sessions that would lose state if they ended now.', 2),
      draining: described(Count, 'Sessions that end with the work at hand and take no more.', 0),
      reconnectable: described(Count, 'Sessions that a client can resume after a break.', 3),
    }),
    'Sessions that the plane holds.',
  ),
  drain: described(
    v.object({
      ready: described(v.boolean(), 'Whether a drain may begin.'),
      state: described(v.picklist(DRAIN_STATES), 'How far the drain is.'),
      reasonCodes: described(v.array(Reason), 'What stands in the way of a drain.'),
    }),
    'Whether it is being emptied of sessions.',
  ),
  upgrade: described(
    v.object({
      ready: described(v.boolean(), 'Whether an upgrade may begin.'),
      state: described(v.picklist(UPGRADE_STATES), 'How far the upgrade is.'),
      reasonCodes: described(v.array(Reason), 'What stands in the way of an upgrade.'),
    }),
    'Whether newer software is available.',
  ),
  backupRestore: described(
    v.object({
      relevant: described(v.boolean(), 'False where the plane keeps nothing worth a backup.'),
      coverageStatus: described(
        v.picklist(BACKUP_COVERAGES),
        'How much of the important data the backups cover.',
      ),
      reasonCode: described(v.string(), 'Why coverage is as it is, as a code.', 'nightly_backup'),
      lastBackupAt: described(v.optional(DateTime), 'When a backup was last taken; absent where unknown.'),
      restoreTestedAt: described(
        v.optional(DateTime),
        'When a restore from backup was last tried; absent where unknown.',
      ),
    }),
    'What is known of backups of the data plane.',
  ),
  trustBoundary: described(
    v.object({
      mode: described(v.literal('metadata_only'), 'Always `metadata_only`.'),
      controlPlaneBoundary: described(
        v.picklist(TRUST_BOUNDARIES),
        'Who owns the network of the control plane.',
      ),
      runtimeTrafficBoundary: described(
        v.picklist(TRUST_BOUNDARIES),
        'Who owns the network that calls pass through.',
      ),
      runtimeDataBoundary: described(
        v.picklist(TRUST_BOUNDARIES),
        'Who owns the network that run-time data stays in.',
      ),
      privateRuntimeDataLeavesBoundary: described(
        v.boolean(),
        'Always false: private run-time data stays in its network.',
      ),
      secretMaterialReturned: described(v.boolean(), 'Always false.'),
      redactedMetadataMode: described(
        v.boolean(),
        'Whether the plane reports metadata in redacted form only.',
      ),
      noRequiredOutboundRuntime: described(
        v.boolean(),
        'Whether the plane decides calls without reaching the control plane.',
      ),
    }),
    'Who owns the network of each part.',
  ),
  allowedActions: described(
    ActionViews,
    'The actions on the data plane, and whether the caller may take them.',
  ),
  healthReasonCodes: described(
    v.array(Reason),
    'Everything that keeps the plane from being healthy, as codes; none while it is.',
    ['heartbeat_late'],
  ),
});

/** A data plane answered on its own, with the orders it is to follow. */
export const DataPlaneAnswer = v.object({
  schemaVersion: SchemaVersion,
  ...DataPlaneItemAnswer.entries,
  orders: described(
    v.object({
      drainRequestedAt: described(
        v.nullable(DateTime),
        'When an operator last asked for a drain; null for never or once resumed.',
      ),
      upgradeRequestedAt: described(
        v.nullable(DateTime),
        'When an operator last asked for an upgrade; null for never.',
      ),
      resyncRequestedAt: described(
        v.nullable(DateTime),
        'When an operator last asked the plane to fetch its policy anew; null for never.',
      ),
    }),
    'Orders from operators to the data plane.',
  ),
});

const Counts = v.record(v.string(), Count);

/** Topology and health of an environment's data planes (docs/spec/data-planes.md#list). */
export const DataPlanesAnswer = v.object({
  schemaVersion: SchemaVersion,
  requestId: RequestId,
  tenantId: TenantId,
  environmentId: EnvironmentId,
  generatedAt: described(DateTime, 'The moment that items, figures and facets are for.'),
  filters: described(v.record(v.string(), v.string()), 'The filters that were applied, by name.'),
  sort: described(v.string(), 'What the list is ordered by.'),
  pagination: described(
    v.object({
      pageSize: described(Count, 'The most planes on a page.'),
      nextPageToken: described(
        v.optional(v.string()),
        'Give it as `page_token` to read on; absent on the last page.',
      ),
      totalCount: described(Count, 'How many planes match the filters.'),
    }),
    'The position of the page in the list.',
  ),
  items: described(v.array(DataPlaneItemAnswer), 'The planes of this page.'),
  kpis: described(
    v.object({
      total: described(Count, 'How many planes match the filters.'),
      healthy: described(Count, 'How many of them are healthy.'),
      degraded: described(Count, 'How many of them are degraded.'),
      unhealthy: described(Count, 'How many of them are unhealthy.'),
      unknown: described(Count, 'How many of them were never seen.'),
      policyStale: described(Count, 'How many of them lack the desired policy, or refused it.'),
      activeSessions: described(Count, 'Sessions that they hold together.'),
      regions: described(Count, 'In how many regions they run.'),
    }),
    'Figures over the filtered planes, all pages together.',
  ),
  facets: described(
    v.object({
      status: described(Counts, 'Planes by their status over all.'),
      region: described(Counts, 'Planes by region.'),
      deploymentMode: described(Counts, 'Planes by who operates them.'),
      policySyncStatus: described(Counts, 'Planes by whether they have the desired policy.'),
    }),
    'How many of the filtered planes have each value; values that none has are left out.',
  ),
  allowedActions: described(
    ActionViews,
    'The actions on data planes of the environment, and whether the caller may take them.',
  ),
  metadataBoundary: described(
    v.object({
      metadataOnly: described(v.boolean(), 'Always true: the answer holds metadata and no content.'),
      privateRuntimeDataLeavesBoundary: described(
        v.boolean(),
        'Always false: private run-time data stays in its network.',
      ),
      secretsReturned: described(v.boolean(), 'Always false.'),
      forbiddenMaterial: described(
        v.array(v.string()),
        'Kinds of content that no answer of this service may hold.',
        ['prompts'],
      ),
      customerContentInspectionUnsupported: described(
        v.boolean(),
        'Always true: the service has no way to look into what customers send.',
      ),
    }),
    'Kinds of material that this answer never contains.',
  ),
});

/** Tenant and environment, both required. */
const RequiredScope = {
  tenant_id: described(Id, 'The tenant whose planes are listed.', 'acme'),
  environment_id: described(Id, 'The environment whose planes are listed.', 'production'),
};

/** The list's filters (docs/spec/data-planes.md#list). */
export const DataPlanesQuery = v.strictObject({
  ...RequiredScope,
  status: described(v.optional(v.picklist(DATA_PLANE_STATUSES)), 'Only planes with this status over all.'),
  deployment_mode: described(v.optional(v.picklist(DEPLOYMENT_MODES)), 'Only planes that are operated so.'),
  region: described(v.optional(Words), 'Only planes in this region.', 'eu-central-1'),
  policy_sync_status: described(
    v.optional(v.picklist(SYNC_STATUSES)),
    'Only planes whose policy is in this state.',
  ),
  page_size: v.optional(PageSize),
  page_token: v.optional(PageToken),
  q: v.optional(Search),
  sort: described(
    v.optional(v.picklist(DATA_PLANE_SORT_KEYS.flatMap((key) => [key, `-${key}` as const]))),
    'What the list is ordered by; `-` reverses. Ties are ordered by id.',
  ),
});

const Whole = v.pipe(v.number(), v.safeInteger(), v.minValue(0));

/** The input that registers a plane. */
export const RegisterDataPlaneBody = v.strictObject({
  dataPlaneId: described(Id, 'Names the plane; unique in its environment.', 'dp_eu'),
  displayName: described(Name, 'What people call it.', 'Billing IDE'),
  deploymentMode: described(v.picklist(DEPLOYMENT_MODES), 'Who operates the data plane, and where.'),
  location: described(
    v.strictObject({
      region: described(Words, 'The region of the cloud or the site it runs in.', 'eu-central-1'),
      zone: described(v.optional(Words, ''), 'The availability zone; "" for none.', 'eu-central-1a'),
      cluster: described(v.optional(Words, ''), 'The Kubernetes cluster; "" for none.', 'blue'),
      namespace: described(v.optional(Words, ''), 'The Kubernetes namespace; "" for none.', 'gateway'),
      deploymentRef: described(
        v.optional(Words, ''),
        'What the deployment is called where it was made; "" for none.',
        'helm/govgate-dp',
      ),
      customerLocation: described(
        v.optional(Words, ''),
        'What the customer calls the site; "" where it has no such name.',
        'Frankfurt 2',
      ),
    }),
    'Where the plane runs.',
  ),
  trustBoundary: described(
    v.optional(
      v.strictObject({
        controlPlaneBoundary: described(
          v.optional(v.picklist(TRUST_BOUNDARIES), 'vendor'),
          'Who owns the network of the control plane.',
        ),
        runtimeTrafficBoundary: described(
          v.optional(v.picklist(TRUST_BOUNDARIES), 'customer'),
          'Who owns the network that calls pass through.',
        ),
        runtimeDataBoundary: described(
          v.optional(v.picklist(TRUST_BOUNDARIES), 'customer'),
          'Who owns the network that run-time data stays in.',
        ),
      }),
      {},
    ),
    'Who owns the network of each part.',
  ),
  readinessProbeRef: described(
    SecretReferenceText,
    'A reference (`env:` or `file:`) to the address that is asked for readiness every 30 seconds. Write-only; null for no probe.',
    'env:DP_EU_READY',
  ),
  reasonCode: v.optional(ReasonCodeField),
});

const SyncReport = v.strictObject({
  observedVersion: described(Words, 'The version that is installed; "" if not reported.', 'pv_7'),
  lastAppliedAt: described(
    v.optional(v.nullable(InstantField)),
    'When something was last installed; null for never.',
    '2026-01-01T00:00:00.000Z',
  ),
  rejectedVersion: described(
    v.optional(v.nullable(Words)),
    'The version that the data plane refused to install; null for none.',
    'pv_8',
  ),
});

/** A plane's report about itself. What it omits stays as last reported. */
export const HeartbeatBody = v.strictObject({
  version: described(
    v.optional(
      v.strictObject({
        controlPlane: described(
          v.optional(Words),
          'Version of the control plane that it talks to; "" if not reported.',
          '2.4.0',
        ),
        dataPlane: described(v.optional(Words), 'Version of its own software; "" if not reported.', '2.4.0'),
        helmChart: described(
          v.optional(Words),
          'Version of the Helm chart it was installed with; "" if not reported.',
          '1.9.2',
        ),
        config: described(v.optional(Words), 'Version of its configuration; "" if not reported.', '2026.1'),
        policy: described(
          v.optional(Words),
          'The policy version that it enforces; "" if not reported.',
          'pv_7',
        ),
      }),
    ),
    'Versions of its parts; those omitted stay as last reported.',
  ),
  readiness: described(
    v.optional(
      v.strictObject({
        status: described(v.picklist(READINESS_STATUSES), 'What the plane thinks of itself.'),
        serving: described(v.boolean(), 'Whether the plane takes calls.'),
        reasonCodes: described(
          v.optional(v.pipe(v.array(ReasonCodeField), v.maxLength(20))),
          'Why, as codes; none while it is healthy.',
          ['policy_pending'],
        ),
      }),
    ),
    'Its status over all, and whether it takes calls.',
  ),
  policySync: described(v.optional(SyncReport), 'How far the desired policy has reached the data plane.'),
  configPropagation: described(
    v.optional(SyncReport),
    'How far the desired configuration has reached the data plane.',
  ),
  activeSessions: described(
    v.optional(
      v.strictObject({
        total: described(v.optional(Whole), 'All sessions that it holds.', 5),
        stateful: described(v.optional(Whole), 'Sessions that would lose state if they ended now.', 2),
        draining: described(
          v.optional(Whole),
          'Sessions that end with the work at hand and take no more.',
          0,
        ),
        reconnectable: described(v.optional(Whole), 'Sessions that a client can resume after a break.', 3),
      }),
    ),
    'Sessions that the plane holds.',
  ),
  drain: described(
    v.optional(v.strictObject({ state: described(v.picklist(DRAIN_STATES), 'How far the drain is.') })),
    'Whether it is being emptied of sessions.',
  ),
  upgrade: described(
    v.optional(v.strictObject({ state: described(v.picklist(UPGRADE_STATES), 'How far the upgrade is.') })),
    'Whether newer software is available.',
  ),
  backupRestore: described(
    v.optional(
      v.strictObject({
        relevant: described(v.boolean(), 'False where the plane keeps nothing worth a backup.'),
        coverageStatus: described(
          v.picklist(BACKUP_COVERAGES),
          'How much of the important data the backups cover.',
        ),
        reasonCode: described(ReasonCodeField, 'Why coverage is as it is, as a code.', 'nightly_backup'),
        lastBackupAt: described(
          v.optional(InstantField),
          'When a backup was last taken; absent where unknown.',
          '2026-01-01T00:00:00.000Z',
        ),
        restoreTestedAt: described(
          v.optional(InstantField),
          'When a restore from backup was last tried; absent where unknown.',
          '2026-01-01T00:00:00.000Z',
        ),
      }),
    ),
    'What is known of backups of the data plane.',
  ),
  lastRevocationSequence: described(
    v.optional(Whole),
    'Sequence of the last revocation that the data plane has applied; 0 for none.',
    41,
  ),
});

/** Why an operator gives an order. */
export const OperateBody = v.strictObject({ reasonCode: ReasonCodeField, reason: v.optional(ReasonText) });

export const DataPlaneParams = v.object({
  data_plane_id: described(Id, 'Names the plane; unique in its environment.', 'dp_eu'),
});

export const HealthHistoryQuery = v.strictObject({ ...ScopeQuery.entries, limit: v.optional(PageSize) });

const StatusOrNull = v.nullable(v.picklist(DATA_PLANE_STATUSES));

/** When the health of a plane changed (docs/spec/data-planes.md#health-history). */
export const HealthHistoryAnswer = v.object({
  schemaVersion: SchemaVersion,
  dataPlaneId: described(v.string(), 'Names the plane; unique in its environment.', 'dp_eu'),
  items: described(
    v.array(
      v.object({
        occurredAt: described(DateTime, 'When the change was noticed.'),
        fromStatus: described(
          StatusOrNull,
          'The status before; null where it stayed, and only the way to the revocation feed changed.',
        ),
        toStatus: described(StatusOrNull, 'The status after; null where it stayed.'),
        reasonCode: described(v.string(), 'Why, as a code.', 'heartbeat_lost'),
        auditEventId: described(
          v.string(),
          'The audit event of the change.',
          'evt_0197f3a0c5d47f0e8c1d2b3a4f5e6d7c',
        ),
      }),
    ),
    'The changes, newest first, as far as the trail goes back.',
  ),
  more: described(v.boolean(), 'Whether there are earlier ones.'),
});

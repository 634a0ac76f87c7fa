import { type DeliveryReason, ROLES } from '@govgate/domain';
import {
  AGENT_APPROVAL_STATUSES,
  AGENT_LIFECYCLE_STATES,
  APPROVAL_STATUSES,
  CREDENTIAL_MODES,
  DEFINITION_SETTINGS,
  DELIVERY_REASONS,
  DELIVERY_STATES,
  DEPLOYMENT_MODES,
  DESTINATION_KINDS,
  DRAIN_STATES,
  LIFECYCLE_STATES,
  POLICY_STATUSES,
  SECRET_STORE_TYPES,
  SESSION_STATES,
  SURFACE_APPROVAL_STATES,
  SURFACE_LIFECYCLE_STATES,
  UPGRADE_STATES,
} from '@govgate/domain/internal';
import fc from 'fast-check';
import type { Bundle } from '../sections/registry.js';
import {
  ENVIRONMENTS,
  environmentId,
  environments,
  hands,
  type Item,
  list,
  merged,
  moment,
  momentOrEmpty,
  owner,
  seconds,
  some,
  TENANTS,
  tenantId,
  USERS,
  word,
} from './any-fields.js';
import { mcpServer, named } from './any-mcp-server.js';
import { soundBody, soundTests } from './bundles.js';

const environmentSettings: fc.Arbitrary<Item<'environments'>[]> = fc
  .subarray(TENANTS.flatMap((id) => ENVIRONMENTS.map((environment) => [id, environment] as const)))
  .chain((places) =>
    fc.tuple(
      ...places.map(([id, environment]) =>
        merged(
          fc.constant({ tenantId: id, environmentId: environment }),
          some({
            displayName: word,
            registry: fc.record({ enabled: fc.boolean(), public: fc.boolean() }),
            definitions: fc.constantFrom(...DEFINITION_SETTINGS),
            console: fc.record({ sessionHours: fc.integer({ min: 1, max: 720 }) }),
            sessions: fc.record({ endOnLogout: fc.boolean() }),
          }),
        ),
      ),
    ),
  );

const group: fc.Arbitrary<Item<'groups'>> = merged(
  fc.record({ groupId: word, tenantId, displayName: word }),
  some({ createdAt: moment, disabledAt: moment, members: fc.subarray([...USERS]) }),
);

const roleBinding: fc.Arbitrary<Item<'roleBindings'>> = merged(
  fc.record({
    bindingId: word,
    tenantId,
    role: fc.constantFrom(...ROLES.filter((role) => role !== 'break_glass_admin')),
    subject: fc.record({ subjectType: fc.constant('user' as const), subjectId: fc.constantFrom(...USERS) }),
    scope: fc.oneof(
      fc.constant({ scopeType: 'tenant' as const }),
      fc.record({ scopeType: fc.constant('environment' as const), environmentId }),
      fc.record({ scopeType: fc.constant('owner_team' as const), ownerTeam: word }),
    ),
  }),
  some({ reason: word, createdAt: moment, notBefore: moment, disabledAt: moment, disabledBy: word }),
);

// As written, in both formats; the comment is one of YAML.
const withText = (item: Item<'policies'>, textFormat: 'json' | 'yaml'): Item<'policies'> => ({
  ...item,
  text: `${textFormat === 'yaml' ? '# Why it is so.\n' : ' '}${JSON.stringify(item.body)}`,
  textFormat,
});

const policy: fc.Arbitrary<Item<'policies'>> = fc
  .tuple(
    merged(
      fc.record({
        policyVersion: word,
        status: fc.constantFrom(...POLICY_STATUSES.filter((status) => status !== 'active')),
        tenantId,
        environmentId,
        owner: fc.record({ userId: word, team: word }),
        body: fc.oneof(
          fc.constant(soundBody),
          fc.constant({ rules: [] }),
          fc.constant({ odd: { deep: [1, null] } }),
        ),
      }),
      some({
        description: word,
        tests: fc.constant(soundTests),
        versionState: some({ previousPolicyVersion: word, lastPublishedAt: moment, archivedBy: word }),
      }),
    ),
    fc.constantFrom('json' as const, 'yaml' as const, undefined),
  )
  .map(([item, format]) => (format === undefined ? item : withText(item, format)));

const credentialBinding: fc.Arbitrary<Item<'credentialBindings'>> = merged(
  fc.record({
    credentialBindingId: word,
    tenantId,
    environmentId,
    owner,
    source: fc.record({ sourceType: fc.constant('mcp_server' as const), sourceId: word }),
    secretStoreType: fc.constantFrom(...SECRET_STORE_TYPES),
    secretRefSummary: word,
    secretRefFingerprint: word,
    credentialMode: fc.constantFrom(...CREDENTIAL_MODES),
    approvalStatus: fc.constantFrom(...APPROVAL_STATUSES),
    lifecycleState: fc.constantFrom(...LIFECYCLE_STATES),
    rotation: merged(
      fc.record({ versionRef: word }),
      some({ lastRotatedAt: momentOrEmpty, rotationProofRef: word }),
    ),
  }),
  some({
    createdBy: word,
    hands,
    allowedEnvironmentIds: environments,
    submittedBy: word,
    submittedAt: momentOrEmpty,
    reviewedAt: moment,
    revokedAt: moment,
    recentBrokerCheck: fc.record({
      status: fc.constant('passed' as const),
      reasonCode: fc.constant('broker_ok'),
      checkedAt: momentOrEmpty,
    }),
    createdAt: moment,
    updatedAt: moment,
  }),
);

const clientSurface: fc.Arbitrary<Item<'clientSurfaces'>> = merged(
  fc.record({
    clientSurfaceId: word,
    tenantId,
    displayName: word,
    owner,
    allowedEnvironmentIds: environments,
    authType: fc.constant('oidc' as const),
    clientType: fc.constant('ide' as const),
    lifecycleState: fc.constantFrom(...SURFACE_LIFECYCLE_STATES),
    approvalState: fc.constantFrom(...SURFACE_APPROVAL_STATES),
    configSnippet: fc.record({
      snippetId: word,
      format: fc.constant('toml' as const),
      generatedAt: moment,
      versionRef: word,
    }),
    discoverability: fc.constant('team' as const),
  }),
  some({ updatedAt: moment }),
);

const agent: fc.Arbitrary<Item<'agents'>> = merged(
  fc.record({
    agentId: word,
    tenantId,
    environmentId,
    name: word,
    lifecycleState: fc.constantFrom(...AGENT_LIFECYCLE_STATES),
    approvalStatus: fc.constantFrom(...AGENT_APPROVAL_STATUSES),
    owner: fc.record({ team: word, escalationContact: word }),
    delegationMode: fc.constant('none' as const),
    credentialMode: fc.constant('none' as const),
  }),
  some({
    purpose: word,
    hands,
    allowedSurfaces: fc.array(word, { maxLength: 2 }),
    reviewedAt: moment,
    createdAt: moment,
  }),
);

const session: fc.Arbitrary<Item<'sessions'>> = merged(
  fc.record({
    clientSessionId: word,
    tenantId,
    environmentId,
    userId: word,
    state: fc.constantFrom(...SESSION_STATES),
  }),
  some({
    agentId: word,
    clientSurfaceId: word,
    credentialBindingIds: fc.array(word, { maxLength: 2 }),
    createdAt: moment,
  }),
);

const sync = some({
  status: fc.constantFrom('in_sync', 'rejected', 'stale'),
  desiredVersion: fc.constantFrom('1', '2'),
  observedVersion: fc.constantFrom('1', '2'),
  lastAppliedAt: momentOrEmpty,
  staleSeconds: seconds,
});

const dataPlane: fc.Arbitrary<Item<'dataPlanes'>> = merged(
  fc.record({
    dataPlaneId: word,
    tenantId,
    environmentId,
    displayName: word,
    deploymentMode: fc.constantFrom(...DEPLOYMENT_MODES),
  }),
  some({
    location: some({ region: word, zone: word }),
    version: some({ policy: word }),
    heartbeat: some({ lastSeenAt: momentOrEmpty }),
    readiness: some({ serving: fc.boolean(), checkedAt: momentOrEmpty }),
    policySync: sync,
    configPropagation: sync,
    activeSessions: some({ total: fc.integer({ min: 0, max: 2 }) }),
    drain: some({ state: fc.constantFrom(...DRAIN_STATES) }),
    upgrade: some({ state: fc.constantFrom(...UPGRADE_STATES) }),
    backupRestore: some({ relevant: fc.boolean(), lastBackupAt: moment }),
    drainRequestedAt: moment,
    upgradeRequestedAt: moment,
  }),
);

const deliveryStatus = merged(
  fc.record({
    status: fc.constantFrom(...DELIVERY_STATES),
    checkedAt: momentOrEmpty,
    reasonCode: fc.constantFrom(...(Object.keys(DELIVERY_REASONS) as DeliveryReason[])),
  }),
  some({ lastError: fc.record({ reasonCode: fc.constantFrom<DeliveryReason>('timeout', 'tls_error') }) }),
);

const destination: fc.Arbitrary<Item<'destinations'>> = merged(
  fc.record({
    destinationId: word,
    tenantId,
    environmentId,
    kind: fc.constantFrom(...DESTINATION_KINDS),
    enabled: fc.boolean(),
    destinationRef: fc.constant('dstref_destination-01'),
    endpointRef: fc.constant('epref_endpoint-0001'),
  }),
  some({
    siemDeliveryStatus: deliveryStatus,
    webhookStatus: deliveryStatus,
    auditExportStatus: deliveryStatus,
    retentionPolicy: some({ metadataRetentionDays: fc.integer({ min: 1, max: 3650 }) }),
    endpointSecretRef: fc.constantFrom('env:ENDPOINT', null),
    tokenSecretRef: fc.constant('env:TOKEN'),
  }),
);

/** Bundles that an import accepts: two tenants with everything that a bundle can contain, much of it randomly omitted. */
export const anyBundle: fc.Arbitrary<Bundle> = fc
  .record({
    environments: environmentSettings,
    groups: list(group, (one, place) => ({ ...one, groupId: `grp_${place}` })),
    roleBindings: list(roleBinding, (one, place) => ({ ...one, bindingId: `rb_${place}` })),
    policies: list(policy, (one, place) => ({ ...one, policyVersion: `pv_${place}` })),
    mcpServers: list(mcpServer, (one, place) => named(one, `srv_${place}`)),
    credentialBindings: list(credentialBinding, (one, place) => ({
      ...one,
      credentialBindingId: `cb_${place}`,
    })),
    clientSurfaces: list(clientSurface, (one, place) => ({ ...one, clientSurfaceId: `cs_${place}` })),
    agents: list(agent, (one, place) => ({ ...one, agentId: `agt_${place}` })),
    sessions: list(session, (one, place) => ({ ...one, clientSessionId: `ses_${place}` })),
    dataPlanes: list(dataPlane, (one, place) => ({ ...one, dataPlaneId: `dp_${place}` })),
    destinations: list(destination, (one, place) => ({ ...one, destinationId: `dst_${place}` })),
  })
  .map((bundle) => ({
    tenants: TENANTS.map((id) => ({ tenantId: id, environments: ENVIRONMENTS })),
    users: TENANTS.flatMap((id) => USERS.map((userId) => ({ userId, tenantId: id, displayName: userId }))),
    ...bundle,
  }));

import type { GrantScope, PermissionArea } from '@govgate/domain';
import { isVisibleIn } from '@govgate/domain/internal';
import {
  agentKind,
  clientSessionKind,
  clientSurfaceKind,
  credentialBindingKind,
  dataPlaneKind,
  destinationKind,
  groupKind,
  mcpServerKind,
  policyVersionKind,
  type RecordStore,
  roleBindingKind,
  serviceAccountKind,
  type Tenant,
  userKind,
} from '@govgate/ports';

/** Where a grant's resource is looked for. */
interface GrantResourceScope {
  readonly tenantId: string;
  /** The environments the grant may refer to. */
  readonly environmentIds: readonly string[];
  /** Whether it names one of them. */
  readonly isNamed: boolean;
}

type Exists = (records: RecordStore, place: GrantResourceScope, id: string) => Promise<boolean>;

const inEnvironments =
  (
    kind:
      | typeof policyVersionKind
      | typeof credentialBindingKind
      | typeof mcpServerKind
      | typeof agentKind
      | typeof clientSessionKind
      | typeof dataPlaneKind
      | typeof destinationKind,
  ): Exists =>
  async (records, { tenantId, environmentIds }, id) => {
    const found = await Promise.all(
      environmentIds.map((environmentId) => records.get(kind, { tenantId, environmentId }, id)),
    );
    return found.some((stored) => stored !== undefined);
  };

const ofTenant =
  (
    ...kinds: (typeof groupKind | typeof userKind | typeof serviceAccountKind | typeof roleBindingKind)[]
  ): Exists =>
  async (records, { tenantId, isNamed }, id) => {
    // A record of the tenant itself is in none of its environments, and does not concern grants in one.
    if (isNamed) return false;
    const found = await Promise.all(kinds.map((kind) => records.get(kind, { tenantId }, id)));
    return found.some((stored) => stored !== undefined);
  };

const surface: Exists = async (records, { tenantId, environmentIds }, id) => {
  const stored = await records.get(clientSurfaceKind, { tenantId }, id);
  return stored !== undefined && environmentIds.some((one) => isVisibleIn(stored.record, one));
};

const nothing: Exists = async () => false;

/** How each area's resources are looked up. The trail and, so far, approvals and access reviews have no individual resources. */
const RESOURCES: Readonly<Record<PermissionArea, Exists>> = {
  policy: inEnvironments(policyVersionKind),
  credential_binding: inEnvironments(credentialBindingKind),
  mcp_server: inEnvironments(mcpServerKind),
  client_surface: surface,
  agent: inEnvironments(agentKind),
  session: inEnvironments(clientSessionKind),
  data_plane: inEnvironments(dataPlaneKind),
  siem_webhook: inEnvironments(destinationKind),
  local_identity: ofTenant(groupKind, userKind, serviceAccountKind),
  role_binding: ofTenant(roleBindingKind),
  audit: nothing,
  approval: nothing,
  access_review: nothing,
};

/** The body path of something absent in a grant's scope, null if all of it exists (docs/spec/authorization.md#role-bindings). */
export const missingScopeField = async (
  records: RecordStore,
  scope: GrantScope,
  { tenantId, environments }: Tenant,
): Promise<string | null> => {
  const environmentId = scope.scopeType === 'tenant' ? null : scope.environmentId;
  if (environmentId !== null && !environments.includes(environmentId)) return 'scope.environment_id';
  if (scope.scopeType !== 'resource') return null;
  const isNamed = environmentId !== null;
  const place = { tenantId, environmentIds: isNamed ? [environmentId] : environments, isNamed };
  const exists = await RESOURCES[scope.resourceType](records, place, scope.resourceId);
  return exists ? null : 'scope.resource_id';
};

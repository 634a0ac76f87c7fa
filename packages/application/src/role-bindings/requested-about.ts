import {
  authorize,
  ok,
  type Permission,
  type PermissionArea,
  type Principal,
  type Result,
  refuse,
  type Scope,
  type Target,
} from '@govgate/domain';
import {
  type AccessQuestion,
  areaOf,
  holdsGrantIn,
  mayOnRoleBinding,
  targetOfApproval,
} from '@govgate/domain/internal';
import {
  type AnyKind,
  accessReviewKind,
  callApprovalKind,
  type RecordStore,
  roleBindingKind,
} from '@govgate/ports';
import { agentAccess } from '../agents/agent-access.js';
import type { CallContext } from '../call/context.js';
import { lookUp, type RecordAccess } from '../call/load-record.js';
import { resolveScope } from '../call/resolve-scope.js';
import { surfaceAccess } from '../client-surfaces/surface-access.js';
import { bindingAccess } from '../credential-bindings/load-credential-binding.js';
import { planeAccess } from '../data-planes/load-data-plane.js';
import { destinationAccess } from '../destinations/load-destination.js';
import { serverAccess } from '../mcp-servers/load-server.js';
import { policyAccess } from '../policies/load-policy.js';
import { sessionAccess } from '../sessions/load-session.js';

/** The subject of an explanation as named in the request. */
export interface NamedResource {
  readonly tenantId: string;
  readonly environmentId?: string | undefined;
  readonly permission: Permission;
  readonly resourceId?: string | undefined;
  readonly ownerTeam?: string | undefined;
}

/** The question, and how much of it the caller may learn. */
export interface AccessQuery {
  readonly environmentId: string | null;
  readonly question: AccessQuestion;
  /** Without what only the resource itself reveals, if the caller may not read it. */
  readonly tellable: AccessQuestion;
  /** Whether the caller may read the resource; true if none was looked up. */
  readonly isReadable: boolean;
}

/** For records of the tenant itself, which are in no environment. */
const OF_THE_TENANT: ReadonlySet<PermissionArea> = new Set<PermissionArea>(['local_identity', 'audit']);

/**
 * Looks up the subject of the question like calls on it do, so that grants are judged by the same target. `reader` is the caller: anything
 * out of their reach is not looked up, and appears absent.
 */
export const requestedAbout = async (
  records: RecordStore,
  { principal: reader }: CallContext,
  named: NamedResource,
): Promise<Result<AccessQuery>> => {
  const { resourceId, ownerTeam } = named;
  if (resourceId !== undefined && ownerTeam !== undefined) return refuse('invalid_request', 'owner_team');
  const area = areaOf(named.permission);
  if (OF_THE_TENANT.has(area)) return ofTenant(named);
  if (area === 'role_binding') return ofRoleBindings(records, reader, named);
  if (area === 'access_review') return ofAccessReviews(records, reader, named);
  const scope = resolveScope(reader, named);
  return scope.ok ? inEnvironment(records, reader, { named, scope: scope.value }) : scope;
};

const ofTenant = (named: NamedResource): Result<AccessQuery> => {
  const { tenantId, permission, resourceId = null, environmentId, ownerTeam } = named;
  if (environmentId !== undefined) return refuse('invalid_request', 'environment_id');
  if (ownerTeam !== undefined) return refuse('invalid_request', 'owner_team');
  const target = { tenantId, environmentId: null, resourceId, ownerTeam: null };
  return ok(plain(null, { permission, about: { target } }));
};

const plain = (environmentId: string | null, question: AccessQuestion): AccessQuery => ({
  environmentId,
  question,
  tellable: question,
  isReadable: true,
});

// A role binding is covered by whatever covers its scope; an absent one requires a tenant-wide grant.
const ofRoleBindings = async (
  records: RecordStore,
  reader: Principal,
  { tenantId, permission, resourceId, environmentId, ownerTeam }: NamedResource,
): Promise<Result<AccessQuery>> => {
  if (ownerTeam !== undefined) return refuse('invalid_request', 'owner_team');
  if (resourceId === undefined) {
    const scope =
      environmentId === undefined
        ? ({ scopeType: 'tenant' } as const)
        : ({ scopeType: 'environment', environmentId } as const);
    return ok(plain(environmentId ?? null, { permission, about: { scope } }));
  }
  if (environmentId !== undefined) return refuse('invalid_request', 'environment_id');
  const stored = await records.get(roleBindingKind, { tenantId }, resourceId);
  const absent: AccessQuestion = { permission, about: { scope: { scopeType: 'tenant' } } };
  const scope = stored?.record.scope ?? { scopeType: 'tenant' };
  const question: AccessQuestion = { permission, about: { scope } };
  const isReadable = mayOnRoleBinding(reader, 'role_binding.read', scope);
  return ok({ environmentId: null, question, tellable: isReadable ? question : absent, isReadable });
};

// An access review is in an environment, or about the whole tenant; an absent one requires a tenant-wide grant.
const ofAccessReviews = async (
  records: RecordStore,
  reader: Principal,
  { tenantId, permission, resourceId, environmentId, ownerTeam }: NamedResource,
): Promise<Result<AccessQuery>> => {
  if (ownerTeam !== undefined) return refuse('invalid_request', 'owner_team');
  const request = { tenantId, environmentId: environmentId ?? null, resourceId: null, ownerTeam: null };
  if (resourceId === undefined)
    return ok(plain(request.environmentId, { permission, about: { target: request } }));
  if (environmentId !== undefined) return refuse('invalid_request', 'environment_id');
  const review = (await records.get(accessReviewKind, { tenantId }, resourceId))?.record;
  const target = { ...request, resourceId, environmentId: review?.environmentId ?? null };
  const isReadable = authorize(reader, 'access_review.read', target);
  const question: AccessQuestion = { permission, about: { target } };
  const absent: AccessQuestion = { permission, about: { target: { ...request, resourceId } } };
  return ok({ environmentId: null, question, tellable: isReadable ? question : absent, isReadable });
};

interface ResourceInScope {
  readonly named: NamedResource;
  readonly scope: Scope;
}

const inEnvironment = async (
  records: RecordStore,
  reader: Principal,
  { named: { permission, resourceId, ownerTeam }, scope }: ResourceInScope,
): Promise<Result<AccessQuery>> => {
  const { environmentId } = scope;
  const absent = { ...scope, resourceId: resourceId ?? null, ownerTeam: ownerTeam ?? null };
  if (resourceId === undefined || !holdsGrantIn(reader, environmentId))
    return ok(plain(environmentId, { permission, about: { target: absent } }));
  const { question, target } = await questionOn(records, { permission, scope, id: resourceId });
  const isReadable = authorize(reader, `${areaOf(permission)}.read` as Permission, target);
  const tellable = isReadable ? question : { permission, about: { target: absent } };
  return ok({ environmentId, question, tellable, isReadable });
};

/** The record a permission is asked about. */
interface TargetQuery {
  readonly permission: Permission;
  readonly scope: Scope;
  readonly id: string;
}

const questionOn = async (
  records: RecordStore,
  query: TargetQuery,
): Promise<{ readonly question: AccessQuestion; readonly target: Target }> => {
  const { permission, scope, id } = query;
  const area = areaOf(permission);
  const target = { ...scope, resourceId: id, ownerTeam: null };
  if (area === 'approval') {
    const approval = (await records.get(callApprovalKind, scope, id))?.record;
    const found = approval === undefined ? target : targetOfApproval(approval);
    const approverRole = approval?.approverRole;
    return { question: { permission, about: { target: found }, approverRole }, target: found };
  }
  const found = (await FINDERS[area]?.(records, query)) ?? target;
  return { question: { permission, about: { target: found } }, target: found };
};

type Find = (records: RecordStore, query: TargetQuery) => Promise<Target>;

const finding =
  <K extends AnyKind>(access: (query: TargetQuery) => RecordAccess<K>): Find =>
  async (records, query) =>
    (await lookUp(records, access(query))).target;

/** How an environment's records are looked up, by area. */
const FINDERS: { readonly [Area in PermissionArea]?: Find } = {
  policy: finding(({ scope, id: policyVersion, permission }) =>
    policyAccess({ scope, policyVersion }, permission),
  ),
  credential_binding: finding(({ scope, id: credentialBindingId, permission }) =>
    bindingAccess({ scope, credentialBindingId }, permission),
  ),
  mcp_server: finding(({ scope, id: serverId, permission }) => serverAccess({ scope, serverId }, permission)),
  client_surface: finding(({ scope, id: clientSurfaceId, permission }) =>
    surfaceAccess({ scope, clientSurfaceId }, permission),
  ),
  agent: finding(({ scope, id: agentId, permission }) => agentAccess({ scope, agentId }, permission)),
  session: finding(({ scope, id: clientSessionId, permission }) =>
    sessionAccess({ scope, clientSessionId }, permission),
  ),
  data_plane: finding(({ scope, id: dataPlaneId, permission }) =>
    planeAccess({ scope, dataPlaneId }, permission),
  ),
  siem_webhook: finding(({ scope, id: destinationId, permission }) =>
    destinationAccess({ scope, destinationId }, permission),
  ),
};

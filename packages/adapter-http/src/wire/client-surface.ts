import {
  CONFIG_SNIPPET_FORMATS,
  DISCOVERABILITIES,
  REVOCATION_STATES,
  SURFACE_APPROVAL_STATES,
  SURFACE_AUTH_TYPES,
  SURFACE_CLIENT_TYPES,
  SURFACE_LIFECYCLE_STATES,
} from '@govgate/domain';
import * as v from 'valibot';
import {
  Count,
  DateTime,
  Id,
  Name,
  PageSize,
  PageToken,
  PrincipalId,
  ReasonCodeField,
  ReasonText,
  SchemaVersion,
} from './fields.js';

/** A client surface (docs/spec/client-surfaces.md#record). */
export const ClientSurfaceAnswer = v.object({
  schemaVersion: SchemaVersion,
  clientSurfaceId: v.string(),
  tenantId: v.string(),
  displayName: v.string(),
  owner: v.object({
    team: v.string(),
    userId: v.string(),
    escalationContact: v.string(),
    oncallRotation: v.string(),
  }),
  allowedEnvironmentIds: v.array(v.string()),
  authType: v.picklist(SURFACE_AUTH_TYPES),
  clientType: v.picklist(SURFACE_CLIENT_TYPES),
  lifecycleState: v.picklist(SURFACE_LIFECYCLE_STATES),
  approvalState: v.picklist(SURFACE_APPROVAL_STATES),
  revocationState: v.picklist(REVOCATION_STATES),
  configSnippet: v.object({
    snippetId: v.string(),
    format: v.picklist(CONFIG_SNIPPET_FORMATS),
    generatedAt: DateTime,
    versionRef: v.string(),
  }),
  materialReturn: v.literal('never'),
  includesSecretMaterial: v.boolean(),
  discoverability: v.picklist(DISCOVERABILITIES),
  activeSessionCount: Count,
  recentAuditCount: Count,
  recentDenyCount: Count,
  permissions: v.object({ allowedActions: v.array(v.string()) }),
  redactionStatus: v.literal('metadata_only'),
});

/** A page of surfaces (docs/spec/client-surfaces.md#list). */
export const ClientSurfacesAnswer = v.object({
  schemaVersion: SchemaVersion,
  requestId: v.string(),
  tenantId: v.string(),
  environmentId: v.string(),
  items: v.array(ClientSurfaceAnswer),
  page: v.object({ limit: Count, totalCount: Count, nextCursor: v.optional(v.string()) }),
});

/** The environment a surface is viewed from; the tenant is the caller's own. */
export const EnvironmentQuery = v.strictObject({ environment_id: Id });

/** The list's sort orders by wire name. */
export const CLIENT_SURFACE_SORTS = {
  displayName: { by: 'displayName', direction: 'asc' },
  '-displayName': { by: 'displayName', direction: 'desc' },
  updatedAt: { by: 'updatedAt', direction: 'asc' },
  '-updatedAt': { by: 'updatedAt', direction: 'desc' },
  activeSessionCount: { by: 'activeSessionCount', direction: 'asc' },
  '-activeSessionCount': { by: 'activeSessionCount', direction: 'desc' },
} as const;

type SortName = keyof typeof CLIENT_SURFACE_SORTS;

export const ClientSurfacesQuery = v.strictObject({
  ...EnvironmentQuery.entries,
  lifecycle_state: v.optional(v.picklist(SURFACE_LIFECYCLE_STATES)),
  client_type: v.optional(v.picklist(SURFACE_CLIENT_TYPES)),
  owner_team: v.optional(Name),
  limit: v.optional(PageSize),
  cursor: v.optional(PageToken),
  sort: v.optional(v.picklist(Object.keys(CLIENT_SURFACE_SORTS) as SortName[])),
});

const surfaceFields = {
  displayName: Name,
  owner: v.strictObject({ team: Id, userId: PrincipalId, escalationContact: Name, oncallRotation: Name }),
  allowedEnvironmentIds: v.pipe(v.array(Id), v.minLength(1), v.maxLength(100)),
  authType: v.picklist(SURFACE_AUTH_TYPES),
  clientType: v.picklist(SURFACE_CLIENT_TYPES),
  discoverability: v.picklist(DISCOVERABILITIES),
  configSnippet: v.strictObject({ format: v.picklist(CONFIG_SNIPPET_FORMATS) }),
  reasonCode: v.optional(ReasonCodeField),
};

export const CreateClientSurfaceBody = v.strictObject({ clientSurfaceId: Id, ...surfaceFields });

/** Everything a caller may set on a surface. */
export const UpdateClientSurfaceBody = v.strictObject(surfaceFields);

/** Why a surface changes state. */
export const SurfaceReasonBody = v.strictObject({
  reasonCode: ReasonCodeField,
  reason: v.optional(ReasonText),
});

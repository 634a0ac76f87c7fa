import {
  CONFIG_SNIPPET_FORMATS,
  DISCOVERABILITIES,
  REVOCATION_STATES,
  SURFACE_APPROVAL_STATES,
  SURFACE_AUTH_TYPES,
  SURFACE_CLIENT_TYPES,
  SURFACE_LIFECYCLE_STATES,
} from '@govgate/domain/internal';
import * as v from 'valibot';
import { described } from './described.js';
import {
  Count,
  DateTime,
  Id,
  listQuery,
  Name,
  NextCursor,
  PageLimit,
  PrincipalId,
  ReasonCodeField,
  ReasonText,
  RequestId,
  SchemaVersion,
  TenantId,
  TotalCount,
} from './fields.js';

/** A client surface (docs/spec/client-surfaces.md#record). */
export const ClientSurfaceAnswer = described(
  v.object({
    schemaVersion: SchemaVersion,
    clientSurfaceId: described(v.string(), 'Names the surface; unique in its tenant.', 'surface-ide'),
    tenantId: TenantId,
    displayName: described(v.string(), 'What people call it.', 'Billing IDE'),
    owner: described(
      v.object({
        team: described(v.string(), 'The team that is accountable.', 'payments'),
        userId: described(v.string(), 'Names the user, as in the `sub` of their tokens.', 'ada'),
        escalationContact: described(v.string(), 'Whom to reach in an emergency.', 'payments-oncall'),
        oncallRotation: described(v.string(), 'The rota whose member is called first.', 'payments-primary'),
      }),
      'Who is accountable for it, and how to reach them.',
    ),
    allowedEnvironmentIds: described(
      v.array(v.string()),
      'Environments of the tenant in which it may be used.',
      ['production'],
    ),
    authType: described(
      v.picklist(SURFACE_AUTH_TYPES),
      'The mechanism by which clients of the surface sign in.',
    ),
    clientType: described(
      v.picklist(SURFACE_CLIENT_TYPES),
      'What the application is: an editor, a command line, a pipeline.',
    ),
    lifecycleState: described(v.picklist(SURFACE_LIFECYCLE_STATES), 'Whether clients may connect.'),
    approvalState: described(
      v.picklist(SURFACE_APPROVAL_STATES),
      'How its review ended, or that it is pending.',
    ),
    revocationState: described(
      v.picklist(REVOCATION_STATES),
      '`revocation_pending` until every data plane has applied the revocation.',
    ),
    configSnippet: described(
      v.object({
        snippetId: described(
          v.string(),
          'Names this form of the snippet; made by the service.',
          'snip_surface-ide',
        ),
        format: described(v.picklist(CONFIG_SNIPPET_FORMATS), 'The syntax of the snippet.'),
        generatedAt: described(DateTime, 'When the snippet was last made.'),
        versionRef: described(v.string(), 'Which of its versions, as named where it is kept.', 'v3'),
      }),
      'The configuration that is handed to clients, without secrets.',
    ),
    materialReturn: described(v.literal('never'), 'Always `never`: secrets are not returned.'),
    includesSecretMaterial: described(v.boolean(), 'Always false: no snippet holds a secret.'),
    discoverability: described(v.picklist(DISCOVERABILITIES), 'Who sees the surface in a catalogue.'),
    activeSessionCount: described(
      Count,
      'Live sessions that connect through the surface, in the environment of the call.',
    ),
    recentAuditCount: described(Count, 'Audit events about the surface in the last 24 hours.'),
    recentDenyCount: described(Count, 'Denials among the audit events of the last 24 hours.'),
    permissions: described(
      v.object({
        allowedActions: described(
          v.array(v.string()),
          'Actions the caller may take now, by the rules that are enforced.',
        ),
      }),
      'What the caller may do with the surface.',
    ),
    redactionStatus: described(
      v.literal('metadata_only'),
      'Always `metadata_only`: the record holds no content.',
    ),
  }),
  'An application through which agents connect.',
);

/** A page of surfaces (docs/spec/client-surfaces.md#list). */
export const ClientSurfacesAnswer = v.object({
  schemaVersion: SchemaVersion,
  requestId: RequestId,
  tenantId: TenantId,
  environmentId: described(v.string(), 'The environment that the list is seen from.', 'production'),
  items: described(v.array(ClientSurfaceAnswer), 'The surfaces of this page.'),
  page: described(
    v.object({ limit: PageLimit, totalCount: TotalCount, nextCursor: NextCursor }),
    'The position of the page in the list.',
  ),
});

/** The environment a surface is viewed from; the tenant is the caller's own. */
export const EnvironmentQuery = v.strictObject({
  environment_id: described(Id, 'The environment that the surface is seen from.', 'production'),
});

/** The list's sort orders by wire name. */
export const CLIENT_SURFACE_SORTS = {
  displayName: { by: 'displayName', direction: 'asc' },
  '-displayName': { by: 'displayName', direction: 'desc' },
  updatedAt: { by: 'updatedAt', direction: 'asc' },
  '-updatedAt': { by: 'updatedAt', direction: 'desc' },
  activeSessionCount: { by: 'activeSessionCount', direction: 'asc' },
  '-activeSessionCount': { by: 'activeSessionCount', direction: 'desc' },
  name: { by: 'name', direction: 'asc' },
  '-name': { by: 'name', direction: 'desc' },
  created: { by: 'createdAt', direction: 'asc' },
  '-created': { by: 'createdAt', direction: 'desc' },
  updated: { by: 'updatedAt', direction: 'asc' },
  '-updated': { by: 'updatedAt', direction: 'desc' },
} as const;

type SortName = keyof typeof CLIENT_SURFACE_SORTS;

export const ClientSurfacesQuery = v.strictObject({
  ...EnvironmentQuery.entries,
  lifecycle_state: described(
    v.optional(v.picklist(SURFACE_LIFECYCLE_STATES)),
    'Only surfaces in this state.',
  ),
  client_type: described(v.optional(v.picklist(SURFACE_CLIENT_TYPES)), 'Only applications of this kind.'),
  owner_team: described(v.optional(Name), 'Only surfaces of this team.', 'payments'),
  ...listQuery(Object.keys(CLIENT_SURFACE_SORTS) as SortName[]),
});

const surfaceFields = {
  displayName: described(Name, 'What people call it.', 'Billing IDE'),
  owner: described(
    v.strictObject({
      team: described(Id, 'The team that is accountable.', 'payments'),
      userId: described(PrincipalId, 'Names the user, as in the `sub` of their tokens.', 'ada'),
      escalationContact: described(Name, 'Whom to reach in an emergency.', 'payments-oncall'),
      oncallRotation: described(Name, 'The rota whose member is called first.', 'payments-primary'),
    }),
    'Who is accountable for it, and how to reach them.',
  ),
  allowedEnvironmentIds: described(
    v.pipe(v.array(Id), v.minLength(1), v.maxLength(100)),
    'Environments of the tenant in which it may be used.',
    ['production'],
  ),
  authType: described(
    v.picklist(SURFACE_AUTH_TYPES),
    'The mechanism by which clients of the surface sign in.',
  ),
  clientType: described(
    v.picklist(SURFACE_CLIENT_TYPES),
    'What the application is: an editor, a command line, a pipeline.',
  ),
  discoverability: described(v.picklist(DISCOVERABILITIES), 'Who sees the surface in a catalogue.'),
  configSnippet: described(
    v.strictObject({ format: described(v.picklist(CONFIG_SNIPPET_FORMATS), 'The syntax of the snippet.') }),
    'The configuration that is handed to clients, without secrets.',
  ),
  reasonCode: v.optional(ReasonCodeField),
};

export const CreateClientSurfaceBody = v.strictObject({
  clientSurfaceId: described(Id, 'Names the surface; unique in its tenant.', 'surface-ide'),
  ...surfaceFields,
});

/** Everything a caller may set on a surface. */
export const UpdateClientSurfaceBody = v.strictObject(surfaceFields);

/** Why a surface changes state. */
export const SurfaceReasonBody = v.strictObject({
  reasonCode: ReasonCodeField,
  reason: v.optional(ReasonText),
});

export const ClientSurfaceParams = v.object({
  client_surface_id: described(Id, 'Names the surface; unique in its tenant.', 'surface-ide'),
});

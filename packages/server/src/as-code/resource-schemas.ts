import { PERMISSION_AREAS, ROLES } from '@govgate/domain';
import {
  CONFIG_SNIPPET_FORMATS,
  CREDENTIAL_MODES,
  DELEGATION_MODES,
  DISCOVERABILITIES,
  ID_PATTERN,
  MANIFEST_TEXT_FORMATS,
  PRINCIPAL_ID_PATTERN,
  ROLE_BINDING_SUBJECT_TYPES,
  SURFACE_AUTH_TYPES,
  SURFACE_CLIENT_TYPES,
} from '@govgate/domain/internal';
import * as v from 'valibot';

/** A schema of documents. */
export type AnySchema = v.GenericSchema;

const Id = v.pipe(v.string(), v.regex(ID_PATTERN));
const PrincipalId = v.pipe(v.string(), v.regex(PRINCIPAL_ID_PATTERN));
const Name = v.pipe(v.string(), v.minLength(1), v.maxLength(128));
const Moment = v.nullable(v.pipe(v.string(), v.isoTimestamp()));

const heading = { $schema: v.optional(v.string()) };

/** The documents that files may contain, by kind: the bundle's own records, as far as a person decides them. */
export const RESOURCE_SCHEMAS = {
  environment: v.strictObject({ ...heading, kind: v.literal('environment'), environment_id: Id }),
  user: v.strictObject({
    ...heading,
    kind: v.literal('user'),
    user_id: PrincipalId,
    display_name: Name,
    disabled: v.optional(v.boolean()),
  }),
  service_account: v.strictObject({
    ...heading,
    kind: v.literal('service_account'),
    service_account_id: PrincipalId,
    display_name: Name,
    disabled: v.optional(v.boolean()),
  }),
  group: v.strictObject({
    ...heading,
    kind: v.literal('group'),
    group_id: Id,
    display_name: Name,
    external_ids: v.optional(v.array(v.string())),
    members: v.optional(v.array(PrincipalId)),
  }),
  role_binding: v.strictObject({
    ...heading,
    kind: v.literal('role_binding'),
    role: v.picklist(ROLES),
    subject: v.strictObject({
      subject_type: v.picklist(ROLE_BINDING_SUBJECT_TYPES),
      subject_id: PrincipalId,
    }),
    scope: v.strictObject({
      scope_type: v.picklist(['tenant', 'environment', 'owner_team', 'resource']),
      environment_id: v.optional(v.nullable(Id)),
      owner_team: v.optional(v.nullable(Id)),
      resource_type: v.optional(v.nullable(v.picklist(PERMISSION_AREAS))),
      resource_id: v.optional(v.nullable(Id)),
    }),
    not_before: v.optional(Moment),
    expires_at: v.optional(Moment),
  }),
  policy: v.strictObject({
    ...heading,
    kind: v.literal('policy'),
    policy_version: Id,
    environment_id: Id,
    owner: v.strictObject({ user_id: PrincipalId, team: Id }),
    description: v.optional(v.nullable(v.string())),
    status: v.optional(v.picklist(['draft', 'active', 'superseded'])),
    body: v.optional(v.record(v.string(), v.any())),
    text: v.optional(v.string()),
    text_format: v.optional(v.picklist(MANIFEST_TEXT_FORMATS)),
    tests: v.optional(v.nullable(v.record(v.string(), v.any()))),
  }),
  client_surface: v.strictObject({
    ...heading,
    kind: v.literal('client_surface'),
    clientSurfaceId: Id,
    displayName: Name,
    owner: v.strictObject({
      team: Id,
      userId: PrincipalId,
      escalationContact: Name,
      oncallRotation: Name,
    }),
    allowedEnvironmentIds: v.pipe(v.array(Id), v.minLength(1)),
    authType: v.picklist(SURFACE_AUTH_TYPES),
    clientType: v.picklist(SURFACE_CLIENT_TYPES),
    discoverability: v.picklist(DISCOVERABILITIES),
    configSnippet: v.strictObject({ format: v.picklist(CONFIG_SNIPPET_FORMATS) }),
  }),
  agent: v.strictObject({
    ...heading,
    kind: v.literal('agent'),
    agent_id: Id,
    environment_id: Id,
    name: Name,
    purpose: v.optional(v.nullable(v.string())),
    owner: v.strictObject({ team: Id, escalation_contact: Name }),
    allowed_surfaces: v.optional(v.array(Id)),
    allowed_environments: v.optional(v.array(Id)),
    delegation_mode: v.picklist(DELEGATION_MODES),
    credential_mode: v.picklist(CREDENTIAL_MODES),
    instance_identity: v.optional(
      v.strictObject({
        required: v.boolean(),
        allowed_instance_ids: v.array(v.string()),
        allowed_instance_id_prefixes: v.array(v.string()),
      }),
    ),
  }),
} as const;

/** Any document. */
export const AnyResource = v.variant('kind', [
  RESOURCE_SCHEMAS.environment,
  RESOURCE_SCHEMAS.user,
  RESOURCE_SCHEMAS.service_account,
  RESOURCE_SCHEMAS.group,
  RESOURCE_SCHEMAS.role_binding,
  RESOURCE_SCHEMAS.policy,
  RESOURCE_SCHEMAS.client_surface,
  RESOURCE_SCHEMAS.agent,
]);

import {
  ID_PATTERN,
  PERMISSION_AREAS,
  PRINCIPAL_ID_PATTERN,
  ROLE_BINDING_SUBJECT_TYPES,
  ROLES,
} from '@govgate/domain';
import * as v from 'valibot';

/** A schema of documents. */
export type AnySchema = v.GenericSchema;

const Id = v.pipe(v.string(), v.regex(ID_PATTERN));
const PrincipalId = v.pipe(v.string(), v.regex(PRINCIPAL_ID_PATTERN));
const Name = v.pipe(v.string(), v.minLength(1), v.maxLength(128));
const Moment = v.nullable(v.pipe(v.string(), v.isoTimestamp()));

const heading = { $schema: v.optional(v.string()) };

/** The documents that files may hold, by their kind: the bundle's own records, as far as a person decides them. */
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
    body: v.record(v.string(), v.any()),
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
]);

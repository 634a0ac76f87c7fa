import type { ProvisionedGroupView, ProvisionedUserView } from '@govgate/application';
import * as v from 'valibot';
import { documentedCheck } from '../operation/documented-check.js';
import { verbatim } from '../operation/verbatim.js';
import { Name, PrincipalId, textOf } from '../wire/fields.js';
import { JsonValue } from '../wire/json-value.js';
import { SCIM_BASE } from './scim-error.js';

export const USER_SCHEMA = 'urn:ietf:params:scim:schemas:core:2.0:User';
export const GROUP_SCHEMA = 'urn:ietf:params:scim:schemas:core:2.0:Group';

const ExternalId = v.nullish(textOf(1, 256));
const PartOfName = v.nullish(textOf(0, 256));
const TEXTS = ['true', 'false', 'True', 'False'] as const;
/** Entra sends the text. */
const Active = v.nullish(v.union([v.boolean(), v.picklist(TEXTS)]));

/** A user in a request (RFC 7643, 4.1): what is not named here is passed over, as this service keeps nothing else of a person. */
export const UserBody = v.object({
  userName: PrincipalId,
  externalId: ExternalId,
  displayName: v.nullish(Name),
  name: v.nullish(v.object({ formatted: PartOfName, givenName: PartOfName, familyName: PartOfName })),
  active: Active,
});

/** What a PATCH may change of a user. */
export const UserPatch = v.object({ externalId: ExternalId, displayName: v.optional(Name), active: Active });

/** A group in a request (RFC 7643, 4.2). */
export const GroupBody = v.object({
  displayName: Name,
  externalId: ExternalId,
  members: v.nullish(v.array(v.object({ value: PrincipalId }))),
});

export const GroupAttributes = v.object({ externalId: ExternalId, displayName: v.optional(Name) });

/** A PATCH (RFC 7644, 3.5.2). */
export const PatchBody = v.object({
  Operations: v.pipe(
    v.array(
      v.object({
        op: textOf(1, 16),
        path: v.optional(textOf(0, 512)),
        value: v.optional(verbatim(JsonValue)),
      }),
    ),
    v.maxLength(1_000),
  ),
});

const WHOLE = /^-?\d{1,9}$/;
const Whole = v.optional(
  v.pipe(
    v.string(),
    documentedCheck((text) => WHOLE.test(text), { pattern: WHOLE.source }),
  ),
);

/** Which attributes an answer has. Parameters that are not named here, such as `sortBy`, are passed over (RFC 7644, 3.4.2.3). */
export const AttributesQuery = v.object({
  attributes: v.optional(textOf(0, 2048)),
  excludedAttributes: v.optional(textOf(0, 2048)),
});

export const ListQuery = v.object({
  ...AttributesQuery.entries,
  filter: v.optional(textOf(0, 4096)),
  startIndex: Whole,
  count: Whole,
});

const Meta = v.object({
  resourceType: v.string(),
  created: v.optional(v.string()),
  location: v.string(),
  version: v.string(),
});

const shared = {
  schemas: v.array(v.string()),
  id: v.string(),
  externalId: v.optional(v.string()),
  displayName: v.optional(v.string()),
  meta: v.optional(Meta),
};

export const ScimUser = v.object({
  ...shared,
  userName: v.optional(v.string()),
  active: v.optional(v.boolean()),
});

export const ScimGroup = v.object({
  ...shared,
  members: v.optional(v.array(v.object({ value: v.string(), $ref: v.string(), type: v.string() }))),
});

/** A list (RFC 7644, 3.4.2). */
export const listOf = <R extends typeof ScimUser | typeof ScimGroup>(resource: R) =>
  v.object({
    schemas: v.array(v.string()),
    totalResults: v.number(),
    startIndex: v.number(),
    itemsPerPage: v.number(),
    Resources: v.array(resource),
  });

/** The absolute address of a resource. */
const locationOf = (publicUrl: string, endpoint: string, id: string): string =>
  `${publicUrl}${SCIM_BASE}/${endpoint}/${encodeURIComponent(id)}`;

/** A user as SCIM spells it. */
export const userOut = (publicUrl: string, { userId, externalId, tag, ...user }: ProvisionedUserView) => ({
  schemas: [USER_SCHEMA],
  id: userId,
  ...(externalId === null ? {} : { externalId }),
  userName: userId,
  ...user,
  meta: { resourceType: 'User', location: locationOf(publicUrl, 'Users', userId), version: `"${tag}"` },
});

/** A group as SCIM spells it. */
export const groupOut = (
  publicUrl: string,
  { groupId, externalId, tag, displayName, members, createdAt }: ProvisionedGroupView,
) => ({
  schemas: [GROUP_SCHEMA],
  id: groupId,
  ...(externalId === null ? {} : { externalId }),
  displayName,
  members: members.map((value) => ({ value, $ref: locationOf(publicUrl, 'Users', value), type: 'User' })),
  meta: {
    resourceType: 'Group',
    created: createdAt,
    location: locationOf(publicUrl, 'Groups', groupId),
    version: `"${tag}"`,
  },
});

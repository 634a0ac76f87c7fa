import {
  makeChangeProvisionedUser,
  makeListProvisionedUsers,
  makeProvisionUser,
  makeReadProvisionedUser,
  makeRemoveProvisionedUser,
  type ProvisionedUserView,
} from '@govgate/application';
import { ok, refuse } from '@govgate/domain';
import * as v from 'valibot';
import type { Camelized } from '../operation/camelized.js';
import { defineOperation } from '../operation/define-operation.js';
import { validate } from '../operation/validate.js';
import { UserParams } from '../wire/account.js';
import { Name } from '../wire/fields.js';
import { listOut, readList, type SentList } from './list-operation.js';
import { USER_FILTERS } from './read-filter.js';
import { readUserPatch, type SentOperation } from './read-patch.js';
import { SCIM_OPERATION, spelt } from './scim-operation.js';
import { type RequestedAttributes, shownAttributes } from './shown-attributes.js';
import {
  AttributesQuery,
  ListQuery,
  listOf,
  PatchBody,
  ScimUser,
  UserBody,
  UserPatch,
  userOut,
} from './wire.js';

const ENDPOINT = '/scim/v2/Users';
const BY_ID = { path: `${ENDPOINT}/:user_id`, params: UserParams } as const;

interface SentUser extends RequestedAttributes {
  readonly user: Camelized<v.InferOutput<typeof UserBody>>;
  /** The user in the address. */
  readonly userId?: string;
}

interface SentPatch extends RequestedAttributes {
  readonly userId: string;
  readonly operations: readonly SentOperation[];
}

const spellUser = (publicUrl: string, user: ProvisionedUserView, sent: RequestedAttributes) => {
  const whole = userOut(publicUrl, user);
  return { body: shownAttributes(whole, sent), tag: user.tag, location: whole.meta.location };
};

/** A text is Entra's boolean. */
const truthOf = (active: boolean | string | null | undefined): boolean | undefined =>
  active === null || active === undefined ? undefined : String(active).toLowerCase() === 'true';

// A person is shown by name; without one by the name they sign in with.
const readUser = ({ user, userId }: SentUser) => {
  const { userName, displayName, name, externalId = null, active } = user;
  if (userId !== undefined && userId !== userName) return refuse('immutable', 'userName');
  const given = [displayName, name?.formatted, `${name?.givenName ?? ''} ${name?.familyName ?? ''}`.trim()];
  const shown = given.find((text) => v.is(Name, text)) ?? userName;
  return ok({ userId: userName, displayName: shown, externalId, active: truthOf(active) });
};

const readPatch = ({ operations, userId }: SentPatch) => {
  const patch = readUserPatch(operations, userId);
  const attributes = patch.ok ? validate(UserPatch, patch.value, 'body') : patch;
  if (!attributes.ok) return attributes;
  const { active, ...rest } = attributes.value as v.InferOutput<typeof UserPatch>;
  return ok({ userId, ...rest, active: truthOf(active) });
};

const makeListUsers = spelt(
  makeListProvisionedUsers,
  readList(USER_FILTERS),
  (publicUrl, page, sent: SentList) => listOut(page, (user) => spellUser(publicUrl, user, sent).body),
);

export const scimListUsers = defineOperation({
  ...SCIM_OPERATION,
  id: 'scimListUsers',
  method: 'get',
  path: ENDPOINT,
  summary: 'Lists users for an identity provider',
  params: v.object({}),
  query: ListQuery,
  response: listOf(ScimUser),
  useCase: makeListUsers,
  toInput: ({ query }) => query,
});

const makeReadUser = spelt(
  makeReadProvisionedUser,
  (sent: RequestedAttributes & { userId: string }) => ok(sent),
  spellUser,
);

export const scimReadUser = defineOperation({
  ...SCIM_OPERATION,
  ...BY_ID,
  id: 'scimReadUser',
  method: 'get',
  summary: 'Reads a user for an identity provider',
  query: AttributesQuery,
  response: ScimUser,
  useCase: makeReadUser,
  toInput: ({ params, query }) => ({ ...params, ...query }),
  recordTag: ({ tag }) => tag,
  toWire: ({ body }) => body,
});

const makeCreateUser = spelt(makeProvisionUser, readUser, spellUser);

export const scimCreateUser = defineOperation({
  ...SCIM_OPERATION,
  id: 'scimCreateUser',
  method: 'post',
  path: ENDPOINT,
  summary: 'Creates a user for an identity provider',
  audited: { eventType: 'user.created', action: 'create' },
  params: v.object({}),
  query: AttributesQuery,
  body: UserBody,
  response: ScimUser,
  status: 201,
  useCase: makeCreateUser,
  toInput: ({ query, body }): SentUser => ({ ...query, user: body }),
  recordTag: ({ tag }) => tag,
  location: ({ location }) => location,
  toWire: ({ body }) => body,
});

const makeReplaceUser = spelt(makeChangeProvisionedUser, readUser, spellUser);

export const scimReplaceUser = defineOperation({
  ...SCIM_OPERATION,
  ...BY_ID,
  id: 'scimReplaceUser',
  method: 'put',
  summary: 'Replaces a user as the identity provider says',
  audited: { eventType: 'user.updated', action: 'update', idParam: 'user_id' },
  query: AttributesQuery,
  body: UserBody,
  response: ScimUser,
  useCase: makeReplaceUser,
  toInput: ({ params: { userId }, query, body }): SentUser => ({ ...query, user: body, userId }),
  recordTag: ({ tag }) => tag,
  toWire: ({ body }) => body,
});

const makePatchUser = spelt(makeChangeProvisionedUser, readPatch, spellUser);

export const scimPatchUser = defineOperation({
  ...SCIM_OPERATION,
  ...BY_ID,
  id: 'scimPatchUser',
  method: 'patch',
  summary: 'Changes a user as the identity provider says; `active: false` disables them',
  audited: { eventType: 'user.updated', action: 'update', idParam: 'user_id' },
  query: AttributesQuery,
  body: PatchBody,
  response: ScimUser,
  useCase: makePatchUser,
  toInput: ({ params: { userId }, query, body }): SentPatch => ({
    ...query,
    userId,
    operations: body.Operations,
  }),
  recordTag: ({ tag }) => tag,
  toWire: ({ body }) => body,
});

export const scimRemoveUser = defineOperation({
  ...SCIM_OPERATION,
  ...BY_ID,
  id: 'scimRemoveUser',
  method: 'delete',
  summary: 'Disables a user whom the identity provider removed',
  audited: { eventType: 'user.disabled', action: 'disable', idParam: 'user_id' },
  query: v.object({}),
  response: v.object({}),
  status: 204,
  useCase: makeRemoveProvisionedUser,
  toInput: ({ params }) => params,
  toWire: () => ({}),
});

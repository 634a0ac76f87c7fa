import {
  makeChangeProvisionedGroup,
  makeListProvisionedGroups,
  makeProvisionGroup,
  makeReadProvisionedGroup,
  makeRemoveProvisionedGroup,
  type ProvisionedGroupView,
} from '@govgate/application';
import { ok } from '@govgate/domain';
import * as v from 'valibot';
import type { Camelized } from '../operation/camelized.js';
import { defineOperation } from '../operation/define-operation.js';
import { validate } from '../operation/validate.js';
import { Id } from '../wire/fields.js';
import { listOut, readList, type SentList } from './list-operation.js';
import { GROUP_FILTERS } from './read-filter.js';
import { readGroupPatch, type SentOperation } from './read-patch.js';
import { SCIM_OPERATION, spelt } from './scim-operation.js';
import { type RequestedAttributes, shownAttributes } from './shown-attributes.js';
import {
  AttributesQuery,
  GroupAttributes,
  GroupBody,
  groupOut,
  ListQuery,
  listOf,
  PatchBody,
  ScimGroup,
} from './wire.js';

const ENDPOINT = '/scim/v2/Groups';
const BY_ID = { path: `${ENDPOINT}/:group_id`, params: v.object({ group_id: Id }) } as const;

interface SentGroup extends RequestedAttributes {
  readonly group: Camelized<v.InferOutput<typeof GroupBody>>;
}

interface SentPatch extends RequestedAttributes {
  readonly groupId: string;
  readonly operations: readonly SentOperation[];
}

const spellGroup = (publicUrl: string, group: ProvisionedGroupView, sent: RequestedAttributes) => {
  const whole = groupOut(publicUrl, group);
  return { body: shownAttributes(whole, sent), tag: group.tag, location: whole.meta.location };
};

// What a whole group leaves out is not so any more (RFC 7644, 3.5.1).
const readGroup = ({ displayName, externalId = null, members }: SentGroup['group']) => {
  const userIds = (members ?? []).map(({ value }) => value);
  return { displayName, externalId, members: [{ op: 'replace', userIds }] as const };
};

const readPatch = ({ operations, groupId }: SentPatch) => {
  const patch = readGroupPatch(operations);
  if (!patch.ok) return patch;
  const attributes = validate(GroupAttributes, patch.value.attributes, 'body');
  if (!attributes.ok) return attributes;
  const { members } = patch.value;
  return ok({ groupId, ...(attributes.value as v.InferOutput<typeof GroupAttributes>), members });
};

const makeListGroups = spelt(
  makeListProvisionedGroups,
  readList(GROUP_FILTERS),
  (publicUrl, page, sent: SentList) => listOut(page, (group) => spellGroup(publicUrl, group, sent).body),
);

export const scimListGroups = defineOperation({
  ...SCIM_OPERATION,
  id: 'scimListGroups',
  method: 'get',
  path: ENDPOINT,
  summary: 'Lists the groups of an identity provider',
  params: v.object({}),
  query: ListQuery,
  response: listOf(ScimGroup),
  useCase: makeListGroups,
  toInput: ({ query }) => query,
});

const makeReadGroup = spelt(
  makeReadProvisionedGroup,
  (sent: RequestedAttributes & { groupId: string }) => ok(sent),
  spellGroup,
);

export const scimReadGroup = defineOperation({
  ...SCIM_OPERATION,
  ...BY_ID,
  id: 'scimReadGroup',
  method: 'get',
  summary: 'Reads a group of an identity provider',
  query: AttributesQuery,
  response: ScimGroup,
  useCase: makeReadGroup,
  toInput: ({ params, query }) => ({ ...params, ...query }),
  recordTag: ({ tag }) => tag,
  toWire: ({ body }) => body,
});

const makeCreateGroup = spelt(makeProvisionGroup, ({ group }: SentGroup) => ok(readGroup(group)), spellGroup);

export const scimCreateGroup = defineOperation({
  ...SCIM_OPERATION,
  id: 'scimCreateGroup',
  method: 'post',
  path: ENDPOINT,
  summary: 'Creates a group, in which the identity provider decides who is',
  audited: { eventType: 'group.created', action: 'create' },
  params: v.object({}),
  query: AttributesQuery,
  body: GroupBody,
  response: ScimGroup,
  status: 201,
  useCase: makeCreateGroup,
  toInput: ({ query, body }): SentGroup => ({ ...query, group: body }),
  recordTag: ({ tag }) => tag,
  location: ({ location }) => location,
  toWire: ({ body }) => body,
});

const makeReplaceGroup = spelt(
  makeChangeProvisionedGroup,
  ({ groupId, group }: SentGroup & { readonly groupId: string }) => ok({ groupId, ...readGroup(group) }),
  spellGroup,
);

export const scimReplaceGroup = defineOperation({
  ...SCIM_OPERATION,
  ...BY_ID,
  id: 'scimReplaceGroup',
  method: 'put',
  summary: 'Replaces a group as the identity provider says',
  audited: { eventType: 'group.updated', action: 'update', idParam: 'group_id' },
  query: AttributesQuery,
  body: GroupBody,
  response: ScimGroup,
  useCase: makeReplaceGroup,
  toInput: ({ params: { groupId }, query, body }) => ({ ...query, group: body, groupId }),
  recordTag: ({ tag }) => tag,
  toWire: ({ body }) => body,
});

const makePatchGroup = spelt(makeChangeProvisionedGroup, readPatch, spellGroup);

export const scimPatchGroup = defineOperation({
  ...SCIM_OPERATION,
  ...BY_ID,
  id: 'scimPatchGroup',
  method: 'patch',
  summary: 'Changes a group and who is in it, as the identity provider says',
  audited: { eventType: 'group.updated', action: 'update', idParam: 'group_id' },
  query: AttributesQuery,
  body: PatchBody,
  response: ScimGroup,
  useCase: makePatchGroup,
  toInput: ({ params: { groupId }, query, body }): SentPatch => ({
    ...query,
    groupId,
    operations: body.Operations,
  }),
  recordTag: ({ tag }) => tag,
  toWire: ({ body }) => body,
});

export const scimRemoveGroup = defineOperation({
  ...SCIM_OPERATION,
  ...BY_ID,
  id: 'scimRemoveGroup',
  method: 'delete',
  summary: 'Disables a group that the identity provider removed',
  audited: { eventType: 'group.disabled', action: 'disable', idParam: 'group_id' },
  query: v.object({}),
  response: v.object({}),
  status: 204,
  useCase: makeRemoveProvisionedGroup,
  toInput: ({ params }) => params,
  toWire: () => ({}),
});

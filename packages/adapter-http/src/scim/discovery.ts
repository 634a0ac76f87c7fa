import { ok, type Result, refuse } from '@govgate/domain';
import * as v from 'valibot';
import { type AllPorts, defineOperation } from '../operation/define-operation.js';
import { verbatim } from '../operation/verbatim.js';
import { textOf } from '../wire/fields.js';
import {
  type Discovery,
  discoveryList,
  resourceTypes,
  schemas,
  serviceProviderConfig,
} from './discovery-documents.js';
import { SCIM_OPERATION } from './scim-operation.js';

const shared = {
  ...SCIM_OPERATION,
  method: 'get',
  permission: 'authenticated',
  response: verbatim(v.record(v.string(), v.unknown())),
} as const;

const document =
  <Input>(find: (publicUrl: string, input: Input) => Discovery | undefined) =>
  ({ publicUrl }: Pick<AllPorts, 'publicUrl'>) =>
  async (_: unknown, input: Input): Promise<Result<Discovery>> => {
    const found = find(publicUrl(), input);
    return found === undefined ? refuse('not_found') : ok(found);
  };

const whole = { params: v.object({}), query: v.object({}), toInput: () => undefined } as const;

// Documents are not filtered (RFC 7644, 4).
const unfiltered = { ...whole, query: v.object({ filter: v.optional(textOf(0, 4096)) }) } as const;

const list =
  (find: (publicUrl: string) => readonly Discovery[]) =>
  ({ publicUrl }: Pick<AllPorts, 'publicUrl'>) =>
  async (_: unknown, { filter }: { readonly filter?: string | undefined }): Promise<Result<Discovery>> =>
    filter === undefined ? ok(discoveryList(find(publicUrl()))) : refuse('permission_denied', 'filter');

const named = {
  params: v.object({ id: textOf(1, 128) }),
  query: v.object({}),
  toInput: ({ params }: { readonly params: { readonly id: string } }) => params,
} as const;

const oneOf = (find: (publicUrl: string) => readonly Discovery[]) =>
  document<{ readonly id: string }>((publicUrl, { id }) => find(publicUrl).find((one) => one.id === id));

export const scimServiceProviderConfig = defineOperation({
  ...shared,
  ...whole,
  id: 'scimServiceProviderConfig',
  path: '/scim/v2/ServiceProviderConfig',
  summary: 'Tells what this service offers of SCIM',
  useCase: document(serviceProviderConfig),
});

export const scimListResourceTypes = defineOperation({
  ...shared,
  ...unfiltered,
  id: 'scimListResourceTypes',
  path: '/scim/v2/ResourceTypes',
  summary: 'Lists the types of SCIM resources',
  useCase: list(resourceTypes),
  toInput: ({ query }) => query,
});

export const scimReadResourceType = defineOperation({
  ...shared,
  ...named,
  id: 'scimReadResourceType',
  path: '/scim/v2/ResourceTypes/:id',
  summary: 'Reads a type of SCIM resources',
  useCase: oneOf(resourceTypes),
});

export const scimListSchemas = defineOperation({
  ...shared,
  ...unfiltered,
  id: 'scimListSchemas',
  path: '/scim/v2/Schemas',
  summary: 'Lists the schemas of SCIM resources',
  useCase: list(schemas),
  toInput: ({ query }) => query,
});

export const scimReadSchema = defineOperation({
  ...shared,
  ...named,
  id: 'scimReadSchema',
  path: '/scim/v2/Schemas/:id',
  summary: 'Reads a schema of SCIM resources',
  useCase: oneOf(schemas),
});

/** A search over all resources at once is not offered; `GET` with a filter is (RFC 7644, 3.4.3 and 3.12). */
export const scimSearch = defineOperation({
  ...shared,
  ...whole,
  id: 'scimSearch',
  method: 'post',
  path: '/scim/v2/.search',
  summary: 'Says that searching over several types is not offered',
  body: v.object({}),
  useCase: () => async () => refuse('not_implemented'),
});

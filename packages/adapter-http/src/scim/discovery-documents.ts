import { MOST_RESULTS } from './list-operation.js';
import { SCIM_BASE } from './scim-error.js';
import { GROUP_SCHEMA, USER_SCHEMA } from './wire.js';

/** A document that says what this service offers of SCIM (RFC 7643, 5 to 7). */
export type Discovery = Readonly<Record<string, unknown>>;

const CORE = 'urn:ietf:params:scim:schemas:core:2.0';

const metaOf = (publicUrl: string, resourceType: string, rest: string) => ({
  resourceType,
  location: `${publicUrl}${SCIM_BASE}/${rest}`,
});

export const serviceProviderConfig = (publicUrl: string): Discovery => ({
  schemas: [`${CORE}:ServiceProviderConfig`],
  patch: { supported: true },
  bulk: { supported: false, maxOperations: 0, maxPayloadSize: 0 },
  filter: { supported: true, maxResults: MOST_RESULTS },
  changePassword: { supported: false },
  sort: { supported: false },
  etag: { supported: true },
  authenticationSchemes: [
    {
      type: 'oauthbearertoken',
      name: 'Bearer token',
      description: 'An API token that is narrowed to local_identity.manage.',
      specUri: 'https://www.rfc-editor.org/info/rfc6750',
      primary: true,
    },
  ],
  meta: metaOf(publicUrl, 'ServiceProviderConfig', 'ServiceProviderConfig'),
});

const resourceType = (publicUrl: string, id: string, schema: string): Discovery => ({
  schemas: [`${CORE}:ResourceType`],
  id,
  name: id,
  endpoint: `/${id}s`,
  description: `${id}s of the tenant`,
  schema,
  schemaExtensions: [],
  meta: metaOf(publicUrl, 'ResourceType', `ResourceTypes/${id}`),
});

export const resourceTypes = (publicUrl: string): readonly Discovery[] => [
  resourceType(publicUrl, 'User', USER_SCHEMA),
  resourceType(publicUrl, 'Group', GROUP_SCHEMA),
];

const attribute = (name: string, description: string, over: Discovery = {}): Discovery => ({
  name,
  type: 'string',
  multiValued: false,
  description,
  required: false,
  caseExact: true,
  mutability: 'readWrite',
  returned: 'default',
  uniqueness: 'none',
  ...over,
});

const USER_ATTRIBUTES = [
  attribute('userName', 'The name that the user signs in with. It is the id, and stays.', {
    required: true,
    mutability: 'immutable',
    uniqueness: 'server',
  }),
  attribute('displayName', 'The name that is shown.', { required: true }),
  attribute('active', 'Whether the user may sign in; false ends their sessions and tokens.', {
    type: 'boolean',
    required: true,
    caseExact: false,
  }),
];

const MEMBER_ATTRIBUTES = [
  attribute('value', 'The id of a user.', { mutability: 'immutable', required: true }),
  attribute('$ref', 'The address of the user.', {
    type: 'reference',
    referenceTypes: ['User'],
    mutability: 'immutable',
  }),
  attribute('type', 'Members are users.', { canonicalValues: ['User'], mutability: 'immutable' }),
];

const GROUP_ATTRIBUTES = [
  attribute('displayName', 'The name that is shown.', { required: true }),
  attribute('members', 'Who is in the group; the identity provider alone decides.', {
    type: 'complex',
    multiValued: true,
    subAttributes: MEMBER_ATTRIBUTES,
  }),
];

const schemaAt =
  (publicUrl: string) =>
  (id: string, name: string, attributes: readonly Discovery[]): Discovery => ({
    schemas: [`${CORE}:Schema`],
    id,
    name,
    description: `What this service keeps of a ${name.toLowerCase()}`,
    attributes,
    meta: metaOf(publicUrl, 'Schema', `Schemas/${id}`),
  });

export const schemas = (publicUrl: string): readonly Discovery[] => {
  const schema = schemaAt(publicUrl);
  return [schema(USER_SCHEMA, 'User', USER_ATTRIBUTES), schema(GROUP_SCHEMA, 'Group', GROUP_ATTRIBUTES)];
};

export const discoveryList = (resources: readonly Discovery[]): Discovery => ({
  schemas: ['urn:ietf:params:scim:api:messages:2.0:ListResponse'],
  totalResults: resources.length,
  startIndex: 1,
  itemsPerPage: resources.length,
  Resources: resources,
});

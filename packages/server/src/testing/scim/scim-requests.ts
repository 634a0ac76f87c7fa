/** A request to SCIM and the status of its answer. `{user}` and `{group}` stand for ids that a run makes. */
export interface ScimRequest {
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  readonly path: string;
  readonly body?: unknown;
  readonly status: number;
}

const patch = (...Operations: readonly object[]) => ({
  schemas: ['urn:ietf:params:scim:api:messages:2.0:PatchOp'],
  Operations,
});

const user = (over: object = {}) => ({
  schemas: ['urn:ietf:params:scim:schemas:core:2.0:User'],
  userName: '{user}',
  displayName: 'Noor',
  active: true,
  ...over,
});

const member = { value: '{user}', $ref: 'https://govgate.example/scim/v2/Users/{user}', type: 'User' };

const group = (over: object = {}) => ({
  schemas: ['urn:ietf:params:scim:schemas:core:2.0:Group'],
  displayName: 'On call',
  ...over,
});

const CHANGING = ['POST', 'PUT', 'PATCH', 'DELETE'] as const;

const readOnly = (path: string): readonly ScimRequest[] => [
  { method: 'GET', path, status: 200 },
  ...CHANGING.map((method) => ({ method, path, status: 405 })),
];

/** The kinds of request that scim2-tester 0.5.2 sends, in its order. */
export const TESTER_REQUESTS: readonly ScimRequest[] = [
  ...readOnly('/ServiceProviderConfig'),
  ...readOnly('/ResourceTypes'),
  { method: 'GET', path: '/ResourceTypes/User', status: 200 },
  { method: 'GET', path: '/ResourceTypes/Group', status: 200 },
  { method: 'GET', path: '/ResourceTypes/unknown', status: 404 },
  ...readOnly('/Schemas'),
  { method: 'GET', path: '/Schemas/urn:ietf:params:scim:schemas:core:2.0:User', status: 200 },
  { method: 'GET', path: '/Schemas/urn:ietf:params:scim:schemas:core:2.0:Group', status: 200 },
  { method: 'GET', path: '/Schemas/unknown', status: 404 },
  { method: 'GET', path: '/0f3c7b7e', status: 404 },
  { method: 'POST', path: '/Users', body: user({ externalId: '00u1', active: false }), status: 201 },
  { method: 'POST', path: '/Users', body: user(), status: 409 },
  { method: 'GET', path: '/Users/{user}', status: 200 },
  { method: 'GET', path: '/Users', status: 200 },
  { method: 'GET', path: '/Users/{user}?attributes=externalId', status: 200 },
  { method: 'GET', path: '/Users?attributes=externalId', status: 200 },
  { method: 'POST', path: '/.search', body: { attributes: ['externalId'] }, status: 501 },
  { method: 'PUT', path: '/Users/{user}', body: user({ externalId: '00u2' }), status: 200 },
  ...[
    { op: 'add', path: 'externalId', value: '00u3' },
    { op: 'remove', path: 'externalId' },
    { op: 'replace', path: 'externalId', value: '00u4' },
    { op: 'replace', path: 'displayName', value: 'Noor N.' },
    { op: 'replace', path: 'active', value: false },
  ].map((op) => ({ method: 'PATCH', path: '/Users/{user}', body: patch(op), status: 200 }) as const),
  { method: 'POST', path: '/Groups', body: group({ externalId: '00g1', members: [member] }), status: 201 },
  { method: 'GET', path: '/Groups/{group}', status: 200 },
  { method: 'GET', path: '/Groups', status: 200 },
  { method: 'GET', path: '/Groups/{group}?excludedAttributes=members', status: 200 },
  { method: 'GET', path: '/Groups?excludedAttributes=members', status: 200 },
  { method: 'PUT', path: '/Groups/{group}', body: group({ members: [member] }), status: 200 },
  ...[
    { op: 'remove', path: 'members' },
    { op: 'add', path: 'members', value: [member] },
    { op: 'replace', path: 'members', value: [member] },
    { op: 'replace', path: 'displayName', value: 'On call now' },
  ].map((op) => ({ method: 'PATCH', path: '/Groups/{group}', body: patch(op), status: 200 }) as const),
  { method: 'DELETE', path: '/Groups/{group}', status: 204 },
  { method: 'GET', path: '/Groups/{group}', status: 404 },
  { method: 'DELETE', path: '/Users/{user}', status: 204 },
  { method: 'GET', path: '/Users/{user}', status: 404 },
  { method: 'DELETE', path: '/Users/{user}', status: 404 },
];

/** What Microsoft Entra sends by its documentation: capital letters, booleans as text, members by list. */
export const ENTRA_REQUESTS: readonly ScimRequest[] = [
  { method: 'GET', path: '/Users?filter=userName%20eq%20%22{user}%22', status: 200 },
  {
    method: 'POST',
    path: '/Users',
    body: {
      schemas: [
        'urn:ietf:params:scim:schemas:core:2.0:User',
        'urn:ietf:params:scim:schemas:extension:enterprise:2.0:User',
      ],
      externalId: 'noor',
      userName: '{user}',
      active: true,
      displayName: 'Noor',
      emails: [{ primary: true, type: 'work', value: 'noor@acme.example' }],
      meta: { resourceType: 'User' },
      name: { formatted: 'Noor N.', familyName: 'N.', givenName: 'Noor' },
      roles: [],
    },
    status: 201,
  },
  {
    method: 'PATCH',
    path: '/Users/{user}',
    body: patch(
      { op: 'Replace', path: 'emails[type eq "work"].value', value: 'n@acme.example' },
      { op: 'Replace', path: 'name.familyName', value: 'Nilsson' },
    ),
    status: 200,
  },
  {
    method: 'POST',
    path: '/Groups',
    body: {
      schemas: ['urn:ietf:params:scim:schemas:core:2.0:Group'],
      externalId: '8aa1a0c0-c4c3-4bc0-b4a5-2ef676900159',
      displayName: 'On call',
      meta: { resourceType: 'Group' },
    },
    status: 201,
  },
  {
    method: 'GET',
    path: '/Groups?excludedAttributes=members&filter=displayName%20eq%20%22On%20call%22',
    status: 200,
  },
  {
    method: 'PATCH',
    path: '/Groups/{group}',
    body: patch({ op: 'Add', path: 'members', value: [{ $ref: null, value: '{user}' }] }),
    status: 200,
  },
  {
    method: 'GET',
    path: '/Groups?excludedAttributes=members&filter=id%20eq%20%22{group}%22%20and%20members%20eq%20%22{user}%22',
    status: 200,
  },
  {
    method: 'PATCH',
    path: '/Groups/{group}',
    body: patch({ op: 'Remove', path: 'members', value: [{ $ref: null, value: '{user}' }] }),
    status: 200,
  },
  {
    method: 'PATCH',
    path: '/Users/{user}',
    body: patch({ op: 'Replace', path: 'active', value: 'False' }),
    status: 200,
  },
  { method: 'DELETE', path: '/Users/{user}', status: 204 },
];

/** What Okta sends by its documentation: whole objects, and a PATCH without a path. */
export const OKTA_REQUESTS: readonly ScimRequest[] = [
  { method: 'GET', path: '/Users?filter=userName%20eq%20%22{user}%22&startIndex=1&count=100', status: 200 },
  {
    method: 'POST',
    path: '/Users',
    body: {
      schemas: ['urn:ietf:params:scim:schemas:core:2.0:User'],
      userName: '{user}',
      name: { givenName: 'Noor', familyName: 'N.' },
      emails: [{ primary: true, value: 'noor@acme.example', type: 'work' }],
      displayName: 'Noor N.',
      locale: 'en-US',
      externalId: '00ujl29u0le5T6Aj10h7',
      groups: [],
      active: true,
    },
    status: 201,
  },
  {
    method: 'PUT',
    path: '/Users/{user}',
    body: user({ id: '{user}', externalId: '00ujl29u0le5T6Aj10h7' }),
    status: 200,
  },
  { method: 'POST', path: '/Groups', body: group({ members: [] }), status: 201 },
  {
    method: 'PATCH',
    path: '/Groups/{group}',
    body: patch({ op: 'replace', value: { id: '{group}', displayName: 'On call' } }),
    status: 200,
  },
  {
    method: 'PATCH',
    path: '/Groups/{group}',
    body: patch(
      { op: 'add', path: 'members', value: [{ value: '{user}', display: 'Noor' }] },
      { op: 'remove', path: 'members[value eq "{user}"]' },
    ),
    status: 200,
  },
  {
    method: 'PATCH',
    path: '/Users/{user}',
    body: patch({ op: 'replace', value: { active: false } }),
    status: 200,
  },
  {
    method: 'PATCH',
    path: '/Users/{user}',
    body: patch({ op: 'replace', value: { active: true } }),
    status: 200,
  },
  { method: 'DELETE', path: '/Groups/{group}', status: 204 },
];

/** What Keycloak sends: whole resources, with its own ids as external ids. */
export const KEYCLOAK_REQUESTS: readonly ScimRequest[] = [
  {
    method: 'POST',
    path: '/Users',
    body: user({ externalId: '5f0c2f3e', name: { givenName: 'Noor', familyName: 'N.' }, emails: [] }),
    status: 201,
  },
  { method: 'GET', path: '/Users?filter=externalId%20eq%20%225f0c2f3e%22', status: 200 },
  {
    method: 'POST',
    path: '/Groups',
    body: group({ externalId: 'a1', members: [{ value: '{user}' }] }),
    status: 201,
  },
  { method: 'PUT', path: '/Groups/{group}', body: group({ externalId: 'a1', members: [] }), status: 200 },
  {
    method: 'PUT',
    path: '/Users/{user}',
    body: user({ externalId: '5f0c2f3e', active: false }),
    status: 200,
  },
];

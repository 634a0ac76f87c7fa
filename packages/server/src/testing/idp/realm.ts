import type { Keycloak } from './keycloak.js';

export const REALM = 'acme';
export const CLIENT = 'govgate-console';
export const PASSWORD = 'correct horse battery staple';
/** How long access tokens last: shorter than Keycloak's own five minutes, so that a run sees several. */
export const TOKEN_SECONDS = 60;

/** Who there is, by group. */
export const PEOPLE = {
  ada: '/security/admins',
  ben: '/security/admins',
  sam: '/sales/admins',
  eve: '/security/admins',
  joe: '/security/admins',
} as const;
export type Person = keyof typeof PEOPLE;

/** Sets the realm up as docs/how-to/jwt.md and console.md say; returns the users' ids, which are the `sub` of their tokens. */
export const setUpRealm = async (
  { admin }: Keycloak,
  serviceUrl: string,
): Promise<Readonly<Record<Person, string>>> => {
  await admin('POST', '', {
    realm: REALM,
    enabled: true,
    accessTokenLifespan: TOKEN_SECONDS,
    revokeRefreshToken: true,
    clients: [consoleClient(serviceUrl)],
    groups: ['security', 'sales'].map((name) => ({ name, subGroups: [{ name: 'admins' }] })),
    users: Object.entries(PEOPLE).map(([username, group]) => ({
      username,
      enabled: true,
      firstName: username,
      lastName: 'Acme',
      email: `${username}@acme.example`,
      emailVerified: true,
      credentials: [{ type: 'password', value: PASSWORD }],
      groups: [group],
    })),
  });
  const users = await admin<{ id: string; username: string }[]>('GET', `/${REALM}/users`);
  return Object.fromEntries(users.map(({ username, id }) => [username, id])) as Record<Person, string>;
};

const consoleClient = (serviceUrl: string) => ({
  clientId: CLIENT,
  publicClient: true,
  standardFlowEnabled: true,
  directAccessGrantsEnabled: false,
  redirectUris: [`${serviceUrl}/console/`],
  webOrigins: [serviceUrl],
  attributes: {
    'pkce.code.challenge.method': 'S256',
    'backchannel.logout.url': `${serviceUrl}/v1/identity/backchannel-logout`,
    'backchannel.logout.session.required': 'true',
  },
  protocolMappers: [
    mapper('Audience', 'oidc-audience-mapper', { 'included.custom.audience': 'govgate' }),
    mapper('Tenant', 'oidc-hardcoded-claim-mapper', {
      'claim.name': 'tenant_id',
      'claim.value': 'acme',
      'jsonType.label': 'String',
    }),
    mapper('Groups', 'oidc-group-membership-mapper', { 'claim.name': 'groups', 'full.path': 'true' }),
  ],
});

const mapper = (name: string, protocolMapper: string, config: Readonly<Record<string, string>>) => ({
  name,
  protocol: 'openid-connect',
  protocolMapper,
  config: { ...config, 'access.token.claim': 'true' },
});

/** Signs with a new key from now on; the former one stays known. */
export const rotateKeys = async ({ admin }: Keycloak): Promise<void> => {
  const { id } = await admin<{ id: string }>('GET', `/${REALM}`);
  await admin('POST', `/${REALM}/components`, {
    name: 'rotated',
    parentId: id,
    providerId: 'rsa-generated',
    providerType: 'org.keycloak.keys.KeyProvider',
    config: { priority: ['200'], enabled: ['true'], active: ['true'], algorithm: ['RS256'] },
  });
};

/** Removes a user from all groups. */
export const removeFromGroups = async ({ admin }: Keycloak, userId: string): Promise<void> => {
  for (const { id } of await admin<{ id: string }[]>('GET', `/${REALM}/users/${userId}/groups`))
    await admin('DELETE', `/${REALM}/users/${userId}/groups/${id}`);
};

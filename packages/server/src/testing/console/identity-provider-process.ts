import { createServer } from 'node:http';
import { fileURLToPath } from 'node:url';

/** The settings of the provider's process. */
export interface ProviderSettings {
  readonly port: number;
  /** The console's own page. */
  readonly redirectUri: string;
  readonly clientId: string;
  readonly resource: string;
  /** Seconds that access tokens last, each given with a refresh token; an hour and none where nothing is said. */
  readonly renewedAfter?: number;
}

/** A published OpenID provider. An entry for tests. */
export const IDENTITY_PROVIDER = fileURLToPath(import.meta.url);

const serveProvider = async (settings: ProviderSettings): Promise<void> => {
  const { port, redirectUri, clientId, resource, renewedAfter } = settings;
  const issuer = `http://127.0.0.1:${port}`;
  // Only here: it warns about every runtime that is not the newest.
  const { default: Provider } = await import('oidc-provider');
  let audience = resource;
  const provider = new Provider(issuer, {
    clients: [
      {
        client_id: clientId,
        token_endpoint_auth_method: 'none',
        redirect_uris: [redirectUri],
        grant_types: ['authorization_code', ...(renewedAfter === undefined ? [] : ['refresh_token'])],
        response_types: ['code'],
      },
    ],
    clientBasedCORS: () => true,
    issueRefreshToken: async () => renewedAfter !== undefined,
    // A story may set the browser's clock ahead.
    ttl: { IdToken: 86_400 },
    pkce: { required: () => true },
    findAccount: (_, id) => ({ accountId: id, claims: () => ({ sub: id }) }),
    extraTokenClaims: () => ({ tenant_id: 'default' }),
    features: {
      devInteractions: { enabled: true },
      resourceIndicators: {
        enabled: true,
        getResourceServerInfo: () => ({
          scope: '',
          audience,
          accessTokenTTL: renewedAfter ?? 3_600,
          accessTokenFormat: 'jwt',
        }),
      },
    },
  });
  const answer = provider.callback();
  const server = createServer((request, response) => {
    // For tests: whose tokens it issues from now on.
    const [, other] = /^\/for-tests\/audience\/(.*)$/.exec(request.url ?? '') ?? [];
    if (other === undefined) return answer(request, response);
    audience = decodeURIComponent(other);
    return response.end();
  });
  server.listen(port, '127.0.0.1', () => process.stdout.write(`listens on ${issuer}\n`));
};

if (/identity-provider-process\.ts$/.test(process.argv[1] ?? ''))
  await serveProvider(JSON.parse(process.env.PROVIDER_SETTINGS ?? '{}'));

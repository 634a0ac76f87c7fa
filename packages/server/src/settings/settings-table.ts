import { LOG_LEVELS, type LogLevel } from '../system/log-level.js';
import { checkHeaders, DEFAULT_CHECK_HEADERS } from './check-headers-setting.js';
import { issuerList, JWT_PROVISIONS, type JwtProvision } from './jwt-issuers-setting.js';
import {
  addressRanges,
  anyText,
  baseUrl,
  headerText,
  hostName,
  hostPatterns,
  identifier,
  oidcScope,
  oneOf,
  paths,
  printable,
  proxyUrl,
  resourceUri,
  type SettingSchema,
  secretUrl,
  token,
  urlOrFile,
  variableGrants,
  webAddress,
  whole,
  yesOrNo,
} from './setting-schemas.js';

/** A setting: its external name, its valid texts, and its default. */
export interface Setting<T, F = T> {
  readonly name: string;
  readonly schema: SettingSchema<T>;
  readonly fallback: F;
}

const setting = <T>(name: string, schema: SettingSchema<T>, fallback: T): Setting<T> => ({
  name,
  schema,
  fallback,
});

const optional = <T>(name: string, schema: SettingSchema<T>): Setting<T, undefined> => ({
  name,
  schema,
  fallback: undefined,
});

/** Longer than the 120 hours after which a failing destination is disabled: whatever holds events back is reported earlier. */
const MIN_RETENTION_DAYS = 7;
const PORTS = whole(65_535);
const RATES = whole(1_000_000);

/** Every setting, once. Anything not listed here is no setting (docs/spec/operations.md). */
export const SETTINGS = {
  port: setting('GOVGATE_PORT', PORTS, 8080),
  host: setting('GOVGATE_HOST', hostName, '127.0.0.1'),
  publicUrl: optional('GOVGATE_PUBLIC_URL', baseUrl),
  dataFolder: setting('GOVGATE_DATA', anyText, './.govgate'),
  mongoUrl: optional('GOVGATE_MONGO_URL', secretUrl('mongodb', 'mongodb+srv')),
  redisUrl: optional('GOVGATE_REDIS_URL', secretUrl('redis', 'rediss')),
  bootstrapTenant: setting('GOVGATE_BOOTSTRAP_TENANT', identifier, 'default'),
  bootstrapEnvironment: setting('GOVGATE_BOOTSTRAP_ENVIRONMENT', identifier, 'production'),
  adminToken: optional('GOVGATE_ADMIN_TOKEN', token),
  jwtIssuer: optional('GOVGATE_JWT_ISSUER', anyText),
  jwtAudience: optional('GOVGATE_JWT_AUDIENCE', anyText),
  jwtJwks: optional('GOVGATE_JWT_JWKS', urlOrFile),
  jwtTenantClaim: setting('GOVGATE_JWT_TENANT_CLAIM', anyText, 'tenant_id'),
  jwtUserClaim: setting('GOVGATE_JWT_USER_CLAIM', anyText, 'sub'),
  jwtGroupsClaim: setting('GOVGATE_JWT_GROUPS_CLAIM', anyText, 'groups'),
  jwtEnvironmentsClaim: setting('GOVGATE_JWT_ENVIRONMENTS_CLAIM', anyText, 'environments'),
  jwtProvision: setting<JwtProvision>('GOVGATE_JWT_PROVISION', oneOf(JWT_PROVISIONS), 'off'),
  jwtSignalsUrl: optional('GOVGATE_JWT_SIGNALS_URL', webAddress),
  jwtSignalsTokenFile: optional('GOVGATE_JWT_SIGNALS_TOKEN_FILE', anyText),
  jwtIssuers: setting('GOVGATE_JWT_ISSUERS', issuerList, []),
  jwtLeewaySeconds: setting('GOVGATE_JWT_LEEWAY_SECONDS', whole(300), 60),
  keysFile: optional('GOVGATE_KEYS_FILE', anyText),
  keysInStore: setting('GOVGATE_KEYS_IN_STORE', yesOrNo, false),
  ssfKeyFile: optional('GOVGATE_SSF_KEY_FILE', anyText),
  checkpointFile: optional('GOVGATE_CHECKPOINT_FILE', anyText),
  auditRetentionDays: optional('GOVGATE_AUDIT_RETENTION_DAYS', whole(36_500, MIN_RETENTION_DAYS)),
  drainSeconds: setting('GOVGATE_DRAIN_SECONDS', whole(300), 5),
  checkHeaders: setting('GOVGATE_CHECK_HEADERS', checkHeaders, DEFAULT_CHECK_HEADERS),
  driftGraceSeconds: setting('GOVGATE_DRIFT_GRACE_SECONDS', whole(86_400, 0), 900),
  egressAllow: setting('GOVGATE_EGRESS_ALLOW', addressRanges, []),
  egressHttp: setting('GOVGATE_EGRESS_HTTP', addressRanges, []),
  httpsProxy: optional('GOVGATE_HTTPS_PROXY', proxyUrl),
  httpsProxyHosts: setting('GOVGATE_HTTPS_PROXY_HOSTS', hostPatterns, []),
  noProxy: setting('NO_PROXY', paths, []),
  mcpUserAgent: setting('GOVGATE_MCP_USER_AGENT', headerText, 'node'),
  mcpClientName: setting('GOVGATE_MCP_CLIENT_NAME', headerText, 'mcp-client'),
  mcpClientVersion: setting('GOVGATE_MCP_CLIENT_VERSION', headerText, '1.0.0'),
  secretsFolders: setting('GOVGATE_SECRETS_DIR', paths, []),
  secretVariables: setting('GOVGATE_SECRET_ENV', variableGrants, []),
  logLevel: setting<LogLevel>('GOVGATE_LOG_LEVEL', oneOf(LOG_LEVELS), 'info'),
  extAuthzPort: setting('GOVGATE_EXT_AUTHZ_PORT', PORTS, 0),
  metricsPort: setting('GOVGATE_METRICS_PORT', PORTS, 0),
  readsPerMinute: setting('GOVGATE_RATE_READS_PER_MINUTE', RATES, 600),
  writesPerMinute: setting('GOVGATE_RATE_WRITES_PER_MINUTE', RATES, 120),
  deliveryTestsPerMinute: setting('GOVGATE_RATE_DELIVERY_TESTS_PER_MINUTE', RATES, 10),
  evaluationsPerMinute: setting('GOVGATE_RATE_EVALUATIONS_PER_MINUTE', RATES, 600_000),
  auditedRefusalsPerMinute: setting('GOVGATE_AUDITED_REFUSALS_PER_MINUTE', RATES, 60),
  maxConnections: setting('GOVGATE_MAX_CONNECTIONS', whole(1_000_000), 10_000),
  trustedProxies: setting('GOVGATE_TRUSTED_PROXIES', addressRanges, []),
  consoleEnabled: setting('GOVGATE_CONSOLE', yesOrNo, true),
  consoleOidcClientId: optional('GOVGATE_CONSOLE_OIDC_CLIENT_ID', printable),
  consoleOidcIssuer: optional('GOVGATE_CONSOLE_OIDC_ISSUER', anyText),
  consoleOidcScope: setting('GOVGATE_CONSOLE_OIDC_SCOPE', oidcScope, 'openid'),
  consoleOidcResource: optional('GOVGATE_CONSOLE_OIDC_RESOURCE', resourceUri),
  fourEyes: setting('GOVGATE_APPROVALS_FOUR_EYES', yesOrNo, true),
} as const satisfies Record<string, Setting<unknown, unknown>>;

import { ID_PATTERN, isInFolders, Secret } from '@govgate/domain';
import { type JwtSettings, LOG_LEVELS, type LogLevel, type ServerSettings } from './settings.js';

/** Named values, from the environment and the optional configuration file. */
export type NamedValues = Readonly<Record<string, string | undefined>>;

/** Either settings, or every problem with them, a sentence each. */
export type ReadSettings =
  | { readonly ok: true; readonly settings: ServerSettings }
  | { readonly ok: false; readonly problems: readonly string[] };

/** Reads values one by one and keeps what is wrong with them, so that a bad start names every problem at once. */
class SettingsReader {
  readonly problems: string[] = [];

  constructor(private readonly values: NamedValues) {}

  text(name: string): string | undefined;
  text(name: string, fallback: string): string;
  text(name: string, fallback?: string): string | undefined {
    const value = this.values[name];
    return value === undefined || value === '' ? fallback : value;
  }

  whole(name: string, fallback: number, most: number): number {
    const value = this.text(name);
    if (value === undefined) return fallback;
    const number = /^\d{1,9}$/.test(value) ? Number(value) : Number.NaN;
    if (number <= most) return number;
    this.problems.push(`${name} must be a whole number from 0 to ${most}`);
    return fallback;
  }

  oneOf<T extends string>(name: string, allowed: readonly T[], fallback: T): T {
    const value = this.text(name);
    const known = allowed.find((candidate) => candidate === value);
    if (value !== undefined && known === undefined)
      this.problems.push(`${name} must be one of ${allowed.join(', ')}`);
    return known ?? fallback;
  }

  id(name: string, fallback: string): string {
    const value = this.text(name, fallback);
    if (!ID_PATTERN.test(value))
      this.problems.push(`${name} must be an identifier: letters, digits and ._:- , 128 at most`);
    return value;
  }

  list(name: string): readonly string[] {
    return (this.text(name) ?? '')
      .split(',')
      .map((item) => item.trim())
      .filter((item) => item !== '');
  }

  cidrs(name: string): readonly string[] {
    const ranges = this.list(name);
    if (ranges.some((range) => !CIDR.test(range))) {
      this.problems.push(`${name} must be ranges such as 10.0.0.0/8 or fd00::/8, with commas between them`);
    }
    return ranges;
  }

  /** A URL of one of some schemes. It is a secret as a whole, because it can hold a password. */
  url(name: string, schemes: readonly string[]): Secret<string> | undefined {
    const value = this.text(name);
    if (value === undefined) return undefined;
    if (!schemes.some((scheme) => value.startsWith(`${scheme}://`))) {
      this.problems.push(`${name} must start with ${schemes.map((scheme) => `${scheme}://`).join(' or ')}`);
    }
    return new Secret(value);
  }
}

const CIDR = /^([0-9.]{7,15}\/\d{1,2}|[0-9a-fA-F:.]{2,45}\/\d{1,3})$/;
const ADMIN_TOKEN = /^[\x21-\x7e]{32,512}$/;

/** Parses the settings of a start. */
export const readSettings = (values: NamedValues): ReadSettings => {
  const reader = new SettingsReader(values);
  const settings: ServerSettings = {
    port: reader.whole('GOVGATE_PORT', 8080, 65_535),
    host: reader.text('GOVGATE_HOST', '127.0.0.1'),
    dataFolder: reader.text('GOVGATE_DATA', './.govgate'),
    mongoUrl: reader.url('GOVGATE_MONGO_URL', ['mongodb', 'mongodb+srv']),
    redisUrl: reader.url('GOVGATE_REDIS_URL', ['redis', 'rediss']),
    bootstrapTenant: reader.id('GOVGATE_BOOTSTRAP_TENANT', 'default'),
    bootstrapEnvironment: reader.id('GOVGATE_BOOTSTRAP_ENVIRONMENT', 'production'),
    adminToken: adminToken(reader),
    jwt: jwtSettings(reader),
    keysFile: reader.text('GOVGATE_KEYS_FILE'),
    checkpointFile: reader.text('GOVGATE_CHECKPOINT_FILE'),
    egressAllow: reader.cidrs('GOVGATE_EGRESS_ALLOW'),
    egressHttp: reader.cidrs('GOVGATE_EGRESS_HTTP'),
    secretsFolders: reader.list('GOVGATE_SECRETS_DIR'),
    logLevel: reader.oneOf<LogLevel>('GOVGATE_LOG_LEVEL', LOG_LEVELS, 'info'),
    metricsPort: reader.whole('GOVGATE_METRICS_PORT', 0, 65_535),
    ratePerMinute: {
      reads: reader.whole('GOVGATE_RATE_READS_PER_MINUTE', 600, 1_000_000),
      writes: reader.whole('GOVGATE_RATE_WRITES_PER_MINUTE', 120, 1_000_000),
      delivery_tests: reader.whole('GOVGATE_RATE_DELIVERY_TESTS_PER_MINUTE', 10, 1_000_000),
    },
    fourEyes: reader.oneOf('GOVGATE_APPROVALS_FOUR_EYES', ['true', 'false'], 'true') === 'true',
  };
  const problems = [...reader.problems, ...exposedKeys(settings), ...unknownNames(values)];
  return problems.length === 0 ? { ok: true, settings } : { ok: false, problems };
};

// What lies below a secrets folder can be sent to a destination by whoever manages destinations.
const exposedKeys = ({ keysFile, secretsFolders }: ServerSettings): string[] =>
  keysFile !== undefined && isInFolders(keysFile, secretsFolders)
    ? ['GOVGATE_KEYS_FILE must not lie below a folder of GOVGATE_SECRETS_DIR']
    : [];

const adminToken = (reader: SettingsReader): Secret<string> | undefined => {
  const value = reader.text('GOVGATE_ADMIN_TOKEN');
  if (value === undefined) return undefined;
  if (!ADMIN_TOKEN.test(value))
    reader.problems.push('GOVGATE_ADMIN_TOKEN must be 32 to 512 printable characters without spaces');
  return new Secret(value);
};

const jwtSettings = (reader: SettingsReader): JwtSettings | undefined => {
  const issuer = reader.text('GOVGATE_JWT_ISSUER');
  const audience = reader.text('GOVGATE_JWT_AUDIENCE');
  const jwks = reader.text('GOVGATE_JWT_JWKS');
  const given = [issuer, audience, jwks].filter((value) => value !== undefined).length;
  if (given === 0) return undefined;
  if (issuer === undefined || audience === undefined || jwks === undefined) {
    reader.problems.push(
      'GOVGATE_JWT_ISSUER, GOVGATE_JWT_AUDIENCE and GOVGATE_JWT_JWKS belong together: set all three or none',
    );
    return undefined;
  }
  return { issuer, audience, jwks, tenantClaim: reader.text('GOVGATE_JWT_TENANT_CLAIM', 'tenant_id') };
};

const KNOWN = new Set([
  'GOVGATE_PORT',
  'GOVGATE_HOST',
  'GOVGATE_DATA',
  'GOVGATE_MONGO_URL',
  'GOVGATE_REDIS_URL',
  'GOVGATE_BOOTSTRAP_TENANT',
  'GOVGATE_BOOTSTRAP_ENVIRONMENT',
  'GOVGATE_ADMIN_TOKEN',
  'GOVGATE_JWT_ISSUER',
  'GOVGATE_JWT_AUDIENCE',
  'GOVGATE_JWT_JWKS',
  'GOVGATE_JWT_TENANT_CLAIM',
  'GOVGATE_KEYS_FILE',
  'GOVGATE_CHECKPOINT_FILE',
  'GOVGATE_EGRESS_ALLOW',
  'GOVGATE_EGRESS_HTTP',
  'GOVGATE_SECRETS_DIR',
  'GOVGATE_LOG_LEVEL',
  'GOVGATE_METRICS_PORT',
  'GOVGATE_RATE_READS_PER_MINUTE',
  'GOVGATE_RATE_WRITES_PER_MINUTE',
  'GOVGATE_RATE_DELIVERY_TESTS_PER_MINUTE',
  'GOVGATE_APPROVALS_FOUR_EYES',
]);

// A misspelt setting would otherwise be a silent default. Names for tests are no settings.
const unknownNames = (values: NamedValues): string[] =>
  Object.keys(values)
    .filter((name) => name.startsWith('GOVGATE_') && !name.startsWith('GOVGATE_TEST_') && !KNOWN.has(name))
    .sort()
    .map((name) => `${name} is no setting of govgate`);

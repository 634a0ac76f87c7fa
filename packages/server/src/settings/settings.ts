import type { ConsoleOidc } from '@govgate/console';
import type { Secret, VariableGrant } from '@govgate/domain';
import type { JwtSettings } from '../identity/jwt-settings.js';
import type { LogLevel } from '../system/log-level.js';

/** All settings of a start, parsed once (decisions, section 14). */
export interface ServerSettings {
  readonly port: number;
  readonly host: string;
  /** Where callers reach the service; undefined: the address that it listens on. */
  readonly publicUrl: string | undefined;
  /** The folder of the embedded store. */
  readonly dataFolder: string;
  readonly mongoUrl: Secret<string> | undefined;
  readonly redisUrl: Secret<string> | undefined;
  readonly bootstrapTenant: string;
  readonly bootstrapEnvironment: string;
  readonly adminToken: Secret<string> | undefined;
  readonly jwt: JwtSettings | undefined;
  readonly keysFile: string | undefined;
  /** Where every checkpoint is appended. */
  readonly checkpointFile: string | undefined;
  /** After so many days events of the trail are sealed; undefined: they stay for ever. */
  readonly auditRetentionDays: number | undefined;
  readonly egressAllow: readonly string[];
  readonly egressHttp: readonly string[];
  /** Folders that `file:` references of tenants are read below. */
  readonly secretsFolders: readonly string[];
  /** Which environment variables `env:` references may resolve to, and whose. */
  readonly secretVariables: readonly VariableGrant[];
  readonly logLevel: LogLevel;
  /** 0: no metrics. */
  readonly metricsPort: number;
  readonly ratePerMinute: {
    readonly reads: number;
    readonly writes: number;
    readonly delivery_tests: number;
    readonly evaluations: number;
  };
  /** Refused changes of a caller that have an audit event each; the rest of a minute are summed up. 0: all have. */
  readonly auditedRefusalsPerMinute: number;
  /** Connections of the API at a time; 0: as many as come. */
  readonly maxConnections: number;
  /** Whether the console is served. */
  readonly consoleEnabled: boolean;
  /** Where people of the console sign in; undefined: they paste a token. */
  readonly consoleOidc: ConsoleOidc | undefined;
  /** Whether people who had a hand in a record are kept from approving it. */
  readonly fourEyes: boolean;
  /** Ranges of the proxies in front, whose X-Forwarded-For counts. */
  readonly trustedProxies: readonly string[];
}

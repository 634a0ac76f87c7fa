import type { CheckedName } from '@govgate/application';
import type { ConsoleOidc } from '@govgate/console';
import type { Secret } from '@govgate/domain';
import type { VariableGrant } from '@govgate/domain/internal';
import type { JwtSettings } from '../identity/jwt-settings.js';
import type { LogLevel } from '../system/log-level.js';

/** All settings of a process, parsed once (docs/spec/operations.md). */
export interface ServerSettings {
  readonly port: number;
  readonly host: string;
  /** The public address; undefined: the listening address. */
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
  /** The private key that signs the Security Event Tokens that are sent; undefined: none are. */
  readonly ssfKeyFile: string | undefined;
  /** Whether the server keys may be kept in MongoDB, where no file is named. */
  readonly keysInStore: boolean;
  /** File to which every checkpoint is appended. */
  readonly checkpointFile: string | undefined;
  /** Days after which events of the trail are sealed; undefined: never. */
  readonly auditRetentionDays: number | undefined;
  /** How long a tool of an MCP server that cannot be compared with its approval may still be called. */
  readonly driftGraceSeconds: number;
  /** The headers that name who makes a checked call, and to which server. */
  readonly checkHeaders: Readonly<Record<CheckedName, string>>;
  /** How long new connections are still served after SIGTERM, while `/readyz` says not ready. */
  readonly drainSeconds: number;
  readonly egressAllow: readonly string[];
  readonly egressHttp: readonly string[];
  /** The proxy that https goes through, the names that it may be asked for, and those that go around it. */
  readonly httpsProxy: Secret<URL> | undefined;
  readonly httpsProxyHosts: readonly string[];
  readonly noProxy: readonly string[];
  /** Whom MCP servers take their reader for. */
  readonly mcpUserAgent: string;
  readonly mcpClientName: string;
  readonly mcpClientVersion: string;
  /** Folders below which tenants' `file:` references are resolved. */
  readonly secretsFolders: readonly string[];
  /** Which environment variables `env:` references may resolve to, and for whom. */
  readonly secretVariables: readonly VariableGrant[];
  readonly logLevel: LogLevel;
  /** Where gateways ask over gRPC; 0: nowhere. */
  readonly extAuthzPort: number;
  /** 0: no metrics. */
  readonly metricsPort: number;
  readonly ratePerMinute: {
    readonly reads: number;
    readonly writes: number;
    readonly delivery_tests: number;
    readonly evaluations: number;
  };
  /** Refusals of a caller per minute with their own audit event; the rest are summarised. 0: all have one. */
  readonly auditedRefusalsPerMinute: number;
  /** Maximum connections of the API; 0: unlimited. */
  readonly maxConnections: number;
  /** Whether the console is served. */
  readonly consoleEnabled: boolean;
  /** Where console users sign in; undefined: they paste a token. */
  readonly consoleOidc: ConsoleOidc | undefined;
  /** Whether people involved in a record are barred from approving it. */
  readonly fourEyes: boolean;
  /** Ranges of the proxies in front, whose X-Forwarded-For is trusted. */
  readonly trustedProxies: readonly string[];
}

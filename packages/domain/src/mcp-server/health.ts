import { epochMsOf, type Instant } from '../instant.js';

export const SERVER_HEALTH_STATUSES = ['healthy', 'degraded', 'unhealthy', 'unknown'] as const;
export type ServerHealthStatus = (typeof SERVER_HEALTH_STATUSES)[number];

export const CONNECTOR_STATUSES = [
  'connected',
  'disconnected',
  'auth_required',
  'disabled',
  'unknown',
] as const;
export type ConnectorStatus = (typeof CONNECTOR_STATUSES)[number];

interface ProbeRow {
  /** Whether something speaking for the server answered at its address. */
  readonly routeAvailable: boolean;
  readonly connectorStatus: ConnectorStatus;
  /** Whether it counts as a consecutive failure. */
  readonly fails: boolean;
}

const unreachable: ProbeRow = { routeAvailable: false, connectorStatus: 'disconnected', fails: true };

/** The meaning of each probe outcome. The probe carries no credential, so 401 is an answer, not a failure (docs/spec/mcp-servers.md). */
export const PROBE_OUTCOMES = {
  ok: { routeAvailable: true, connectorStatus: 'connected', fails: false },
  http_401: { routeAvailable: true, connectorStatus: 'auth_required', fails: false },
  http_403: { routeAvailable: true, connectorStatus: 'disconnected', fails: true },
  dns_failed: unreachable,
  connection_refused: unreachable,
  tls_failed: unreachable,
  timeout: unreachable,
  http_3xx: unreachable,
  http_404: unreachable,
  http_5xx: unreachable,
  handshake_invalid: unreachable,
  ssrf_blocked: unreachable,
  secret_ref_unresolved: unreachable,
  // Whatever it says, it speaks the protocol (docs/spec/mcp-servers.md).
  rpc_error: { routeAvailable: true, connectorStatus: 'connected', fails: false },
} as const satisfies Record<string, ProbeRow>;
export type ProbeOutcome = keyof typeof PROBE_OUTCOMES;

/** Why a live server could not be read. `limit_exceeded`: its answer is too large. */
export type ReadFailure = Exclude<ProbeOutcome, 'ok'> | 'limit_exceeded';

/** Why a server is not fully healthy; otherwise "". */
export type HealthFailureReason = '' | 'never_checked' | 'tool_unverified' | Exclude<ProbeOutcome, 'ok'>;

/** The stored result of a server's probes: a fact, written without an audit event. */
export interface McpServerHealth {
  readonly serverId: string;
  readonly tenantId: string;
  readonly environmentId: string;
  readonly status: ServerHealthStatus;
  readonly routeAvailable: boolean;
  readonly latencyMs: number;
  /** "" while never checked; so is `checkedBy`. */
  readonly lastCheckedAt: Instant | '';
  readonly checkedBy: string;
  readonly failureReason: HealthFailureReason;
  readonly connectorStatus: ConnectorStatus;
  readonly failuresInARow: number;
}

/** Consecutive failures after which a server is unhealthy. */
export const UNHEALTHY_FROM = 3;
/** Time between rounds of probes. */
export const PROBE_ROUND_SECONDS = 60;
/** Missed rounds after which a result is meaningless. */
const PROBE_ROUNDS_KEPT = 3;

/** The health of a server that was never probed. */
export const neverProbed = (
  server: Pick<McpServerHealth, 'serverId' | 'tenantId' | 'environmentId'>,
): McpServerHealth => ({
  serverId: server.serverId,
  tenantId: server.tenantId,
  environmentId: server.environmentId,
  status: 'unknown',
  routeAvailable: false,
  latencyMs: 0,
  lastCheckedAt: '',
  checkedBy: '',
  failureReason: 'never_checked',
  connectorStatus: 'unknown',
  failuresInARow: 0,
});

/** The health after a probe: healthy after a success, degraded after one or two failures, unhealthy from the third consecutive one. */
export const healthAfterProbe = (
  before: McpServerHealth,
  probe: { readonly outcome: ProbeOutcome; readonly latencyMs: number; readonly checkedBy: string },
  now: Instant,
): McpServerHealth => {
  const { routeAvailable, connectorStatus, fails } = PROBE_OUTCOMES[probe.outcome];
  const failuresInARow = fails ? before.failuresInARow + 1 : 0;
  return {
    ...before,
    status: statusOf(failuresInARow),
    routeAvailable,
    latencyMs: Math.max(0, Math.round(probe.latencyMs)),
    lastCheckedAt: now,
    checkedBy: probe.checkedBy,
    failureReason: probe.outcome === 'ok' ? '' : probe.outcome,
    connectorStatus,
    failuresInARow,
  };
};

/**
 * The health to show at a given time: unknown once older than three rounds; a disabled server's connector says so; a server with tools that
 * cannot be compared with their approval is not healthy, however it answers (docs/spec/mcp-servers.md).
 */
export const healthAt = (
  health: McpServerHealth,
  server: {
    readonly disabledAt: Instant | null;
    readonly driftedTools: readonly { readonly gatewayStatus: string }[];
  },
  nowMs: number,
): McpServerHealth => {
  if (server.disabledAt !== null)
    return { ...health, status: 'unknown', routeAvailable: false, connectorStatus: 'disabled' };
  if (health.lastCheckedAt === '') return health;
  const age = nowMs - epochMsOf(health.lastCheckedAt);
  if (age <= PROBE_ROUNDS_KEPT * PROBE_ROUND_SECONDS * 1000) {
    const isVerified = !server.driftedTools.some(({ gatewayStatus }) => gatewayStatus === 'unverified');
    if (isVerified || health.status !== 'healthy') return health;
    return { ...health, status: 'degraded', failureReason: 'tool_unverified' };
  }
  return { ...health, status: 'unknown', routeAvailable: false, connectorStatus: 'unknown' };
};

const statusOf = (failuresInARow: number): ServerHealthStatus => {
  if (failuresInARow === 0) return 'healthy';
  return failuresInARow < UNHEALTHY_FROM ? 'degraded' : 'unhealthy';
};

import { addSeconds, type Instant } from '../instant.js';
import type { ReadFailure } from './health.js';
import type { DriftedTool, McpServer } from './mcp-server.js';
import type { PinnedReading } from './pin-reading.js';
import type { ReadCredential } from './read-credential.js';
import type { LiveReading } from './tool-definition.js';

/** The outcome of reading a live server. */
export type ReadOutcome =
  | { readonly read: true; readonly reading: LiveReading }
  | { readonly read: false; readonly because: ReadFailure };

/** The same as it may be stored. */
export type KeptOutcome =
  | { readonly read: true; readonly reading: PinnedReading }
  | { readonly read: false; readonly because: ReadFailure };

/** The state of a live server's readings (docs/spec/mcp-servers.md): a fact, written without an audit event. */
export interface McpServerReading {
  readonly serverId: string;
  readonly tenantId: string;
  readonly environmentId: string;
  /** The approved snapshot it was compared with; "" before the first reading. */
  readonly snapshotId: string;
  /** When it was last read; "" while never. */
  readonly readAt: Instant | '';
  /** "" if it could be read. */
  readonly failureReason: '' | ReadFailure;
  /** When its whole list was last read; "" while never. */
  readonly listedAt: Instant | '';
  /** Claimed until then; "": unclaimed. */
  readonly claimedUntil: Instant | '';
  readonly dueAt: Instant;
}

/** A caller's request to read a live server. A worker fills in the outcome. */
export interface McpReadRequest {
  readonly requestId: string;
  readonly tenantId: string;
  readonly environmentId: string;
  readonly endpoint: string;
  readonly credential: ReadCredential | null;
  readonly requestedAt: Instant;
  readonly outcome: KeptOutcome | null;
}

/** Maximum time between two readings of a server; together with the round that notices it and the reading itself it is five minutes. */
const READ_EVERY_SECONDS = 210;
/** Random advance of a reading, so that servers are not read in step. */
const JITTER_SECONDS = 30;
/** Longer than a reading takes, including closing its session. A process that dies during one blocks its server for this long. */
const CLAIM_SECONDS = 60;

/**
 * Whether a server should be read now: it is due, another snapshot is live, or a tool that cannot be compared is to be revoked; and nobody is
 * reading it.
 */
export const isReadingDue = (
  reading: McpServerReading | undefined,
  server: Pick<McpServer, 'liveSnapshot' | 'driftedTools'>,
  { now, graceSeconds }: { readonly now: Instant; readonly graceSeconds: number },
): boolean => {
  if (reading === undefined) return true;
  if (reading.claimedUntil > now) return false;
  const { failureReason } = reading;
  return (
    reading.dueAt <= now ||
    reading.claimedUntil !== '' ||
    reading.snapshotId !== server.liveSnapshot?.snapshotId ||
    server.driftedTools.some((tool) => isGraceOver(tool, { failureReason, now, graceSeconds }))
  );
};

/** Failures in which nothing of the server was reached. */
const UNREACHED: ReadonlySet<string> = new Set([
  'dns_failed',
  'connection_refused',
  'tls_failed',
  'timeout',
  'ssrf_blocked',
]);
/** A server that is not reached at all has this many times the grace of one that answers: an outage is no sign of a change. */
const GRACES_UNREACHED = 4;

/** Whether a tool that cannot be compared with its approval, and may still be called, has been so for too long (docs/spec/mcp-servers.md). */
export const isGraceOver = (
  tool: Pick<DriftedTool, 'gatewayStatus' | 'revocationId' | 'detectedAt'>,
  { failureReason, now, graceSeconds }: { failureReason: string; now: Instant; graceSeconds: number },
): boolean =>
  tool.gatewayStatus === 'unverified' &&
  tool.revocationId === null &&
  addSeconds(tool.detectedAt, graceSeconds * (UNREACHED.has(failureReason) ? GRACES_UNREACHED : 1)) <= now;

/** Claims a server for a reading: the first to write this gets it. */
export const claimReading = (
  reading: McpServerReading | undefined,
  server: Pick<McpServer, 'serverId' | 'tenantId' | 'environmentId'>,
  now: Instant,
): McpServerReading => ({
  serverId: server.serverId,
  tenantId: server.tenantId,
  environmentId: server.environmentId,
  snapshotId: reading?.snapshotId ?? '',
  readAt: reading?.readAt ?? '',
  failureReason: reading?.failureReason ?? '',
  listedAt: reading?.listedAt ?? '',
  claimedUntil: addSeconds(now, CLAIM_SECONDS),
  dueAt: reading?.dueAt ?? now,
});

/** The state of a server's readings after one of them. `chance`: from 0 to 1. */
export const readingDone = (
  claimed: McpServerReading,
  { snapshotId, outcome, chance }: { snapshotId: string; outcome: ReadOutcome | KeptOutcome; chance: number },
  now: Instant,
): McpServerReading => ({
  ...claimed,
  snapshotId,
  readAt: now,
  failureReason: outcome.read ? '' : outcome.because,
  listedAt: outcome.read ? now : claimed.listedAt,
  claimedUntil: '',
  dueAt: addSeconds(now, READ_EVERY_SECONDS - Math.floor(chance * JITTER_SECONDS)),
});

/** Makes a server due at once: it is reachable again. */
export const readingWanted = (reading: McpServerReading, now: Instant): McpServerReading => ({
  ...reading,
  dueAt: now,
});

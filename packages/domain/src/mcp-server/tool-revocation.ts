import type { Instant } from '../instant.js';
import type { Revocation } from '../revocation.js';
import type { DriftedTool, McpServer } from './mcp-server.js';

/** A tool's name in the feed (docs/spec/mcp-servers.md). */
export const toolSubject = (serverId: string, toolId: string): string => `${serverId}/${toolId}`;

type ServerRef = Pick<McpServer, 'tenantId' | 'environmentId' | 'serverId'>;

/** The order to block calls to a tool that does not match its approval, or can no longer be compared with it. */
export const revocationOfTool = (
  server: ServerRef,
  { toolId, revocationId, gatewayStatus }: DriftedTool,
  now: Instant,
): Revocation => ({
  revocationId: revocationId ?? '',
  tenantId: server.tenantId,
  environmentId: server.environmentId,
  subjectType: 'mcp_tool',
  subjectId: toolSubject(server.serverId, toolId),
  effectiveAt: now,
  reasonCode: gatewayStatus === 'unverified' ? 'tool_unverified' : 'tool_drift_detected',
});

/** The entry that lifts a tool's revocation; none if it has none. */
export const liftOfTool = (
  server: ServerRef,
  { toolId, revocationId: lifts }: DriftedTool,
  { revocationId, reasonCode, now }: { revocationId: string; reasonCode: string; now: Instant },
): Revocation[] =>
  lifts === null
    ? []
    : [
        {
          revocationId,
          tenantId: server.tenantId,
          environmentId: server.environmentId,
          subjectType: 'mcp_tool',
          subjectId: toolSubject(server.serverId, toolId),
          effectiveAt: now,
          reasonCode,
          lifts,
        },
      ];

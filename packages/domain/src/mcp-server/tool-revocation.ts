import type { Instant } from '../instant.js';
import type { Revocation } from '../revocation.js';
import type { DriftedTool, McpServer } from './mcp-server.js';

/** What the feed calls a tool (decisions, section 16). */
export const toolSubject = (serverId: string, toolId: string): string => `${serverId}/${toolId}`;

type Place = Pick<McpServer, 'tenantId' | 'environmentId' | 'serverId'>;

/** The order to let no call reach a tool that is not as approved. */
export const revocationOfTool = (
  server: Place,
  { toolId, revocationId }: DriftedTool,
  now: Instant,
): Revocation => ({
  revocationId: revocationId ?? '',
  tenantId: server.tenantId,
  environmentId: server.environmentId,
  subjectType: 'mcp_tool',
  subjectId: toolSubject(server.serverId, toolId),
  effectiveAt: now,
  reasonCode: 'tool_drift_detected',
});

/** The entry that lifts a tool's revocation; none where it has none. */
export const liftOfTool = (
  server: Place,
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

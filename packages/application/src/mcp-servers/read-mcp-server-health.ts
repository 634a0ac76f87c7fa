import { type McpServerHealth, ok } from '@govgate/domain';
import { healthAt, neverProbed } from '@govgate/domain/internal';
import { mcpServerHealthKind } from '@govgate/ports';
import type { UseCase } from '../call/context.js';
import { loadRecord } from '../call/load-record.js';
import type { Ports } from '../call/ports.js';
import { type ServerRef, serverAccess } from './load-server.js';

/** The health of a server's backend (docs/spec/mcp-servers.md#submissions). */
export interface HealthView
  extends Omit<McpServerHealth, 'serverId' | 'tenantId' | 'environmentId' | 'failuresInARow'> {
  /** The record's part of the ETag. */
  readonly tag: string;
}

/** Answers the probes' results (docs/spec/mcp-servers.md#health). It never probes: a read must not cause traffic. */
export const makeReadMcpServerHealth =
  ({ records, clock }: Pick<Ports, 'records' | 'clock'>): UseCase<ServerRef, HealthView> =>
  async (context, ref) => {
    const loaded = await loadRecord(records, context, serverAccess(ref, 'mcp_server.read'));
    if (!loaded.ok) return loaded;
    const { record: server, version } = loaded.value.stored;
    const stored = await records.get(mcpServerHealthKind, ref.scope, ref.serverId);
    const { status, routeAvailable, latencyMs, lastCheckedAt, checkedBy, failureReason, connectorStatus } =
      healthAt(stored?.record ?? neverProbed(server), server, clock.epochMs());
    return ok({
      status,
      routeAvailable,
      latencyMs,
      lastCheckedAt,
      checkedBy,
      failureReason,
      connectorStatus,
      // What drifted is part of the server's own record.
      tag: `${version}.${stored?.version ?? 0}`,
    });
  };

import type { DefinitionSetting, McpServer, McpServerReading, McpSubmission } from '@govgate/domain';
import { mcpServerReadingKind, type Stored } from '@govgate/ports';
import type { Ports } from '../call/ports.js';
import { settingsOf } from '../environments/environment-settings.js';
import { liveOf, pendingOf } from './load-server.js';

/** A server with its two relevant submissions: the live and the pending one. */
export interface CurrentServer {
  readonly server: Stored<McpServer>;
  readonly live: Stored<McpSubmission> | undefined;
  readonly pending: Stored<McpSubmission> | undefined;
  /** The state of its readings. */
  readonly reading: McpServerReading | undefined;
  /** What its environment wants to know of called tools. */
  readonly definitions: DefinitionSetting;
}

export const currentServer = async (
  records: Ports['records'],
  server: Stored<McpServer>,
): Promise<CurrentServer> => {
  const { tenantId, environmentId, serverId } = server.record;
  const scope = { tenantId, environmentId };
  const [live, pending, reading, settings] = await Promise.all([
    liveOf(records, server.record),
    pendingOf(records, server.record),
    records.get(mcpServerReadingKind, scope, serverId),
    settingsOf({ records }, scope),
  ]);
  return { server, live, pending, reading: reading?.record, definitions: settings.record.definitions };
};

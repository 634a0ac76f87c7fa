import { ok } from '@govgate/domain';
import type { UseCase } from '../call/context.js';
import { loadRecord } from '../call/load-record.js';
import type { Ports } from '../call/ports.js';
import { currentServer } from './current-server.js';
import { type ServerRef, serverAccess } from './load-server.js';
import { type McpServerDetail, mcpServerDetail } from './mcp-server-view.js';

/** Reads a server with its live manifest, in which drifted tools are `changed`. */
export const makeReadMcpServer =
  ({ records }: Pick<Ports, 'records'>): UseCase<ServerRef, McpServerDetail> =>
  async (context, ref) => {
    const loaded = await loadRecord(records, context, serverAccess(ref, 'mcp_server.read'));
    if (!loaded.ok) return loaded;
    const { server, live, pending, reading, definitions } = await currentServer(records, loaded.value.stored);
    return ok(
      mcpServerDetail(context, server, {
        live: live?.record,
        pending: pending?.record,
        reading,
        definitions,
      }),
    );
  };

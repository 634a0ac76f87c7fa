import { ok } from '@govgate/domain';
import type { UseCase } from '../call/context.js';
import { loadRecord } from '../call/load-record.js';
import type { Ports } from '../call/ports.js';
import { type ServerRef, wantedServer } from './load-server.js';
import { type McpServerDetail, mcpServerDetail } from './mcp-server-view.js';
import { standingOf } from './standing-server.js';

/** Reads a server with its live manifest, in which drifted tools are `changed`. */
export const makeReadMcpServer =
  ({ records }: Pick<Ports, 'records'>): UseCase<ServerRef, McpServerDetail> =>
  async (context, ref) => {
    const loaded = await loadRecord(records, context, wantedServer(ref, 'mcp_server.read'));
    if (!loaded.ok) return loaded;
    const { server, live, pending, reading, definitions } = await standingOf(records, loaded.value.stored);
    return ok(
      mcpServerDetail(context, server, {
        live: live?.record,
        pending: pending?.record,
        reading,
        definitions,
      }),
    );
  };

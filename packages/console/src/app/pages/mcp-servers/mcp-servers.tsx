import type { McpServer, McpServerDetail } from '@govgate/client';
import { findIn } from '../../parts/find-in.js';
import { type ListDef, ListPage, unchecked } from '../../parts/list-page.js';
import { makes } from '../../parts/make-fields.js';
import { pageOf } from '../../parts/page-of.js';
import { type RecordDef, RecordPage } from '../../parts/record-page.js';
import { panelOfList } from '../../parts/record-panel.js';
import { Badge, Code, Moment, Text } from '../../parts/text.js';
import { verb } from '../../parts/verb.js';
import { texts } from '../../texts.js';
import type { ResourcePage } from '../list-and-record.js';
import { registerFromLive } from './register-from-live.js';
import { registerFromServerJson } from './register-from-server-json.js';
import { ServerParts } from './server-parts.js';
import { submissionRecord } from './submission.js';

const t = texts.servers;

const list: ListDef<McpServer> = {
  title: t.title,
  path: 'mcp-servers',
  filters: [
    { name: 'owner_team', label: t.team },
    {
      name: 'registration_status',
      label: t.status,
      values: ['draft', 'active', 'deprecated', 'disabled'],
    },
  ],
  columns: [
    { head: t.name, cell: (one) => <Text of={one.name} />, sort: 'name' },
    { head: t.server, cell: (one) => <Code of={one.server_id} /> },
    { head: t.status, cell: (one) => <Badge of={one.registration_status} /> },
    { head: t.team, cell: (one) => <Code of={one.owner_team} /> },
    {
      head: t.waiting,
      cell: (one) => <Badge of={one.pending_submission_id === null ? null : 'pending_review'} />,
    },
    { head: t.drift, cell: (one) => (one.drifted_tools.length === 0 ? texts.none : <Badge of="changed" />) },
  ],
  idOf: (one) => one.server_id,
  ask: async (client, query, options) => pageOf(await client.listMcpServers(unchecked(query), options)),
  whenEmpty: t.whenEmpty,
  creates: (api) =>
    [registerFromLive(api), registerFromServerJson(api)].flatMap((change) =>
      makes(api, 'mcp_server.register', change),
    ),
};

const record: RecordDef<McpServerDetail> = {
  read: (client, id, options) => client.readMcpServer({ server_id: id }, options),
  titleOf: (one) => one.name,
  facts: (one) => [
    [t.server, <Code of={one.server_id} />],
    [t.status, <Badge of={one.registration_status} />],
    [t.team, <Code of={one.owner_team} />],
    [t.snapshot, <Code of={one.live_snapshot?.version} />],
    [t.hash, <Code of={one.live_snapshot?.manifest_hash} />],
    [t.since, <Moment of={one.live_snapshot?.activated_at} />],
    [t.readAt, <Moment of={one.live_reading?.read_at} />],
    [t.readFailure, <Code of={one.live_reading?.failure_reason} />],
  ],
  actionsOf: (one) => one.permissions.allowed_actions,
  changes: () => [
    verb({
      action: 'submit',
      label: t.read,
      says: t.readSays,
      send: ({ client, record: { server_id }, body, options }) =>
        client.readMcpTools({ server_id, body }, options),
    }),
    verb({
      action: 'deprecate',
      label: t.deprecate,
      says: t.deprecateSays,
      isGrave: true,
      wordsRequired: true,
      send: ({ client, record: { server_id }, body: { reason_code, ...body }, options }) =>
        client.deprecateMcpServer(
          { server_id, body: { reason_code, reason: 'reason' in body ? String(body.reason) : '' } },
          options,
        ),
    }),
    verb({
      action: 'enable',
      label: texts.enable,
      says: t.enableSays,
      send: ({ client, record: { server_id }, body, options }) =>
        client.enableMcpServer({ server_id, body }, options),
    }),
    verb({
      action: 'disable',
      label: texts.disable,
      says: t.disableSays,
      isGrave: true,
      codes: ['incident_response', 'drift'],
      send: ({ client, record: { server_id }, body, options }) =>
        client.disableMcpServer({ server_id, body }, options),
    }),
  ],
  Below: ServerParts,
  everyMs: 15_000,
};

/** MCP servers: what was approved, their current state, and pending reviews. */
export const mcpServers: ResourcePage<McpServer, McpServerDetail> = {
  list,
  record,
  find: findIn(list),
  Page: ({ rest: [server, submission] }) => {
    if (server === undefined) return <ListPage list={list} panelOf={panelOfList(list, record)} />;
    if (submission === undefined)
      return <RecordPage def={record} id={server} above={[[list.title, list.path]]} />;
    return (
      <RecordPage
        def={submissionRecord(server)}
        id={submission}
        above={[
          [list.title, list.path],
          [server, `${list.path}/${encodeURIComponent(server)}`],
        ]}
      />
    );
  },
};

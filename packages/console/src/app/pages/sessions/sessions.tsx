import type { ClientSession } from '@govgate/client';
import { prepare } from '../../parts/bulk.js';
import { unchecked } from '../../parts/list-page.js';
import { pageOf } from '../../parts/page-of.js';
import { RecordLink, RecordLinks } from '../../parts/record-link.js';
import type { RecordDef } from '../../parts/record-page.js';
import { Badge, Code, Moment } from '../../parts/text.js';
import { verb } from '../../parts/verb.js';
import { texts } from '../../texts.js';
import { listAndRecord } from '../list-and-record.js';
import { Spread } from './spread.js';

const t = texts.sessions;

const CODES = ['incident_response', 'user_request', 'policy_violation', 'left_the_company'];

const record: RecordDef<ClientSession> = {
  read: (client, id, options) => client.readSession({ client_session_id: id }, options),
  titleOf: (one) => one.client_session_id,
  facts: (one) => [
    [t.state, <Badge of={one.state} />],
    [t.user, <Code of={one.user_id} />],
    [t.agent, <RecordLink type="agent" id={one.agent_id} />],
    [t.surface, <RecordLink type="client_surface" id={one.client_surface_id} />],
    [t.bindings, <RecordLinks type="credential_binding" ids={one.credential_binding_ids} />],
    [t.backends, <Code of={one.backend_session_ids.join(', ')} />],
    [t.since, <Moment of={one.created_at} />],
    [t.lastSeen, <Moment of={one.last_seen_at} />],
  ],
  actionsOf: (one) => one.permissions.allowed_actions,
  changes: () => [
    verb({
      action: 'terminate',
      label: t.terminate,
      says: t.terminateSays,
      isGrave: true,
      codes: CODES,
      send: ({ client, record: { client_session_id }, body, options }) =>
        client.terminateSession({ client_session_id, body }, options),
    }),
  ],
  Below: ({ record }) =>
    record.revocation_id === null ? null : <Spread revocationId={record.revocation_id} />,
  everyMs: 5_000,
};

/** Who is connected through what, ending a session, and which data planes have applied that. */
export const sessions = listAndRecord<ClientSession, ClientSession>({
  list: {
    title: t.title,
    path: 'sessions',
    filters: [
      { name: 'user_id', label: t.user, pick: 'user' },
      {
        name: 'state',
        label: t.state,
        values: ['pending', 'active', 'idle', 'draining', 'terminated', 'expired'],
      },
      { name: 'agent_id', label: t.agent, pick: 'agent' },
      { name: 'client_surface_id', label: t.surface, pick: 'client_surface' },
      { name: 'credential_binding_id', label: t.binding },
    ],
    columns: [
      { head: t.session, cell: (one) => <Code of={one.client_session_id} />, sort: 'name' },
      { head: t.state, cell: (one) => <Badge of={one.state} /> },
      { head: t.user, cell: (one) => <Code of={one.user_id} /> },
      { head: t.agent, cell: (one) => <Code of={one.agent_id} /> },
      { head: t.surface, cell: (one) => <Code of={one.client_surface_id} /> },
      { head: t.since, cell: (one) => <Moment of={one.created_at} />, sort: 'created' },
      { head: t.lastSeen, cell: (one) => <Moment of={one.last_seen_at} /> },
    ],
    idOf: (one) => one.client_session_id,
    ask: async (client, query, options) => pageOf(await client.listSessions(unchecked(query), options)),
    whenEmpty: t.whenEmpty,
    everyMs: 10_000,
    bulk: {
      acts: [
        { actions: ['terminate'], label: t.terminate, says: t.terminateSays, isGrave: true, codes: CODES },
      ],
      actionsOf: (one) => one.permissions.allowed_actions,
      nameOf: (one) => `${one.client_session_id} (${one.user_id})`,
      prepare: ({ client_session_id: id }, api, actions) => prepare(api, { def: record, id }, actions),
    },
  },
  record,
});

import type { ClientSurface } from '@govgate/client';
import type { Change } from '../../parts/change-buttons.js';
import { unchecked } from '../../parts/list-page.js';
import { makes } from '../../parts/make-fields.js';
import { pageOf } from '../../parts/page-of.js';
import { Badge, Code, Text } from '../../parts/text.js';
import { TouchedSessions } from '../../parts/touched-sessions.js';
import { camelVerb } from '../../parts/verb.js';
import { texts } from '../../texts.js';
import { listAndRecord } from '../list-and-record.js';
import { CLIENT_TYPES, createSurface, updateSurface } from './surface-forms.js';

const t = texts.surfaces;
const CODES = ['reviewed', 'incident_response', 'owner_request'];

const Touched = ({ record }: { readonly record: ClientSurface }) => (
  <TouchedSessions by={{ client_surface_id: record.clientSurfaceId }} />
);

/** Client surfaces: the programs through which people reach the gateway, and their owners. */
export const surfaces = listAndRecord<ClientSurface, ClientSurface>({
  list: {
    title: t.title,
    path: 'surfaces',
    filters: [
      { name: 'owner_team', label: t.team },
      { name: 'lifecycle_state', label: t.state, values: ['draft', 'active', 'disabled', 'archived'] },
      {
        name: 'client_type',
        label: t.type,
        values: CLIENT_TYPES,
      },
    ],
    columns: [
      { head: t.name, cell: (one) => <Text of={one.displayName} />, sort: 'displayName' },
      { head: t.surface, cell: (one) => <Code of={one.clientSurfaceId} /> },
      { head: t.state, cell: (one) => <Badge of={one.lifecycleState} /> },
      { head: t.approval, cell: (one) => <Badge of={one.approvalState} /> },
      { head: t.team, cell: (one) => <Code of={one.owner.team} /> },
      { head: t.sessions, cell: (one) => one.activeSessionCount, sort: 'activeSessionCount' },
    ],
    idOf: (one) => one.clientSurfaceId,
    ask: async (client, query, options) => pageOf(await client.listClientSurfaces(unchecked(query), options)),
    whenEmpty: t.whenEmpty,
    creates: (api) => makes(api, 'client_surface.manage', createSurface(api)),
  },
  record: {
    read: (client, id, options) => client.readClientSurface({ client_surface_id: id }, options),
    titleOf: (one) => one.displayName,
    facts: (one) => [
      [t.surface, <Code of={one.clientSurfaceId} />],
      [t.state, <Badge of={one.lifecycleState} />],
      [t.approval, <Badge of={one.approvalState} />],
      [t.revocation, <Badge of={one.revocationState} />],
      [t.type, <Code of={one.clientType} />],
      [t.auth, <Code of={one.authType} />],
      [t.team, <Code of={one.owner.team} />],
      [t.owner, <Code of={one.owner.userId} />],
      [t.escalation, <Text of={one.owner.escalationContact} />],
      [t.environments, <Code of={one.allowedEnvironmentIds.join(', ')} />],
      [t.sessions, String(one.activeSessionCount)],
      [t.denials, String(one.recentDenyCount)],
    ],
    actionsOf: (one) => one.permissions.allowedActions,
    changes: (_, api) => [updateSurface(api), ...lifecycle],
  },
});

const lifecycle: readonly Change<ClientSurface>[] = [
  camelVerb({
    action: 'approve',
    label: texts.approve,
    says: t.approveSays,
    codes: CODES,
    send: ({ client, record, body, options }) =>
      client.approveClientSurface({ client_surface_id: record.clientSurfaceId, body }, options),
  }),
  camelVerb({
    action: 'reject',
    label: texts.reject,
    says: t.rejectSays,
    codes: CODES,
    isGrave: true,
    send: ({ client, record, body, options }) =>
      client.rejectClientSurface({ client_surface_id: record.clientSurfaceId, body }, options),
  }),
  camelVerb({
    action: 'enable',
    label: texts.enable,
    says: t.enableSays,
    codes: CODES,
    send: ({ client, record, body, options }) =>
      client.enableClientSurface({ client_surface_id: record.clientSurfaceId, body }, options),
  }),
  camelVerb({
    action: 'disable',
    label: texts.disable,
    says: t.disableSays,
    codes: CODES,
    isGrave: true,
    Consequence: Touched,
    send: ({ client, record, body, options }) =>
      client.disableClientSurface({ client_surface_id: record.clientSurfaceId, body }, options),
  }),
  camelVerb({
    action: 'archive',
    label: texts.archive,
    says: t.archiveSays,
    codes: CODES,
    isGrave: true,
    Consequence: Touched,
    send: ({ client, record, body, options }) =>
      client.archiveClientSurface({ client_surface_id: record.clientSurfaceId, body }, options),
  }),
  camelVerb({
    action: 'revoke',
    label: texts.revoke,
    says: t.revokeSays,
    codes: CODES,
    isGrave: true,
    Consequence: Touched,
    send: ({ client, record, body, options }) =>
      client.revokeClientSurface({ client_surface_id: record.clientSurfaceId, body }, options),
  }),
];

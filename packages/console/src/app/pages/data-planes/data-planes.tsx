import type { DataPlane, DataPlaneItem, DataPlaneList } from '@govgate/client';
import { type Query, unchecked } from '../../parts/list-page.js';
import { makes } from '../../parts/make-fields.js';
import { Badge, Code, Moment, Text } from '../../parts/text.js';
import { camelVerb } from '../../parts/verb.js';
import { texts } from '../../texts.js';
import { listAndRecord } from '../list-and-record.js';
import { HealthHistory } from './health-history.js';
import { MODES, registerPlane } from './register-plane.js';
import { Topology } from './topology.js';

const t = texts.planes;
const CODES = ['maintenance', 'incident_response', 'decommissioned'];

/** Data planes: where they run, their health, and orders for them. */
export const dataPlanes = listAndRecord<DataPlaneItem, DataPlane>({
  list: {
    title: t.title,
    path: 'data-planes',
    filters: [
      { name: 'region', label: t.region },
      { name: 'status', label: t.status, values: ['healthy', 'degraded', 'unhealthy', 'unknown'] },
      {
        name: 'deployment_mode',
        label: t.mode,
        values: MODES,
      },
      {
        name: 'policy_sync_status',
        label: t.sync,
        values: ['in_sync', 'pending', 'stale', 'rejected', 'unknown'],
      },
    ],
    columns: [
      { head: t.plane, cell: (one) => <Text of={one.displayName} />, sort: 'displayName' },
      { head: t.status, cell: (one) => <Badge of={one.readiness.status} />, sort: 'status' },
      { head: t.heartbeat, cell: (one) => <Badge of={one.heartbeat.status} /> },
      { head: t.sync, cell: (one) => <Badge of={one.policySync.status} /> },
      { head: t.region, cell: (one) => <Code of={one.location.region} />, sort: 'region' },
      { head: t.mode, cell: (one) => <Code of={one.deploymentMode} /> },
      { head: t.sessions, cell: (one) => one.activeSessions.total },
      { head: t.lastSeen, cell: (one) => <Moment of={one.heartbeat.lastSeenAt} />, sort: 'lastSeenAt' },
    ],
    idOf: (one) => one.dataPlaneId,
    ask: async (client, { cursor, ...query }, options) => {
      const request = unchecked<Query>(cursor === undefined ? query : { ...query, page_token: cursor });
      const answer: DataPlaneList = await client.listDataPlanes(unchecked(request), options);
      const { totalCount, nextPageToken } = answer.pagination;
      return { items: answer.items, total: totalCount, next: nextPageToken };
    },
    whenEmpty: t.whenEmpty,
    creates: (api) => makes(api, 'data_plane.operate', registerPlane, { forTeams: false }),
    everyMs: 10_000,
    Above: Topology,
  },
  record: {
    read: (client, id, options) => client.readDataPlane({ data_plane_id: id }, options),
    titleOf: (one) => one.displayName,
    facts: (one) => [
      [t.plane, <Code of={one.dataPlaneId} />],
      [t.status, <Badge of={one.readiness.status} />],
      [t.heartbeat, <Badge of={one.heartbeat.status} />],
      [t.lastSeen, <Moment of={one.heartbeat.lastSeenAt} />],
      [t.sync, <Badge of={one.policySync.status} />],
      [t.policy, <Code of={`${one.policySync.observedVersion} → ${one.policySync.desiredVersion}`} />],
      [t.config, <Badge of={one.configPropagation.status} />],
      [t.drain, <Badge of={one.drain.state} />],
      [t.upgrade, <Badge of={one.upgrade.state} />],
      [t.region, <Code of={[one.location.region, one.location.zone].filter(Boolean).join(' ')} />],
      [t.mode, <Code of={one.deploymentMode} />],
      [t.version, <Code of={one.version.dataPlane} />],
      [t.sessions, String(one.activeSessions.total)],
      [t.why, <Code of={one.healthReasonCodes.join(', ')} />],
    ],
    actionsOf: (one) => one.allowedActions.filter(({ allowed }) => allowed).map(({ action }) => action),
    // What the caller may never do is hidden; what is currently impossible is shown with its reason.
    refusedBecause: (one) =>
      Object.fromEntries(
        one.allowedActions
          .filter(({ allowed, reasonCode }) => !allowed && reasonCode !== 'permission_denied')
          .map(({ action, reasonCode }) => [action, reasonCode]),
      ),
    Below: HealthHistory,
    changes: () => [
      camelVerb({
        action: 'drain',
        label: t.drainIt,
        says: t.drainSays,
        codes: CODES,
        send: ({ client, record, body, options }) =>
          client.drainDataPlane({ data_plane_id: record.dataPlaneId, body }, options),
      }),
      camelVerb({
        action: 'resume',
        label: t.resume,
        says: t.resumeSays,
        codes: CODES,
        send: ({ client, record, body, options }) =>
          client.resumeDataPlane({ data_plane_id: record.dataPlaneId, body }, options),
      }),
      camelVerb({
        action: 'resync_policy',
        label: t.resync,
        says: t.resyncSays,
        codes: CODES,
        send: ({ client, record, body, options }) =>
          client.resyncDataPlane({ data_plane_id: record.dataPlaneId, body }, options),
      }),
      camelVerb({
        action: 'upgrade',
        label: t.upgradeIt,
        says: t.upgradeSays,
        codes: CODES,
        send: ({ client, record, body, options }) =>
          client.upgradeDataPlane({ data_plane_id: record.dataPlaneId, body }, options),
      }),
      camelVerb({
        action: 'deregister',
        label: t.deregister,
        says: t.deregisterSays,
        codes: CODES,
        isGrave: true,
        send: ({ client, record, body, options }) =>
          client.deregisterDataPlane({ data_plane_id: record.dataPlaneId, body }, options),
      }),
    ],
    everyMs: 10_000,
  },
});

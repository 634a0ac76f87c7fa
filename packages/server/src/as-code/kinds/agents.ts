import type { Agent } from '@govgate/client';
import type { Plain, ResourceKind } from '../resource.js';
import { RESOURCE_SCHEMAS } from '../resource-schemas.js';
import { archivedRest, archivingCalls, IN_USE, isArchivedFor, statusOf } from './in-use.js';

const ANY_INSTANCE = { required: false, allowed_instance_ids: [], allowed_instance_id_prefixes: [] };

const sorted = (ids: unknown): string[] => [...new Set((ids ?? []) as string[])].sort();

const place = ({ agent_id, environment_id }: Plain): Plain => ({ agent_id, environment_id });

/** What a person decides about an agent, in a file or in the service. */
const normal = (record: Plain): Plain => ({
  ...place(record),
  name: record.name,
  purpose: record.purpose ?? null,
  owner: record.owner,
  allowed_surfaces: sorted(record.allowed_surfaces),
  allowed_environments: sorted(record.allowed_environments),
  delegation_mode: record.delegation_mode,
  credential_mode: record.credential_mode,
  instance_identity: record.instance_identity ?? ANY_INSTANCE,
  status: IN_USE,
});

export const agents: ResourceKind = {
  kind: 'agent',
  schema: RESOURCE_SCHEMAS.agent,
  idOf: (record) => `${record.environment_id}/${record.agent_id}`,
  normal,
  references: ({ environment_id }) => [
    { kind: 'environment', id: String(environment_id), path: ['environment_id'] },
  ],
  async *live(client, { environments }) {
    const { environment_ids } = await client.readIdentity();
    for (const environment_id of environments.filter((one) => environment_ids.includes(one)))
      for await (const agent of client.listAgents.items({ environment_id, limit: 200 }))
        yield {
          id: `${environment_id}/${agent.agent_id}`,
          record: {
            ...normal({ ...agent, owner: ownerOf(agent) }),
            status: statusOf(agent.lifecycle_state),
          },
          etag: null,
          facts: { lifecycle: agent.lifecycle_state },
        };
  },
  fixed: (_, fields) =>
    isArchivedFor(fields) ??
    'What was registered is what gets reviewed and cannot be edited: register the agent under another id, and remove this one.',
  create: (record) => {
    const { environment_id, status: _, ...body } = normal(record);
    return [
      {
        action: 'create',
        operation: 'registerAgent',
        input: { environment_id, body: { ...body, reason_code: 'gitops' } },
      },
    ];
  },
  update: () => [],
  remove: (live) => archivingCalls(live, 'Agent', { ...place(live.record), body: { reason_code: 'gitops' } }),
  rests: archivedRest,
};

const ownerOf = ({ owner: { team, escalation_contact } }: Agent): Plain => ({ team, escalation_contact });

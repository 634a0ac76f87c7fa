import type { Bundle, SectionName } from '../sections/registry.js';
import { bundleBench } from './bundles.js';

export type Item<N extends SectionName> = NonNullable<Bundle[N]>[number];

export const production = { tenantId: 'acme', environmentId: 'production' };
export const tenants = [{ tenantId: 'acme', environments: ['production', 'staging'] }];
export const owner = { team: 'payments', userId: 'usr_ada', escalationContact: '', oncallRotation: '' };
export const LONG_AGO = '2026-01-01T00:00:00.000Z';

export const submission = (
  sequence: number,
  fields: Partial<Item<'mcpServers'>['submissions'][number]> = {},
) => ({
  submissionId: `sub_${sequence}`,
  sequence,
  status: 'approved' as const,
  submittedBy: 'usr_ada',
  submittedAt: `2026-01-0${sequence}T00:00:00.000Z`,
  manifest: {
    ...production,
    serverId: 'srv_crm',
    name: `CRM ${sequence}`,
    version: `1.${sequence}`,
    owner,
    registrationStatus: 'active' as const,
    credentialMode: 'none' as const,
  },
  ...fields,
});

export const server = (...submissions: ReturnType<typeof submission>[]): Item<'mcpServers'> => ({
  ...production,
  serverId: 'srv_crm',
  submissions,
});

export const plane: Item<'dataPlanes'> = {
  ...production,
  dataPlaneId: 'dp_1',
  displayName: 'Gateway 1',
  deploymentMode: 'managed',
};

export const destination: Item<'destinations'> = {
  ...production,
  destinationId: 'dst_1',
  kind: 'webhook',
  enabled: true,
  destinationRef: 'dstref_incident-desk',
  endpointRef: 'epref_incident-desk',
};

export const told = async (bundle: Bundle) => {
  const { problems } = await bundleBench().run({ tenants, ...bundle });
  return problems.map(({ section, index, field, reasonCode }) => [
    `${section}.${[index, ...field].join('.')}`,
    reasonCode,
  ]);
};

export const binding: Item<'credentialBindings'> = {
  ...production,
  credentialBindingId: 'cb_1',
  owner,
  source: { sourceType: 'mcp_server', sourceId: 'srv_crm' },
  secretStoreType: 'openbao',
  secretRefSummary: 'openbao:…/crm',
  secretRefFingerprint: '0123456789abcdef',
  credentialMode: 'shared_service',
  approvalStatus: 'approved',
  lifecycleState: 'active',
  rotation: { versionRef: 'v1' },
};

export const agent: Item<'agents'> = {
  ...production,
  agentId: 'agt_1',
  name: 'Invoice matcher',
  lifecycleState: 'draft',
  approvalStatus: 'pending_review',
  owner: { team: 'payments', escalationContact: '' },
  delegationMode: 'none',
  credentialMode: 'none',
  submittedBy: 'usr_ada',
  submittedAt: LONG_AGO,
};

import type { ClientSurface } from '@govgate/domain';
import { newClientSurface } from '@govgate/domain/internal';
import { clientSurfaceKind } from '@govgate/ports';
import { PRODUCTION, TEAM, TENANT } from '../worlds/world.js';
import type { OperationSample, SampleRecord } from './operation-sample.js';

const query = { environment_id: PRODUCTION };
const reason = { reasonCode: 'sample', reason: 'A sample' };
const of = (clientSurfaceId: string) => ({ params: { client_surface_id: clientSurfaceId }, query });

const owner = { team: TEAM, userId: 'ada', escalationContact: 'Ada', oncallRotation: 'payments' };

const fields = {
  displayName: 'Sample plug-in',
  owner,
  allowedEnvironmentIds: [PRODUCTION],
  authType: 'oauth2_pkce',
  clientType: 'ide',
  discoverability: 'team',
  configSnippet: { format: 'mcp_json' },
  reasonCode: 'sample',
};

/** Client surfaces. */
export const CLIENT_SURFACE_SAMPLES: Readonly<Record<string, OperationSample>> = {
  approveClientSurface: { ...of('cs_draft'), body: reason },
  archiveClientSurface: { ...of('cs_draft'), body: reason },
  createClientSurface: { params: {}, query, body: { clientSurfaceId: 'cs_new', ...fields }, again: 409 },
  disableClientSurface: { ...of('cs_active'), body: reason },
  enableClientSurface: { ...of('cs_disabled'), body: reason },
  listClientSurfaces: { params: {}, query: { ...query, sort: '-activeSessionCount', limit: '2' } },
  readClientSurface: of('cs_active'),
  rejectClientSurface: { ...of('cs_draft'), body: reason },
  revokeClientSurface: { ...of('cs_active'), body: reason },
  updateClientSurface: { ...of('cs_active'), body: fields },
};

/** A surface as the store holds it. */
const sampleSurface = (clientSurfaceId: string, over: Partial<ClientSurface> = {}): ClientSurface => ({
  ...newClientSurface(
    {
      clientSurfaceId,
      tenantId: TENANT,
      displayName: clientSurfaceId,
      owner,
      allowedEnvironmentIds: [PRODUCTION],
      authType: 'oidc',
      clientType: 'cli',
      discoverability: 'tenant',
      format: 'toml',
    },
    { now: '2026-01-02T00:00:00.000Z' },
  ),
  ...over,
});

export const CLIENT_SURFACE_RECORDS: readonly SampleRecord[] = [
  { kind: clientSurfaceKind, record: sampleSurface('cs_draft') },
  {
    kind: clientSurfaceKind,
    record: sampleSurface('cs_active', { lifecycleState: 'active', approvalState: 'approved' }),
  },
  {
    kind: clientSurfaceKind,
    record: sampleSurface('cs_disabled', { lifecycleState: 'disabled', approvalState: 'approved' }),
  },
];

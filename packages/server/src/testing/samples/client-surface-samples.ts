import type { ClientSurface } from '@govgate/domain';
import { surfaceVerbs } from '@govgate/domain/internal';
import { surfaceOf } from '@govgate/domain/testing';
import { clientSurfaceKind } from '@govgate/ports';
import { PRODUCTION, TEAM } from '../worlds/world.js';
import type { OperationSample, SampleRecord } from './operation-sample.js';
import { verbSamples } from './verb-samples.js';

const NOW = '2026-02-01T00:00:00.000Z';

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

/** A surface as the store holds it. */
const sampleSurface = (clientSurfaceId: string, over: Partial<ClientSurface> = {}): ClientSurface =>
  surfaceOf({
    clientSurfaceId,
    displayName: clientSurfaceId,
    owner,
    allowedEnvironmentIds: [PRODUCTION],
    ...over,
  });

const RECORDS = [
  sampleSurface('cs_active', { lifecycleState: 'active', approvalState: 'approved' }),
  sampleSurface('cs_disabled', { lifecycleState: 'disabled', approvalState: 'approved' }),
  sampleSurface('cs_draft'),
];

export const CLIENT_SURFACE_RECORDS: readonly SampleRecord[] = RECORDS.map((record) => ({
  kind: clientSurfaceKind,
  record,
}));

/** Client surfaces. */
export const CLIENT_SURFACE_SAMPLES: Readonly<Record<string, OperationSample>> = {
  createClientSurface: { params: {}, query, body: { clientSurfaceId: 'cs_new', ...fields }, again: 409 },
  listClientSurfaces: { params: {}, query: { ...query, sort: '-activeSessionCount', limit: '2' } },
  readClientSurface: of('cs_active'),
  updateClientSurface: { ...of('cs_active'), body: fields },
  ...verbSamples(
    'ClientSurface',
    {
      verbs: surfaceVerbs,
      records: RECORDS,
      requestOf: () => ({ now: NOW, actorId: 'bea', revocations: [] }),
    },
    ({ clientSurfaceId }) => ({ ...of(clientSurfaceId), body: reason }),
  ),
};

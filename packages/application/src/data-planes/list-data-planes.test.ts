import { instantOf, type Result } from '@govgate/domain';
import { DATA_PLANE_STATUSES } from '@govgate/domain/internal';
import { dataPlaneKind } from '@govgate/ports';
import { expect } from 'chai';
import type { CallContext } from '../call/context.js';
import {
  answerOf,
  callerWith,
  FOREIGN,
  PROD_SCOPE,
  PRODUCTION,
  refusalOf,
  STAGING,
  START,
} from '../testing/use-case-bench.js';
import { type DataPlaneList, makeListDataPlanes } from './list-data-planes.js';
import { makeReadDataPlane } from './read-data-plane.js';
import { idsOf, inputOf, observationOf, planeBench, planeOf, START_MS } from './testing/planes.js';

describe('listing data planes', () => {
  it('reports topology, health and figures of one moment', async () => {
    const bench = await planeBench([
      [
        planeOf('dp_1', { displayName: 'Frankfurt', readinessProbeRef: 'env:PROBE_URL' }),
        observationOf('dp_1', { activeSessions: { total: 4, stateful: 1, draining: 0, reconnectable: 2 } }),
      ],
    ]);
    await bench.put(dataPlaneKind, planeOf('dp_2', { displayName: 'Ashburn' }));
    const list = answerOf(
      await makeListDataPlanes(bench.ports)(
        await bench.as('ada'),
        inputOf({ filters: { deploymentMode: 'managed', policySyncStatus: 'in_sync' }, sort: '-status' }),
      ),
    );
    const allowed = (action: string) => ({ action, allowed: true, reasonCode: 'ok' });
    const denied = (action: string, reasonCode: string) => ({ action, allowed: false, reasonCode });
    const inSync = {
      status: 'in_sync',
      desiredVersion: 'v1',
      observedVersion: 'v1',
      lastAppliedAt: '2026-02-28T00:00:00.000Z',
      staleSeconds: 0,
      reasonCode: 'ok',
    };
    const { location, trustBoundary } = planeOf('dp_1');
    expect(list).to.deep.equal({
      schemaVersion: '1.0',
      ...PROD_SCOPE,
      generatedAt: START,
      filters: { deploymentMode: 'managed', policySyncStatus: 'in_sync' },
      sort: '-status',
      pagination: { pageSize: 50, totalCount: 1 },
      items: [
        {
          dataPlaneId: 'dp_1',
          displayName: 'Frankfurt',
          ...PROD_SCOPE,
          deploymentMode: 'managed',
          location,
          version: { controlPlane: '1.0', dataPlane: '1.0', helmChart: '1.0', config: 'v1', policy: 'v1' },
          heartbeat: { status: 'healthy', lastSeenAt: START, secondsSinceLast: 0, reasonCode: 'ok' },
          readiness: { status: 'healthy', serving: true, reasonCodes: ['ok'], checkedAt: START },
          policySync: inSync,
          configPropagation: inSync,
          activeSessions: { total: 4, stateful: 1, draining: 0, reconnectable: 2 },
          drain: { ready: true, state: 'not_draining', reasonCodes: ['sessions_active'] },
          upgrade: { ready: false, state: 'up_to_date', reasonCodes: ['ok'] },
          backupRestore: { relevant: false, coverageStatus: 'not_applicable', reasonCode: 'ok' },
          trustBoundary: {
            ...trustBoundary,
            mode: 'metadata_only',
            privateRuntimeDataLeavesBoundary: false,
            secretMaterialReturned: false,
            redactedMetadataMode: true,
            noRequiredOutboundRuntime: true,
          },
          allowedActions: [
            denied('deregister', 'sessions_active'),
            allowed('drain'),
            denied('resume', 'invalid_state'),
            allowed('resync_policy'),
            denied('upgrade', 'invalid_state'),
          ],
          healthReasonCodes: ['ok'],
        },
      ],
      kpis: {
        total: 1,
        healthy: 1,
        degraded: 0,
        unhealthy: 0,
        unknown: 0,
        policyStale: 0,
        activeSessions: 4,
        regions: 1,
      },
      facets: {
        status: { healthy: 1 },
        region: { 'eu-central-1': 1 },
        deploymentMode: { managed: 1 },
        policySyncStatus: { in_sync: 1 },
      },
      allowedActions: ['deregister', 'drain', 'resume', 'resync_policy', 'upgrade'].map(allowed),
      metadataBoundary: {
        metadataOnly: true,
        privateRuntimeDataLeavesBoundary: false,
        secretsReturned: false,
        forbiddenMaterial: [
          'prompts',
          'completions',
          'tool_arguments',
          'tool_results',
          'request_bodies',
          'response_bodies',
          'tokens',
          'credentials',
          'secrets',
        ],
        customerContentInspectionUnsupported: true,
      },
    });
  });
});

describe('the health of a data plane', () => {
  it('ages by the clock alone, in lists and in the answer about one', async () => {
    const bench = await planeBench([[planeOf('dp'), observationOf('dp')]]);
    const ada = await bench.as('ada');
    const reported = [];
    for (const passed of [45_000, 1, 74_999, 1]) {
      bench.clock.advance(passed);
      const { items, kpis } = answerOf(await makeListDataPlanes(bench.ports)(ada, inputOf()));
      const ref = { scope: PROD_SCOPE, dataPlaneId: 'dp' };
      const { heartbeat, healthReasonCodes } = answerOf(await makeReadDataPlane(bench.ports)(ada, ref));
      expect(items.map((item) => item.heartbeat)).to.deep.equal([heartbeat]);
      reported.push([heartbeat.status, heartbeat.secondsSinceLast, healthReasonCodes, kpis.healthy]);
    }
    expect(reported).to.deep.equal([
      ['healthy', 45, ['ok'], 1],
      ['late', 45, ['heartbeat_late'], 0],
      ['late', 120, ['heartbeat_late'], 0],
      ['lost', 120, ['heartbeat_lost'], 0],
    ]);
  });
});

describe('a list of data planes by their status', () => {
  it('shows each with the status by which it is listed, whatever its heartbeat and its own word say', async () => {
    const late = instantOf(START_MS - 60_000);
    const bench = await planeBench([
      [planeOf('well'), observationOf('well')],
      [planeOf('late'), observationOf('late', { lastSeenAt: late })],
      [planeOf('draining', { drainRequestedAt: late }), observationOf('draining')],
    ]);
    await bench.put(dataPlaneKind, planeOf('silent'));
    const list = makeListDataPlanes(bench.ports);
    const ada = await bench.as('ada');
    const shown: string[] = [];
    for (const status of DATA_PLANE_STATUSES) {
      const { items, kpis } = answerOf(await list(ada, inputOf({ filters: { status } })));
      expect([items.map(({ readiness }) => readiness.status), kpis[status]]).to.deep.equal([
        items.map(() => status),
        items.length,
      ]);
      shown.push(
        ...items.map(({ dataPlaneId, heartbeat }) => `${dataPlaneId} ${status}: ${heartbeat.status}`),
      );
    }
    expect(shown).to.deep.equal([
      'silent unknown: never_seen',
      'draining degraded: healthy',
      'late degraded: late',
      'well healthy: healthy',
    ]);
  });
});

describe('who lists data planes', () => {
  const list = async (context: CallContext): Promise<Result<DataPlaneList>> => {
    const bench = await planeBench([
      [planeOf('a'), observationOf('a')],
      [planeOf('b'), observationOf('b')],
    ]);
    return makeListDataPlanes(bench.ports)(context, inputOf());
  };
  const grant = (role: 'viewer' | 'platform_admin', scope: object) =>
    ({ bindingId: 'rb_1', role, scope }) as CallContext['principal']['grants'][number];

  it('sees only the planes of their resource grants, in the figures too', async () => {
    const scope = {
      scopeType: 'resource',
      environmentId: PRODUCTION,
      resourceType: 'data_plane',
      resourceId: 'b',
    };
    const answer = answerOf(await list(callerWith([grant('viewer', scope)])));
    expect([idsOf([answer]), answer.pagination.totalCount, answer.kpis.total]).to.deep.equal([['b'], 1, 1]);
    expect(answer.allowedActions.map(({ reasonCode }) => reasonCode)).to.deep.equal(
      Array(5).fill('permission_denied'),
    );
  });

  it('is refused outside their scope, and with a team grant or without the permission', async () => {
    const team = { scopeType: 'owner_team', environmentId: PRODUCTION, ownerTeam: 'payments' };
    const refusals = await Promise.all([
      list(callerWith([grant('platform_admin', { scopeType: 'tenant' })], { tenantId: FOREIGN })),
      list(callerWith([])),
      list(callerWith([grant('platform_admin', { scopeType: 'environment', environmentId: STAGING })])),
      list(callerWith([grant('platform_admin', team)])),
      list(callerWith([{ ...grant('viewer', { scopeType: 'tenant' }), role: 'auditor' }])),
    ]);
    expect(refusals.map(refusalOf)).to.deep.equal([
      'scope_forbidden',
      'scope_forbidden',
      'scope_forbidden',
      'permission_denied',
      'permission_denied',
    ]);
  });
});

import { expect } from 'chai';
import type { CallContext } from '../call/context.js';
import {
  answerOf,
  type Bench,
  callerWith,
  FOREIGN,
  PROD_SCOPE,
  PRODUCTION,
  refusalOf,
  STAGING,
  TENANT,
} from '../testing/use-case-bench.js';
import { type ListClientSurfacesInput, makeListClientSurfaces } from './list-client-surfaces.js';
import { idsOf, inputOf, noteEvent, openSessions, surfaceBench, surfaceOf } from './testing/surfaces.js';

const listed = async (bench: Bench, over: Partial<ListClientSurfacesInput> = {}): Promise<string[]> =>
  idsOf(answerOf(await makeListClientSurfaces(bench.ports)(await bench.as('ada'), inputOf(over))));

describe('listing client surfaces', () => {
  it('shows the surfaces of an environment with their counts', async () => {
    const bench = await surfaceBench([
      surfaceOf('ide'),
      surfaceOf('cli', { allowedEnvironmentIds: [STAGING] }),
    ]);
    await openSessions(bench, 'ide', 3);
    await noteEvent(bench, 'ide');
    await noteEvent(bench, 'ide', { outcome: 'denied' });
    const list = await makeListClientSurfaces(bench.ports)(await bench.as('ada'), inputOf());
    const { owner, configSnippet } = surfaceOf('ide');
    expect(answerOf(list)).to.deep.equal({
      schemaVersion: '1.0',
      ...PROD_SCOPE,
      items: [
        {
          schemaVersion: '1.0',
          clientSurfaceId: 'ide',
          tenantId: TENANT,
          displayName: 'ide',
          owner,
          allowedEnvironmentIds: [PRODUCTION],
          authType: 'oauth2_pkce',
          clientType: 'ide',
          lifecycleState: 'active',
          approvalState: 'approved',
          revocationState: 'not_revoked',
          configSnippet,
          discoverability: 'team',
          activeSessionCount: 3,
          recentAuditCount: 2,
          recentDenyCount: 1,
          permissions: { allowedActions: ['disable', 'read', 'revoke', 'update'] },
          materialReturn: 'never',
          includesSecretMaterial: false,
          redactionStatus: 'metadata_only',
          tag: '1',
        },
      ],
      page: { limit: 50, totalCount: 1 },
    });
  });

  it('orders by name, by change and by live sessions, both ways, ties by id', async () => {
    const at = (minute: number) => ({ updatedAt: `2026-02-01T00:0${minute}:00.000Z` });
    const bench = await surfaceBench([
      surfaceOf('a', { displayName: 'Same', ...at(2) }),
      surfaceOf('b', { displayName: 'First', ...at(3) }),
      surfaceOf('c', { displayName: 'Same', ...at(1) }),
    ]);
    await openSessions(bench, 'c', 1);
    const by = (key: ListClientSurfacesInput['sort']['by'], direction: 'asc' | 'desc') =>
      listed(bench, { sort: { by: key, direction } });
    expect({
      displayName: [await by('displayName', 'asc'), await by('displayName', 'desc')],
      updatedAt: [await by('updatedAt', 'asc'), await by('updatedAt', 'desc')],
      sessions: [await by('activeSessionCount', 'asc'), await by('activeSessionCount', 'desc')],
    }).to.deep.equal({
      displayName: [
        ['b', 'a', 'c'],
        ['a', 'c', 'b'],
      ],
      updatedAt: [
        ['c', 'a', 'b'],
        ['b', 'a', 'c'],
      ],
      sessions: [
        ['a', 'b', 'c'],
        ['c', 'a', 'b'],
      ],
    });
  });

  it('filters by life, kind of client and team', async () => {
    const other = { ...surfaceOf('x').owner, team: 'search' };
    const bench = await surfaceBench([
      surfaceOf('a', { lifecycleState: 'disabled' }),
      surfaceOf('b', { clientType: 'cli' }),
      surfaceOf('c', { owner: other }),
    ]);
    expect([
      await listed(bench, { filters: { lifecycleState: 'disabled' } }),
      await listed(bench, { filters: { clientType: 'cli' } }),
      await listed(bench, { filters: { ownerTeam: 'search' } }),
      await listed(bench, { filters: { clientType: 'cli', ownerTeam: 'search' } }),
    ]).to.deep.equal([['a'], ['b'], ['c'], []]);
  });

  it('counts what happened within 24 hours, to the millisecond', async () => {
    const bench = await surfaceBench([surfaceOf('ide')]);
    await noteEvent(bench, 'ide');
    const counts: number[] = [];
    for (const ms of [0, 24 * 3600_000, 1]) {
      bench.clock.advance(ms);
      const list = answerOf(await makeListClientSurfaces(bench.ports)(await bench.as('ada'), inputOf()));
      counts.push(list.items[0]?.recentAuditCount ?? -1);
    }
    expect(counts).to.deep.equal([1, 1, 0]);
  });
});

describe('who lists client surfaces', () => {
  const grant = (scope: object) => [{ bindingId: 'rb_1', role: 'platform_admin', scope }] as never;
  const seenBy = async (context: CallContext) => {
    const bench = await surfaceBench([
      surfaceOf('a'),
      surfaceOf('b', { owner: { ...surfaceOf('b').owner, team: 'search' } }),
      surfaceOf('c', { owner: { ...surfaceOf('c').owner, team: 'search' } }),
    ]);
    return makeListClientSurfaces(bench.ports)(context, inputOf());
  };

  it('sees what their grants cover, including totals', async () => {
    const team = { scopeType: 'owner_team', environmentId: PRODUCTION, ownerTeam: 'search' };
    const one = {
      scopeType: 'resource',
      environmentId: null,
      resourceType: 'client_surface',
      resourceId: 'a',
    };
    const shown = await Promise.all([grant(team), grant(one)].map((grants) => seenBy(callerWith(grants))));
    expect(shown.map(answerOf).map((list) => [idsOf(list), list.page.totalCount])).to.deep.equal([
      [['b', 'c'], 2],
      [['a'], 1],
    ]);
  });

  it('is refused outside their scope and without the permission', async () => {
    const staging = { scopeType: 'environment', environmentId: STAGING };
    const auditor = [{ bindingId: 'rb_1', role: 'auditor', scope: { scopeType: 'tenant' } }] as never;
    const refusals = await Promise.all([
      seenBy(callerWith(grant({ scopeType: 'tenant' }), { tenantId: FOREIGN })),
      seenBy(callerWith(grant(staging))),
      seenBy(callerWith(auditor)),
    ]);
    expect(refusals.map(refusalOf)).to.deep.equal([
      'scope_forbidden',
      'scope_forbidden',
      'permission_denied',
    ]);
  });
});

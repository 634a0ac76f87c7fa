import type { ClientSurface, Result } from '@govgate/domain';
import { clientSurfaceKind } from '@govgate/ports';
import { expect } from 'chai';
import fc from 'fast-check';
import type { CallContext, UseCase } from '../call/context.js';
import {
  answerOf,
  type Bench,
  callerWith,
  PROD_SCOPE,
  PRODUCTION,
  refusalOf,
  STAGING,
  START,
  TENANT,
} from '../testing/use-case-bench.js';
import { type ChangeClientSurfaceInput, changesOfSurfaces } from './change-client-surface.js';
import type { ClientSurfaceView } from './client-surface-view.js';
import { makeReadClientSurface } from './read-client-surface.js';
import { planeAt, surfaceBench, surfaceOf } from './testing/surfaces.js';
import { makeUpdateClientSurface } from './update-client-surface.js';

type Verb = keyof typeof changesOfSurfaces;

const inputOf = (over: Partial<ChangeClientSurfaceInput> = {}): ChangeClientSurfaceInput => ({
  scope: PROD_SCOPE,
  clientSurfaceId: 'ide',
  reasonCode: 'because',
  reason: 'A reason',
  ...over,
});

let renames = 0;

/** Performs an action; a rename represents updates. */
const perform = (bench: Bench, context: CallContext, action: string): Promise<Result<ClientSurfaceView>> => {
  if (action === 'read') return makeReadClientSurface(bench.ports)(context, inputOf());
  if (action !== 'update') return changesOfSurfaces[action as Verb](bench.ports)(context, inputOf());
  renames += 1;
  return makeUpdateClientSurface(bench.ports)(context, {
    ...inputOf(),
    patch: { displayName: `Name ${renames}` },
  });
};

const feedOf = (bench: Bench, environmentId: string) =>
  bench.store.revocations.after({ tenantId: TENANT, environmentId }, 0, 100);

describe('a change of a client surface', () => {
  it('succeeds and is audited exactly when the surface offered it, on any walk', async () => {
    const actions = ['update', ...Object.keys(changesOfSurfaces)];
    await fc.assert(
      fc.asyncProperty(fc.array(fc.constantFrom(...actions), { maxLength: 8 }), async (walk) => {
        const bench = await surfaceBench([
          surfaceOf('ide', { lifecycleState: 'draft', approvalState: 'pending_review' }),
        ]);
        const ada = await bench.as('ada');
        for (const action of walk) {
          const before = answerOf(await perform(bench, ada, 'read'));
          const eventsBefore = await bench.events();
          const outcome = await perform(bench, ada, action);
          const reported = (await bench.events()).slice(eventsBefore.length);
          const offered = before.permissions.allowedActions.includes(action);
          expect([offered, outcome.ok && reported.length === 1]).to.deep.equal([offered, offered]);
          if (!offered) expect(reported).to.deep.equal([]);
          if (outcome.ok) expect(outcome.value).to.deep.equal(answerOf(await perform(bench, ada, 'read')));
        }
      }),
      { numRuns: 60 },
    );
  });

  it('is answered with the current surface, and audited with what changed', async () => {
    const bench = await surfaceBench([surfaceOf('ide')]);
    const disabled = answerOf(await perform(bench, await bench.as('ada'), 'disable'));
    expect([disabled.lifecycleState, disabled.tag, disabled.recentAuditCount]).to.deep.equal([
      'disabled',
      '2',
      1,
    ]);
    const { items } = await bench.store.auditTrail.page(TENANT, {
      filter: { resourceId: 'ide' },
      direction: 'desc',
      limit: 1,
    });
    expect(items[0]).to.deep.include({
      eventType: 'client_surface.disabled',
      action: 'disable',
      environmentId: PRODUCTION,
      reasonCode: 'because',
      reason: 'A reason',
      changedFields: ['disabledAt', 'lifecycleState'],
      relatedIds: ['rev_00000001'],
    });
  });

  it('when repeated changes and audits nothing', async () => {
    const bench = await surfaceBench([surfaceOf('ide')]);
    const ada = await bench.as('ada');
    for (const verb of ['disable', 'revoke'] as const) {
      const first = answerOf(await perform(bench, ada, verb));
      const again = answerOf(await perform(bench, ada, verb));
      expect(again).to.deep.equal(first);
    }
    expect(await bench.events()).to.deep.equal(['client_surface.disabled', 'client_surface.revoked']);
    expect((await feedOf(bench, PRODUCTION)).length).to.equal(2);
  });

  it('fences the surface in each environment that it appears in or leaves', async () => {
    const everywhere: Partial<ClientSurface> = { allowedEnvironmentIds: [PRODUCTION, STAGING] };
    const both = await surfaceBench([surfaceOf('ide', everywhere)]);
    await perform(both, await both.as('ada'), 'revoke');
    const left = await surfaceBench([surfaceOf('ide', everywhere)]);
    await makeUpdateClientSurface(left.ports)(await left.as('ada'), {
      ...inputOf(),
      patch: { allowedEnvironmentIds: [PRODUCTION] },
    });
    const order = (environmentId: string, revocationId: string) => ({
      revocationId,
      sequence: 1,
      tenantId: TENANT,
      environmentId,
      subjectType: 'client_surface',
      subjectId: 'ide',
      effectiveAt: START,
      reasonCode: 'because',
    });
    expect([
      await feedOf(both, PRODUCTION),
      await feedOf(both, STAGING),
      await feedOf(left, PRODUCTION),
      await feedOf(left, STAGING),
    ]).to.deep.equal([
      [order(PRODUCTION, 'rev_00000001')],
      [order(STAGING, 'rev_00000002')],
      [],
      [order(STAGING, 'rev_00000001')],
    ]);
    const { record } = (await both.store.records.get(clientSurfaceKind, PROD_SCOPE, 'ide')) ?? {};
    expect(record?.revocations).to.deep.equal([
      { environmentId: PRODUCTION, revocationId: 'rev_00000001' },
      { environmentId: STAGING, revocationId: 'rev_00000002' },
    ]);
  });

  it('is revoked once every plane has applied it, and pending again when one starts over', async () => {
    const bench = await surfaceBench([surfaceOf('ide'), surfaceOf('cli')]);
    const ada = await bench.as('ada');
    await planeAt(bench, 'dp_1', 0);
    const states = [answerOf(await perform(bench, ada, 'revoke')).revocationState];
    const look = async () => states.push(answerOf(await perform(bench, ada, 'read')).revocationState);
    await planeAt(bench, 'dp_2', null);
    await planeAt(bench, 'dp_1', 1);
    await look();
    await planeAt(bench, 'dp_2', 5);
    await look();
    await changesOfSurfaces.revoke(bench.ports)(ada, inputOf({ clientSurfaceId: 'cli' }));
    await look();
    await planeAt(bench, 'dp_1', 0);
    await look();
    expect(states).to.deep.equal([
      'revocation_pending',
      'revocation_pending',
      'revoked',
      'revoked',
      'revocation_pending',
    ]);
  });
});

describe('whoever changes a client surface', () => {
  const inProduction = [
    {
      bindingId: 'rb_1',
      role: 'platform_admin',
      scope: { scopeType: 'environment', environmentId: PRODUCTION },
      expiresAt: null,
    },
  ] as CallContext['principal']['grants'];
  const only = callerWith(inProduction);
  const outcomesFor = async (context: CallContext, surface: ClientSurface): Promise<string[]> => {
    const bench = await surfaceBench([surface]);
    const changes: UseCase<ChangeClientSurfaceInput, ClientSurfaceView>[] = [
      changesOfSurfaces.disable(bench.ports),
      (call, input) => makeUpdateClientSurface(bench.ports)(call, { ...input, patch: { displayName: 'x' } }),
    ];
    return Promise.all(changes.map(async (change) => refusalOf(await change(context, inputOf()))));
  };

  it('needs the permission in every environment that it appears in', async () => {
    const shared = surfaceOf('ide', { allowedEnvironmentIds: [PRODUCTION, STAGING] });
    expect([await outcomesFor(only, shared), await outcomesFor(only, surfaceOf('ide'))]).to.deep.equal([
      ['permission_denied', 'permission_denied'],
      ['ok', 'ok'],
    ]);
  });

  it('also needs it for the environments and team that the surface is moving to', async () => {
    const bench = await surfaceBench([surfaceOf('ide')]);
    const update = makeUpdateClientSurface(bench.ports);
    const team = callerWith([
      {
        bindingId: 'rb_1',
        role: 'platform_admin',
        scope: { scopeType: 'owner_team', environmentId: null, ownerTeam: 'payments' },
        expiresAt: null,
      },
    ] as CallContext['principal']['grants']);
    const owner = { ...surfaceOf('ide').owner, team: 'search' };
    const patched = async (context: CallContext, patch: Parameters<typeof update>[1]['patch']) =>
      refusalOf(await update(context, { ...inputOf(), patch }));
    expect([
      await patched(only, { allowedEnvironmentIds: [PRODUCTION, STAGING] }),
      await patched(team, { owner }),
      await patched(await bench.as('ada'), { allowedEnvironmentIds: [PRODUCTION, 'moon'] }),
    ]).to.deep.equal(['permission_denied', 'permission_denied', 'unknown_reference allowedEnvironmentIds']);
  });

  it('does not find a surface that does not appear in the requested environment', async () => {
    const bench = await surfaceBench([surfaceOf('ide', { allowedEnvironmentIds: [STAGING] })]);
    const ada = await bench.as('ada');
    expect([
      refusalOf(await perform(bench, ada, 'read')),
      refusalOf(await perform(bench, ada, 'revoke')),
    ]).to.deep.equal(['not_found', 'not_found']);
  });
});

import { clientSurfaceKind } from '@govgate/ports';
import { expect } from 'chai';
import {
  answerOf,
  callerWith,
  PROD_SCOPE,
  PRODUCTION,
  refusalOf,
  STAGING,
  START,
} from '../testing/use-case-bench.js';
import { type CreateClientSurfaceInput, makeCreateClientSurface } from './create-client-surface.js';
import { makeReadClientSurface } from './read-client-surface.js';
import { surfaceBench, surfaceOf } from './testing/surfaces.js';

const draftOf = (
  over: Partial<CreateClientSurfaceInput['draft']> = {},
): CreateClientSurfaceInput['draft'] => {
  const { clientSurfaceId, displayName, owner, authType, clientType, discoverability } = surfaceOf('new');
  return {
    clientSurfaceId,
    displayName,
    owner,
    authType,
    clientType,
    discoverability,
    allowedEnvironmentIds: [STAGING, PRODUCTION, STAGING],
    format: 'yaml',
    ...over,
  };
};

describe('creating a client surface', () => {
  it('creates a draft awaiting approval, as a read then shows it', async () => {
    const bench = await surfaceBench();
    const ada = await bench.as('ada');
    const created = answerOf(
      await makeCreateClientSurface(bench.ports)(ada, { scope: PROD_SCOPE, draft: draftOf() }),
    );
    expect(created).to.deep.equal(
      answerOf(await makeReadClientSurface(bench.ports)(ada, { scope: PROD_SCOPE, clientSurfaceId: 'new' })),
    );
    expect(created).to.deep.include({
      lifecycleState: 'draft',
      approvalState: 'pending_review',
      allowedEnvironmentIds: [PRODUCTION, STAGING],
      configSnippet: { snippetId: 'new.config', format: 'yaml', generatedAt: START, versionRef: 'v1' },
      recentAuditCount: 1,
    });
    expect(await bench.events()).to.deep.equal(['client_surface.created']);
  });

  it('is refused for one that exists anywhere in the tenant, and where it would not appear', async () => {
    const bench = await surfaceBench([surfaceOf('new', { allowedEnvironmentIds: [STAGING] })]);
    const create = makeCreateClientSurface(bench.ports);
    const ada = await bench.as('ada');
    const of = async (over: Partial<CreateClientSurfaceInput['draft']>) =>
      refusalOf(await create(ada, { scope: PROD_SCOPE, draft: draftOf(over) }));
    expect([
      await of({}),
      await of({ allowedEnvironmentIds: [STAGING] }),
      await of({ allowedEnvironmentIds: [PRODUCTION, 'moon'] }),
    ]).to.deep.equal([
      'already_exists clientSurfaceId',
      'invalid_request allowedEnvironmentIds',
      'unknown_reference allowedEnvironmentIds',
    ]);
    const { version } = (await bench.store.records.get(clientSurfaceKind, PROD_SCOPE, 'new')) ?? {};
    expect(version).to.equal(1);
  });

  it('is refused to whoever lacks the permission in one of its environments', async () => {
    const bench = await surfaceBench();
    const only = callerWith([
      {
        bindingId: 'rb_1',
        role: 'platform_admin',
        scope: { scopeType: 'environment', environmentId: PRODUCTION },
      },
    ] as never);
    const of = async (allowedEnvironmentIds: string[]) =>
      refusalOf(
        await makeCreateClientSurface(bench.ports)(only, {
          scope: PROD_SCOPE,
          draft: draftOf({ allowedEnvironmentIds }),
        }),
      );
    expect([await of([PRODUCTION, STAGING]), await of([PRODUCTION])]).to.deep.equal([
      'permission_denied',
      'ok',
    ]);
  });
});

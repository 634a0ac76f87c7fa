import { MAX_ENVIRONMENTS } from '@govgate/domain/internal';
import { tenantKind } from '@govgate/ports';
import { expect } from 'chai';
import { describe, it } from 'mocha';
import { answerOf, FOREIGN, makeBench, refusalOf, TENANT } from '../testing/use-case-bench.js';
import { makeCreateEnvironment } from './create-environment.js';
import { makeListEnvironments } from './list-environments.js';

describe('environments', () => {
  it('are created once, recorded in the trail, and listed page by page', async () => {
    const bench = await makeBench();
    await bench.grant('ada', 'security_admin');
    const ada = await bench.as('ada');
    const create = makeCreateEnvironment(bench.ports);
    const draft = { tenantId: TENANT, environmentId: 'eu' };
    expect(answerOf(await create(ada, draft))).to.deep.equal({ schemaVersion: '1.0', ...draft });
    expect(refusalOf(await create(ada, draft))).to.equal('already_exists environment_id');
    const list = makeListEnvironments(bench.ports);
    const first = answerOf(await list(ada, { tenantId: TENANT, limit: 2 }));
    const cursor = first.page.nextCursor;
    const second = answerOf(await list(ada, { tenantId: TENANT, limit: 2, cursor }));
    const names = [...first.items, ...second.items].map(({ environmentId }) => environmentId);
    expect([names, first.page.totalCount, second.page.nextCursor]).to.deep.equal([
      ['eu', 'production', 'staging'],
      3,
      undefined,
    ]);
    expect((await bench.as('ada')).principal.environmentIds).to.include('eu');
    expect(await bench.events()).to.deep.equal(['environment.created']);
  });

  it('are created by tenant managers, and no more than one commit can end something in', async () => {
    const bench = await makeBench();
    await bench.grant('ada', 'security_admin');
    await bench.grant('bob', 'platform_admin');
    const create = makeCreateEnvironment(bench.ports);
    const draft = { tenantId: TENANT, environmentId: 'eu' };
    expect(refusalOf(await create(await bench.as('bob'), draft))).to.equal('permission_denied');
    const foreign = { ...draft, tenantId: FOREIGN };
    expect(refusalOf(await create(await bench.as('ada'), foreign))).to.equal('scope_forbidden');
    const environments = Array.from({ length: MAX_ENVIRONMENTS }, (_, i) => `e${String(i).padStart(3, '0')}`);
    await bench.put(tenantKind, { tenantId: TENANT, environments });
    expect(refusalOf(await create(await bench.as('ada'), draft))).to.equal('limit_exceeded');
  });
});

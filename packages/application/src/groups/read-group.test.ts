import { expect } from 'chai';
import { describe, it } from 'mocha';
import { answerOf, FOREIGN, makeBench, refusalOf, START, TENANT } from '../testing/use-case-bench.js';
import { makeReadGroup } from './read-group.js';

describe('reading a group', () => {
  it('shows its members to who may read local identities', async () => {
    const bench = await makeBench();
    await bench.grant('ada', 'viewer');
    const read = makeReadGroup(bench.ports);
    expect(
      answerOf(await read(await bench.as('ada'), { tenantId: TENANT, groupId: 'operators' })),
    ).to.deep.equal({
      groupId: 'operators',
      displayName: 'operators',
      externalIds: [],
      externalId: null,
      managedElsewhere: false,
      createdAt: START,
      disabledAt: undefined,
      members: ['bob'],
      tag: '1',
      permissions: { resourceType: 'local_identity', resourceId: 'operators', allowedActions: [] },
    });
  });

  it('refuses callers without permission, whether the group exists or not, and finds no group of another tenant', async () => {
    const bench = await makeBench();
    await bench.grant('ada', 'auditor');
    await bench.grant('bob', 'viewer');
    const read = makeReadGroup(bench.ports);
    const asked = (groupId: string, tenantId = TENANT) => ({ tenantId, groupId });
    expect(refusalOf(await read(await bench.as('ada'), asked('operators')))).to.equal('permission_denied');
    expect(refusalOf(await read(await bench.as('ada'), asked('none')))).to.equal('permission_denied');
    expect(refusalOf(await read(await bench.as('bob'), asked('none')))).to.equal('not_found');
    expect(refusalOf(await read(await bench.as('bob'), asked('operators', FOREIGN)))).to.equal('not_found');
  });
});

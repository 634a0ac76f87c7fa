import { groupKind, roleBindingKind } from '@govgate/ports';
import { expect } from 'chai';
import { describe, it } from 'mocha';
import { makeDisableUser } from '../accounts/disable-account.js';
import { overtaken } from '../role-bindings/testing/overtaken.js';
import {
  answerOf,
  type Bench,
  binding,
  FOREIGN,
  group,
  makeBench,
  refusalOf,
  TENANT,
} from '../testing/use-case-bench.js';
import { makeCreateGroup } from './create-group.js';
import { makeListGroups, makeListUserGroups } from './list-groups.js';
import { makeRemoveGroupMember } from './remove-group-member.js';

const asked = (userId: string, groupId = 'operators', tenantId = TENANT) => ({
  tenantId,
  groupId,
  userId,
  reasonCode: 'left',
});

/** Bob and Eve run the tenant by their group alone. */
const groupBench = async (): Promise<Bench> => {
  const bench = await makeBench();
  await bench.put(groupKind, group('admins', ['bob', 'eve']));
  const subject = { subjectType: 'group', subjectId: 'admins' } as const;
  await bench.put(roleBindingKind, binding({ bindingId: 'rb_admins', role: 'security_admin', subject }));
  return bench;
};

describe('removing a member from a group', () => {
  it('withdraws the grants of the group with the next call, and records it once', async () => {
    const bench = await groupBench();
    const remove = makeRemoveGroupMember(bench.ports);
    for (let i = 0; i < 2; i += 1)
      expect(answerOf(await remove(await bench.as('bob'), asked('eve', 'admins'))).members).to.deep.equal([
        'bob',
      ]);
    expect((await bench.as('eve')).principal.grants).to.deep.equal([]);
    expect(await bench.events()).to.deep.equal(['group.member_removed']);
  });

  it('refuses to remove the last administrator', async () => {
    const bench = await groupBench();
    const remove = makeRemoveGroupMember(bench.ports);
    const bob = await bench.as('bob');
    answerOf(await remove(bob, asked('eve', 'admins')));
    expect(refusalOf(await remove(bob, asked('bob', 'admins')))).to.equal('last_security_admin');
    expect(refusalOf(await remove(bob, asked('bob')))).to.equal('ok');
  });

  it('refuses to remove one when the other is disabled between the look and the commit', async () => {
    const bench = await groupBench();
    const [bob, eve] = [await bench.as('bob'), await bench.as('eve')];
    const gone = { tenantId: TENANT, accountId: 'bob', reasonCode: 'left', reason: undefined };
    const ports = overtaken(bench, async () => answerOf(await makeDisableUser(bench.ports)(eve, gone)));
    const remove = makeRemoveGroupMember(ports);
    expect(refusalOf(await remove(bob, asked('eve', 'admins')))).to.equal('last_security_admin');
  });

  it('refuses callers without permission, whether the group exists or not', async () => {
    const bench = await groupBench();
    const remove = makeRemoveGroupMember(bench.ports);
    expect(refusalOf(await remove(await bench.as('ada'), asked('bob')))).to.equal('permission_denied');
    expect(refusalOf(await remove(await bench.as('ada'), asked('bob', 'none')))).to.equal(
      'permission_denied',
    );
    expect(refusalOf(await remove(await bench.as('bob'), asked('bob', 'none')))).to.equal('not_found');
    expect(refusalOf(await remove(await bench.as('bob'), asked('', 'operators')))).to.equal('not_found');
    expect(refusalOf(await remove(await bench.as('bob'), asked('bob', 'operators', FOREIGN)))).to.equal(
      'not_found',
    );
  });
});

describe('groups', () => {
  it('are created once, empty, and listed with their number of members', async () => {
    const bench = await groupBench();
    const bob = await bench.as('bob');
    const create = makeCreateGroup(bench.ports);
    const draft = { tenantId: TENANT, groupId: 'oncall', displayName: 'On call' };
    expect(answerOf(await create(bob, draft)).members).to.deep.equal([]);
    expect(refusalOf(await create(bob, draft))).to.equal('already_exists group_id');
    const list = makeListGroups(bench.ports);
    const { items, page } = answerOf(await list(bob, { tenantId: TENANT, limit: 50 }));
    expect(items.map(({ groupId, memberCount }) => [groupId, memberCount])).to.deep.equal([
      ['admins', 2],
      ['oncall', 0],
      ['operators', 1],
    ]);
    expect(page.totalCount).to.equal(3);
    expect(await bench.events()).to.deep.equal(['group.created']);
  });

  it('of a user are those that list them', async () => {
    const bench = await groupBench();
    const list = makeListUserGroups(bench.ports);
    const of = async (by: string, userId: string) =>
      list(await bench.as(by), { tenantId: TENANT, userId, limit: 50 });
    expect(answerOf(await of('bob', 'eve')).items.map(({ groupId }) => groupId)).to.deep.equal(['admins']);
    expect(refusalOf(await of('bob', 'none'))).to.equal('not_found');
    expect(refusalOf(await of('ada', 'eve'))).to.equal('permission_denied');
  });
});

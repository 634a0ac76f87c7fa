import { groupKind, roleBindingKind, userKind } from '@govgate/ports';
import { expect } from 'chai';
import { describe, it } from 'mocha';
import { makeEnableUser } from '../accounts/change-account.js';
import { makeAddGroupMember } from '../groups/add-group-member.js';
import { makeRemoveGroupMember } from '../groups/remove-group-member.js';
import {
  answerOf,
  type Bench,
  binding,
  FOREIGN,
  group,
  makeBench,
  refusalOf,
  START,
  TENANT,
} from '../testing/use-case-bench.js';
import { makeListProvisionedGroups, makeListProvisionedUsers } from './list-provisioned.js';
import {
  makeChangeProvisionedGroup,
  makeProvisionGroup,
  makeRemoveProvisionedGroup,
} from './provision-group.js';
import { makeChangeProvisionedUser, makeProvisionUser, makeRemoveProvisionedUser } from './provision-user.js';
import { makeReadProvisionedUser } from './read-provisioned.js';

/** A tenant whose identity provider signs in as `ada`. */
const provisioningBench = async (): Promise<Bench> => {
  const bench = await makeBench();
  await bench.grant('ada', 'security_admin');
  return bench;
};

const page = { conditions: [], startIndex: 1, count: 10 };

describe('users of an identity provider', () => {
  it('are created under the name they sign in with, changed, disabled and enabled, each with its event', async () => {
    const bench = await provisioningBench();
    const idp = () => bench.as('ada');
    const noor = { userId: 'noor@acme.example', displayName: 'Noor', externalId: '00u1' };
    const created = answerOf(await makeProvisionUser(bench.ports)(await idp(), noor));
    expect(created).to.deep.equal({ ...noor, active: true, tag: '1' });
    const change = makeChangeProvisionedUser(bench.ports);
    const changed = await change(await idp(), { userId: noor.userId, displayName: 'Noor N.', active: false });
    expect(answerOf(changed)).to.deep.equal({ ...noor, displayName: 'Noor N.', active: false, tag: '3' });
    answerOf(await change(await idp(), { userId: noor.userId, active: false }));
    answerOf(await change(await idp(), { userId: noor.userId, active: true, externalId: null }));
    expect(await bench.events()).to.deep.equal([
      'user.created',
      'user.disabled',
      'user.updated',
      'user.updated',
      'user.enabled',
    ]);
  });

  it('are absent to it once it removed them, disabled here, and taken up again under the same id', async () => {
    const bench = await provisioningBench();
    const remove = makeRemoveProvisionedUser(bench.ports);
    expect(answerOf(await remove(await bench.as('ada'), { userId: 'eve' }))).to.equal(undefined);
    const { record } = (await bench.store.records.get(userKind, { tenantId: TENANT }, 'eve')) ?? {};
    expect([record?.disabledAt, record?.removedAt]).to.deep.equal([START, START]);
    expect(refusalOf(await remove(await bench.as('ada'), { userId: 'eve' }))).to.equal('not_found');
    const listed = answerOf(await makeListProvisionedUsers(bench.ports)(await bench.as('ada'), page));
    expect([listed.items.map(({ userId }) => userId), listed.totalCount]).to.deep.equal([['ada', 'bob'], 2]);
    const again = await makeProvisionUser(bench.ports)(await bench.as('ada'), {
      userId: 'eve',
      externalId: '7',
    });
    expect(answerOf(again)).to.deep.include({
      userId: 'eve',
      displayName: 'eve',
      externalId: '7',
      active: true,
    });
    expect(await bench.events()).to.deep.equal(['user.disabled', 'user.updated', 'user.enabled']);
  });

  it('are known to it again once somebody enables them here', async () => {
    const bench = await provisioningBench();
    answerOf(await makeRemoveProvisionedUser(bench.ports)(await bench.as('ada'), { userId: 'eve' }));
    const enabling = { tenantId: TENANT, accountId: 'eve', reasonCode: 'mistake' };
    answerOf(await makeEnableUser(bench.ports)(await bench.as('ada'), enabling));
    const read = await makeReadProvisionedUser(bench.ports)(await bench.as('ada'), { userId: 'eve' });
    expect(answerOf(read).active).to.equal(true);
  });

  it('keep the last administrator, whose other changes are not made either', async () => {
    const bench = await provisioningBench();
    const change = makeChangeProvisionedUser(bench.ports);
    const refused = await change(await bench.as('ada'), { userId: 'ada', displayName: 'X', active: false });
    const removed = await makeRemoveProvisionedUser(bench.ports)(await bench.as('ada'), { userId: 'ada' });
    expect([refusalOf(refused), refusalOf(removed)]).to.deep.equal([
      'last_security_admin',
      'last_security_admin',
    ]);
    expect(await bench.events()).to.deep.equal([]);
  });

  it('change only from the state that was seen, and only for whoever may manage them', async () => {
    const bench = await provisioningBench();
    const change = makeChangeProvisionedUser(bench.ports);
    const input = { userId: 'eve', displayName: 'Eve', active: true };
    expect([
      refusalOf(await change(await bench.as('ada', { ifMatch: ['9'] }), input)),
      refusalOf(await change(await bench.as('bob'), input)),
      refusalOf(await change(await bench.as('ada'), { ...input, userId: 'fay' })),
      refusalOf(await makeListProvisionedUsers(bench.ports)(await bench.as('bob'), page)),
    ]).to.deep.equal(['etag_mismatch', 'permission_denied', 'not_found', 'permission_denied']);
    expect(answerOf(await change(await bench.as('ada', { ifMatch: ['1'] }), input)).displayName).to.equal(
      'Eve',
    );
  });
});

describe('groups of an identity provider', () => {
  const made = async (bench: Bench, members: readonly string[], displayName = 'On call') => {
    const create = makeProvisionGroup(bench.ports);
    const said = { displayName, members: [{ op: 'replace', userIds: members }] } as const;
    return answerOf(await create(await bench.as('ada'), said));
  };

  it('are created with their members, and changed one change after the other, each with its event', async () => {
    const bench = await provisioningBench();
    const { groupId, members } = await made(bench, ['eve', 'bob']);
    expect(members).to.deep.equal(['bob', 'eve']);
    const changed = await makeChangeProvisionedGroup(bench.ports)(await bench.as('ada'), {
      groupId,
      externalId: '7',
      members: [
        { op: 'add', userIds: ['ada'] },
        { op: 'remove', userIds: ['eve', 'nobody'] },
      ],
    });
    expect(answerOf(changed)).to.deep.equal({
      groupId,
      externalId: '7',
      displayName: 'On call',
      members: ['ada', 'bob'],
      createdAt: START,
      tag: '2',
    });
    expect(await bench.events()).to.deep.equal([
      'group.created',
      'group.member_added',
      'group.member_added',
      'group.updated',
      'group.member_added',
      'group.member_removed',
    ]);
  });

  it('have members whom nobody here adds or removes', async () => {
    const bench = await provisioningBench();
    const { groupId } = await made(bench, ['bob']);
    const request = { tenantId: TENANT, groupId, userId: 'bob', reasonCode: 'x' };
    expect([
      refusalOf(await makeAddGroupMember(bench.ports)(await bench.as('ada'), { ...request, userId: 'eve' })),
      refusalOf(await makeRemoveGroupMember(bench.ports)(await bench.as('ada'), request)),
    ]).to.deep.equal(['managed_elsewhere', 'managed_elsewhere']);
  });

  it('are its own alone: groups made here and of other tenants are absent to it', async () => {
    const bench = await provisioningBench();
    const { groupId } = await made(bench, []);
    await bench.put(groupKind, group('foreign', [], { tenantId: FOREIGN, managedElsewhere: true }));
    const listed = answerOf(await makeListProvisionedGroups(bench.ports)(await bench.as('ada'), page));
    expect(listed.items.map((item) => item.groupId)).to.deep.equal([groupId]);
    const change = makeChangeProvisionedGroup(bench.ports);
    for (const id of ['operators', 'foreign'])
      expect(refusalOf(await change(await bench.as('ada'), { groupId: id, members: [] }))).to.equal(
        'not_found',
      );
  });

  it('are found by name, by member and by part of a name, page by page', async () => {
    const bench = await provisioningBench();
    for (const [name, members] of [
      ['alpha', ['bob']],
      ['alphabet', ['eve']],
      ['beta', ['bob', 'eve']],
    ] as const)
      await made(bench, members, name);
    const find = async (over: Partial<Parameters<ReturnType<typeof makeListProvisionedGroups>>[1]>) => {
      const list = makeListProvisionedGroups(bench.ports);
      const { items, totalCount } = answerOf(await list(await bench.as('ada'), { ...page, ...over }));
      return [totalCount, ...items.map(({ displayName }) => displayName)];
    };
    expect([
      await find({ conditions: [{ field: 'displayName', is: 'equal', value: 'alpha' }] }),
      await find({ conditions: [{ field: 'displayName', is: 'prefix', value: 'alpha' }] }),
      await find({ conditions: [{ field: 'member', is: 'equal', value: 'bob' }] }),
      await find({ conditions: [{ field: 'displayName', is: 'part', value: 'bet' }], startIndex: 2 }),
      await find({ count: 0 }),
    ]).to.deep.equal([[1, 'alpha'], [2, 'alpha', 'alphabet'], [2, 'alpha', 'beta'], [2, 'beta'], [3]]);
  });

  it('keep a last administrator: nobody empties or removes the group that makes them one', async () => {
    const bench = await makeBench();
    await bench.put(groupKind, group('admins', ['bob', 'eve'], { managedElsewhere: true }));
    const subject = { subjectType: 'group', subjectId: 'admins' } as const;
    await bench.put(roleBindingKind, binding({ bindingId: 'rb_g', role: 'security_admin', subject }));
    const change = makeChangeProvisionedGroup(bench.ports);
    const remove = makeRemoveProvisionedGroup(bench.ports);
    const emptied = { groupId: 'admins', members: [{ op: 'replace', userIds: [] }] } as const;
    expect([
      refusalOf(await change(await bench.as('bob'), emptied)),
      refusalOf(await remove(await bench.as('bob'), { groupId: 'admins' })),
    ]).to.deep.equal(['last_security_admin members', 'last_security_admin']);
    const left = { groupId: 'admins', members: [{ op: 'remove', userIds: ['eve'] }] } as const;
    expect(answerOf(await change(await bench.as('bob'), left)).members).to.deep.equal(['bob']);
  });

  it('end for everybody in them when they are removed there', async () => {
    const bench = await provisioningBench();
    const { groupId } = await made(bench, ['eve']);
    const subject = { subjectType: 'group', subjectId: groupId } as const;
    await bench.put(roleBindingKind, binding({ bindingId: 'rb_g', role: 'auditor', subject }));
    expect((await bench.as('eve')).principal.grants.length).to.equal(1);
    const remove = makeRemoveProvisionedGroup(bench.ports);
    answerOf(await remove(await bench.as('ada'), { groupId }));
    expect((await bench.as('eve')).principal.grants).to.deep.equal([]);
    expect(refusalOf(await remove(await bench.as('ada'), { groupId }))).to.equal('not_found');
  });
});

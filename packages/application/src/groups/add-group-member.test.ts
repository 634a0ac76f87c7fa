import { MAX_GROUP_MEMBERS } from '@govgate/domain/internal';
import { groupKind, roleBindingKind } from '@govgate/ports';
import { expect } from 'chai';
import { describe, it } from 'mocha';
import { makeCreateRoleBinding } from '../role-bindings/create-role-binding.js';
import { makeDisableRoleBinding } from '../role-bindings/disable-role-binding.js';
import { draft } from '../role-bindings/testing/drafts.js';
import { overtaken } from '../role-bindings/testing/overtaken.js';
import {
  answerOf,
  type Bench,
  binding,
  FOREIGN,
  group,
  makeBench,
  PRODUCTION,
  refusalOf,
  START,
  TENANT,
} from '../testing/use-case-bench.js';
import { makeAddGroupMember } from './add-group-member.js';

const asked = (userId: string, groupId = 'operators', tenantId = TENANT) => ({ tenantId, groupId, userId });

const adminBench = async (): Promise<Bench> => {
  const bench = await makeBench();
  await bench.grant('ada', 'security_admin');
  return bench;
};

describe('adding a member to a group', () => {
  it('answers with the sorted members and records it in the trail', async () => {
    const bench = await adminBench();
    const made = answerOf(await makeAddGroupMember(bench.ports)(await bench.as('ada'), asked('ada')));
    expect(made).to.deep.equal({
      groupId: 'operators',
      displayName: 'operators',
      externalIds: [],
      externalId: null,
      managedElsewhere: false,
      createdAt: START,
      disabledAt: undefined,
      members: ['ada', 'bob'],
      tag: '2',
      permissions: {
        resourceType: 'local_identity',
        resourceId: 'operators',
        allowedActions: ['add_member', 'remove_member'],
      },
    });
    expect(await bench.events()).to.deep.equal(['group.member_added']);
  });

  it("gives the member the group's grants with the next call", async () => {
    const bench = await adminBench();
    const subject = { subjectType: 'group', subjectId: 'operators' } as const;
    await bench.put(roleBindingKind, binding({ bindingId: 'rb_g', role: 'auditor', subject }));
    await makeAddGroupMember(bench.ports)(await bench.as('ada'), asked('eve'));
    expect((await bench.as('eve')).principal.grants.map(({ bindingId }) => bindingId)).to.deep.equal([
      'rb_g',
    ]);
  });

  it('answers a repetition the same way, without a second event', async () => {
    const bench = await adminBench();
    const add = makeAddGroupMember(bench.ports);
    const first = answerOf(await add(await bench.as('ada'), asked('eve')));
    expect(answerOf(await add(await bench.as('ada'), asked('eve')))).to.deep.equal(first);
    expect(await bench.events()).to.deep.equal(['group.member_added']);
  });

  it('adds both of two members who are added at once', async () => {
    const bench = await adminBench();
    const add = makeAddGroupMember(bench.ports);
    const ada = await bench.as('ada');
    await Promise.all([add(ada, asked('eve')), add(ada, asked('ada'))]);
    const { record } = (await bench.store.records.get(groupKind, { tenantId: TENANT }, 'operators')) ?? {};
    expect(record?.members).to.deep.equal(['ada', 'bob', 'eve']);
  });

  it('refuses absent, disabled and full groups, and unknown users', async () => {
    const bench = await adminBench();
    const many = Array.from({ length: MAX_GROUP_MEMBERS }, (_, i) => `user_${String(i).padStart(5, '0')}`);
    await bench.put(groupKind, group('closed', [], { disabledAt: START }), group('full', many));
    const add = makeAddGroupMember(bench.ports);
    const ada = await bench.as('ada');
    expect(refusalOf(await add(ada, asked('zoe')))).to.equal('not_found user_id');
    expect(refusalOf(await add(ada, asked('eve', 'none')))).to.equal('not_found');
    expect(refusalOf(await add(ada, asked('eve', 'closed')))).to.equal('group_disabled');
    expect(refusalOf(await add(ada, asked('eve', 'full')))).to.equal('limit_exceeded');
    expect(await bench.events()).to.deep.equal([]);
  });

  it('stops callers from joining a group that grants what they lack, and from adding anyone to it', async () => {
    const bench = await adminBench();
    await bench.grant('ada', 'platform_admin');
    const subject = { subjectType: 'group', subjectId: 'operators' } as const;
    await bench.grant('eve', 'security_admin');
    await bench.put(roleBindingKind, binding({ bindingId: 'rb_g', role: 'platform_admin', subject }));
    const add = makeAddGroupMember(bench.ports);
    for (const userId of ['eve', 'ada'])
      expect(refusalOf(await add(await bench.as('eve'), asked(userId)))).to.equal('self_grant_forbidden');
    expect(refusalOf(await add(await bench.as('ada'), asked('eve')))).to.equal('ok');
  });

  it('stops them from joining one whose grants outlast theirs', async () => {
    const bench = await adminBench();
    const subject = { subjectType: 'group', subjectId: 'operators' } as const;
    await bench.grant(
      'eve',
      'security_admin',
      { scopeType: 'tenant' },
      { expiresAt: '2026-03-01T13:00:00.000Z' },
    );
    await bench.put(roleBindingKind, binding({ bindingId: 'rb_g', role: 'auditor', subject }));
    const add = makeAddGroupMember(bench.ports);
    expect(refusalOf(await add(await bench.as('eve'), asked('eve')))).to.equal('self_grant_forbidden');
    expect(refusalOf(await add(await bench.as('ada'), asked('eve')))).to.equal('ok');
  });

  it('keeps them from one that is granted it between the look and the commit', async () => {
    const bench = await adminBench();
    await bench.grant('ada', 'platform_admin');
    await bench.grant('eve', 'security_admin');
    const subject = { subjectType: 'group', subjectId: 'operators' } as const;
    const granted = draft({ role: 'platform_admin', subject, scope: { scopeType: 'tenant' } });
    const ada = await bench.as('ada');
    const ports = overtaken(bench, async () =>
      answerOf(await makeCreateRoleBinding(bench.ports)(ada, granted)),
    );
    const add = makeAddGroupMember(ports);
    expect(refusalOf(await add(await bench.as('eve'), asked('eve')))).to.equal('self_grant_forbidden');
    expect(await bench.events()).to.deep.equal(['role_binding.created']);
  });

  it('judges a caller by the grants that they still have when it is committed', async () => {
    const bench = await adminBench();
    await bench.grant('eve', 'security_admin', { scopeType: 'tenant' }, { bindingId: 'rb_eve' });
    const subject = { subjectType: 'group', subjectId: 'operators' } as const;
    await bench.put(roleBindingKind, binding({ bindingId: 'rb_g', role: 'auditor', subject }));
    const ada = await bench.as('ada');
    const withdraw = { tenantId: TENANT, bindingId: 'rb_eve', reasonCode: 'left', reason: null };
    const ports = overtaken(bench, async () =>
      answerOf(await makeDisableRoleBinding(bench.ports)(ada, withdraw)),
    );
    const add = makeAddGroupMember(ports);
    expect(refusalOf(await add(await bench.as('eve'), asked('ada')))).to.equal('self_grant_forbidden');
    expect(await bench.events()).to.deep.equal(['role_binding.disabled']);
  });

  it('needs local_identity.manage over the whole tenant', async () => {
    const bench = await adminBench();
    await bench.grant('eve', 'security_admin', { scopeType: 'environment', environmentId: PRODUCTION });
    const add = makeAddGroupMember(bench.ports);
    expect(refusalOf(await add(await bench.as('eve'), asked('eve')))).to.equal('permission_denied');
    expect(refusalOf(await add(await bench.as('eve'), asked('eve', 'none')))).to.equal('permission_denied');
    expect(refusalOf(await add(await bench.as('ada'), asked('fay', 'operators', FOREIGN)))).to.equal(
      'not_found',
    );
  });
});

import { expect } from 'chai';
import { bindingOf } from '../role-binding/testing/bindings.js';
import { ADMIN, callerWith, expectOk, grantOf, NOW, refusalIn } from '../testing/people.js';
import { decideAddMember } from './add-member.js';
import type { Group } from './group.js';

const groupOf = (fields: Partial<Group> = {}): Group => ({
  groupId: 'grp_ops',
  tenantId: 'acme',
  displayName: 'Operations',
  externalIds: [],
  externalId: null,
  managedElsewhere: false,
  createdAt: NOW,
  disabledAt: null,
  members: ['usr_bob'],
  ...fields,
});

const askedFor = (fields: Partial<Parameters<typeof decideAddMember>[1]> = {}) => ({
  userId: 'usr_alice',
  userExists: true,
  actor: ADMIN,
  groupBindings: [],
  now: NOW,
  ...fields,
});

describe('decideAddMember', () => {
  it('adds a user and keeps the members sorted', () => {
    const group = groupOf();
    expect(expectOk(decideAddMember(group, askedFor()))).to.deep.equal({
      kind: 'moved',
      record: { ...group, members: ['usr_alice', 'usr_bob'] },
      changedFields: ['members'],
      fences: false,
    });
  });

  it('changes nothing for a member', () => {
    const group = groupOf();
    expect(expectOk(decideAddMember(group, askedFor({ userId: 'usr_bob' })))).to.deep.equal({
      kind: 'no_change',
      record: group,
    });
  });

  it('refuses an unknown user, a disabled group and a full one', () => {
    const full = groupOf({ members: Array.from({ length: 5000 }, (_, index) => `usr_${index}`) });
    expect(refusalIn(decideAddMember(groupOf(), askedFor({ userExists: false })))).to.deep.equal({
      reasonCode: 'not_found',
      field: 'user_id',
    });
    expect(refusalIn(decideAddMember(groupOf({ disabledAt: NOW }), askedFor()))).to.deep.equal({
      reasonCode: 'group_disabled',
    });
    expect(refusalIn(decideAddMember(full, askedFor()))).to.deep.equal({ reasonCode: 'limit_exceeded' });
  });

  it('refuses any member where the group grants what the caller lacks, now or later', () => {
    const actor = callerWith([grantOf('auditor')]);
    const subject = { subjectType: 'group', subjectId: 'grp_ops' } as const;
    const forbidden = { reasonCode: 'self_grant_forbidden' };
    for (const userId of ['usr_ada', 'usr_alice']) {
      const join = (fields: Parameters<typeof bindingOf>[0]) =>
        refusalIn(
          decideAddMember(
            groupOf(),
            askedFor({ userId, actor, groupBindings: [bindingOf({ subject, ...fields })] }),
          ),
        );
      expect(join({ role: 'viewer' })).to.deep.equal(forbidden);
      expect(join({ role: 'viewer', notBefore: '2027-01-01T00:00:00.000Z' })).to.deep.equal(forbidden);
      expect(join({ role: 'auditor' })).to.equal(undefined);
      expect(join({ role: 'viewer', disabledAt: NOW })).to.equal(undefined);
      expect(join({ role: 'viewer', expiresAt: NOW })).to.equal(undefined);
    }
  });

  it('refuses where the group’s grants last longer than the caller’s own', () => {
    const ends = '2026-03-01T13:00:00.000Z';
    const actor = callerWith([{ ...grantOf('auditor'), expiresAt: ends }]);
    const join = (expiresAt: string | null) =>
      decideAddMember(
        groupOf(),
        askedFor({ actor, groupBindings: [bindingOf({ role: 'auditor', expiresAt })] }),
      ).ok;
    expect([join(null), join('2026-03-01T13:00:00.001Z'), join(ends)]).to.deep.equal([false, false, true]);
  });

  it('grants nothing to a caller who is already a member', () => {
    const group = groupOf({ members: ['usr_ada'] });
    const request = askedFor({
      actor: callerWith([grantOf('auditor')]),
      userId: 'usr_ada',
      groupBindings: [bindingOf({ subject: { subjectType: 'group', subjectId: 'grp_ops' } })],
    });
    expect(expectOk(decideAddMember(group, request))).to.deep.equal({ kind: 'no_change', record: group });
  });
});

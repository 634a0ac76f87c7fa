import { expect } from 'chai';
import { ADMIN, callerWith, expectOk, NOW, refusalIn } from '../testing/people.js';
import type { Group } from './group.js';
import { decideUpdateGroup } from './update-group.js';

const GROUP: Group = {
  groupId: 'admins',
  tenantId: ADMIN.tenantId,
  displayName: 'Administrators',
  externalIds: ['/security/admins'],
  externalId: null,
  managedElsewhere: false,
  createdAt: NOW,
  disabledAt: null,
  members: [],
};

const asked = (over: Partial<Parameters<typeof decideUpdateGroup>[1]>) => ({
  actor: ADMIN,
  groupBindings: [],
  now: NOW,
  ...over,
});

describe('a change of a group', () => {
  it('takes a name and external ids, sorted and once each, and leaves out what is not said', () => {
    const decided = expectOk(decideUpdateGroup(GROUP, asked({ externalIds: ['b', 'a', 'b'] })));
    expect([decided.record, decided.kind === 'moved' && decided.changedFields]).to.deep.equal([
      { ...GROUP, externalIds: ['a', 'b'] },
      ['externalIds'],
    ]);
    const renamed = expectOk(decideUpdateGroup(GROUP, asked({ displayName: 'Admins' })));
    expect(renamed.record).to.deep.equal({ ...GROUP, displayName: 'Admins' });
    const same = expectOk(decideUpdateGroup(GROUP, asked({ externalIds: ['/security/admins'] })));
    expect(same.kind).to.equal('no_change');
  });

  it('adds no external id to a group that grants what the caller lacks: its bearers would be members', () => {
    const groupBindings = [
      {
        bindingId: 'rb_1',
        tenantId: GROUP.tenantId,
        role: 'platform_admin',
        subject: { subjectType: 'group', subjectId: 'admins' },
        scope: { scopeType: 'tenant' },
        reasonCode: 'x',
        reason: null,
        grantedBy: 'usr_ada',
        createdAt: NOW,
        notBefore: null,
        expiresAt: null,
        disabledBy: null,
        disabledAt: null,
        disableReasonCode: null,
      } as const,
    ];
    const actor = callerWith([]);
    expect(
      refusalIn(decideUpdateGroup(GROUP, asked({ actor, groupBindings, externalIds: ['mine'] }))),
    ).to.deep.equal({ reasonCode: 'self_grant_forbidden', field: 'external_ids' });
    expect(
      expectOk(decideUpdateGroup(GROUP, asked({ actor, groupBindings, externalIds: [] }))).kind,
    ).to.equal('moved');
  });
});

import { expect } from 'chai';
import { ADMIN, callerWith, expectOk, grantOf, NOW, refusalIn } from '../testing/people.js';
import type { Group } from './group.js';
import { decideProvisionGroup, decideRemoveGroup, MAX_MEMBERS_CHANGED } from './provision-group.js';

const GROUP: Group = {
  groupId: 'grp_1',
  tenantId: ADMIN.tenantId,
  displayName: 'On call',
  externalIds: [],
  createdAt: NOW,
  disabledAt: null,
  members: ['bob', 'eve'],
  externalId: null,
  managedElsewhere: true,
};

const ROLE_OF_GROUP = {
  bindingId: 'rb_1',
  tenantId: GROUP.tenantId,
  role: 'security_admin',
  subject: { subjectType: 'group', subjectId: 'grp_1' },
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
} as const;

const asked = (over: Partial<Parameters<typeof decideProvisionGroup>[1]>) => ({
  actor: ADMIN,
  groupBindings: [],
  isUser: () => true,
  lastSecurityAdmin: false,
  now: NOW,
  ...over,
});

describe('a group as its identity provider says', () => {
  it('takes names and members, sorted and once each, and keeps what is not said', () => {
    const decided = expectOk(
      decideProvisionGroup(GROUP, asked({ members: ['zoe', 'bob', 'zoe'], externalId: '7' })),
    );
    expect([decided.record, decided.kind === 'moved' && decided.changedFields]).to.deep.equal([
      { ...GROUP, externalId: '7', members: ['bob', 'zoe'] },
      ['externalId', 'members'],
    ]);
    expect(expectOk(decideProvisionGroup(GROUP, asked({ members: ['eve', 'bob'] }))).kind).to.equal(
      'no_change',
    );
  });

  it('is judged by the grants of the bearer, whose token is narrowed to provisioning', () => {
    const narrowed = { permissions: ['local_identity.manage'] } as const;
    const join = (actor: typeof ADMIN) =>
      refusalIn(
        decideProvisionGroup(GROUP, asked({ actor, groupBindings: [ROLE_OF_GROUP], members: ['zoe'] })),
      );
    expect(join(callerWith([grantOf('security_admin')], narrowed))).to.equal(undefined);
    expect(join(callerWith([grantOf('auditor')], narrowed))).to.deep.equal({
      reasonCode: 'self_grant_forbidden',
      field: 'members',
    });
  });

  it('takes only users, at most a thousand changes a call, and leaves the tenant an administrator', () => {
    const refused = (over: Parameters<typeof asked>[0]) =>
      refusalIn(decideProvisionGroup(GROUP, asked(over)));
    const many = Array.from({ length: MAX_MEMBERS_CHANGED + 1 }, (_, i) => `u${i}`);
    expect([
      refused({ members: ['bob', 'eve', 'gone'], isUser: () => false }),
      refused({ members: [...GROUP.members, ...many] }),
      refused({ members: ['bob'], lastSecurityAdmin: true }),
      refused({ members: ['bob', 'eve', 'zoe'], lastSecurityAdmin: true }),
      refusalIn(decideRemoveGroup(GROUP, { lastSecurityAdmin: true, now: NOW })),
    ]).to.deep.equal([
      { reasonCode: 'unknown_reference', field: 'members' },
      { reasonCode: 'limit_exceeded', field: 'members' },
      { reasonCode: 'last_security_admin', field: 'members' },
      undefined,
      { reasonCode: 'last_security_admin' },
    ]);
  });

  it('is empty and disabled once it is removed there', () => {
    const decided = expectOk(decideRemoveGroup(GROUP, { lastSecurityAdmin: false, now: NOW }));
    expect(decided.record).to.deep.equal({ ...GROUP, members: [], disabledAt: NOW });
  });
});

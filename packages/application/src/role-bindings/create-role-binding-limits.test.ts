import { groupKind } from '@govgate/ports';
import { expect } from 'chai';
import { describe, it } from 'mocha';
import { makeAddGroupMember } from '../groups/add-group-member.js';
import { answerOf, group, makeBench, refusalOf, TENANT } from '../testing/use-case-bench.js';
import { makeCreateRoleBinding } from './create-role-binding.js';
import { makeDisableRoleBinding } from './disable-role-binding.js';
import { adminBench, draft } from './testing/drafts.js';
import { overtaken } from './testing/overtaken.js';

const LATER = '2026-03-05T00:00:00.000Z';

describe('creating a role binding, as far as the grantor goes', () => {
  it('refuses what would outlast the grantor’s own, and accepts what ends with it', async () => {
    const bench = await makeBench();
    await bench.grant('ada', 'security_admin', { scopeType: 'tenant' }, { expiresAt: LATER });
    const create = makeCreateRoleBinding(bench.ports);
    const ada = await bench.as('ada');
    const beyond = '2026-03-05T00:00:00.001Z';
    for (const expiresAt of [null, beyond])
      expect(refusalOf(await create(ada, draft({ expiresAt })))).to.equal('exceeds_grantor');
    expect(refusalOf(await create(ada, draft({ expiresAt: LATER })))).to.equal('ok');
  });

  it('refuses a group that the grantor joins between the look and the commit', async () => {
    const bench = await adminBench();
    await bench.put(groupKind, group('admins', []));
    await bench.grant('eve', 'security_admin');
    const subject = { subjectType: 'group', subjectId: 'admins' } as const;
    const joining = { tenantId: TENANT, groupId: 'admins', userId: 'ada' };
    const eve = await bench.as('eve');
    const ports = overtaken(bench, async () => answerOf(await makeAddGroupMember(bench.ports)(eve, joining)));
    const answer = await makeCreateRoleBinding(ports)(await bench.as('ada'), draft({ subject }));
    expect(refusalOf(answer)).to.equal('self_grant_forbidden');
    expect(await bench.events()).to.deep.equal(['group.member_added']);
  });

  it('refuses a grantor whose own role is withdrawn between the look and the commit', async () => {
    const bench = await adminBench();
    await bench.grant('eve', 'security_admin', { scopeType: 'tenant' }, { bindingId: 'rb_eve' });
    const ada = await bench.as('ada');
    const withdraw = { tenantId: TENANT, bindingId: 'rb_eve', reasonCode: 'left', reason: null };
    const ports = overtaken(bench, async () =>
      answerOf(await makeDisableRoleBinding(bench.ports)(ada, withdraw)),
    );
    const answer = await makeCreateRoleBinding(ports)(await bench.as('eve'), draft());
    expect(refusalOf(answer)).to.equal('permission_denied');
    expect(await bench.events()).to.deep.equal(['role_binding.disabled']);
  });

  it('refuses a service account that grants to its owner, or to a group of theirs', async () => {
    const bench = await adminBench();
    await bench.put(groupKind, group('admins', ['eve']));
    const ada = await bench.as('ada');
    const principal = {
      ...ada.principal,
      actorType: 'service_account',
      actorId: 'ci',
      persons: ['eve'],
    } as const;
    const create = makeCreateRoleBinding(bench.ports);
    for (const subject of [
      { subjectType: 'user', subjectId: 'eve' },
      { subjectType: 'group', subjectId: 'admins' },
    ] as const)
      expect(refusalOf(await create({ ...ada, principal }, draft({ subject })))).to.equal(
        'self_grant_forbidden',
      );
  });
});

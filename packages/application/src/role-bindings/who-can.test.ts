import type { RoleBinding } from '@govgate/domain';
import { newAccessReview } from '@govgate/domain/internal';
import { userOf } from '@govgate/domain/testing';
import { accessReviewKind, groupKind, roleBindingKind, userKind } from '@govgate/ports';
import { expect } from 'chai';
import { describe, it } from 'mocha';
import {
  answerOf,
  type Bench,
  binding,
  FOREIGN,
  group,
  makeBench,
  PRODUCTION,
  refusalOf,
  STAGING,
  START,
  TENANT,
} from '../testing/use-case-bench.js';
import { makeWhoCan, type WhoCanInput } from './who-can.js';

const asked = (over: Partial<WhoCanInput> = {}): WhoCanInput => ({
  tenantId: TENANT,
  environmentId: PRODUCTION,
  permission: 'data_plane.operate',
  limit: 10,
  ...over,
});

const grant = (bindingId: string, subject: RoleBinding['subject'], over: Partial<RoleBinding> = {}) =>
  binding({ bindingId, role: 'platform_admin', subject, ...over });

const inEnvironment = (environmentId: string) => ({ scopeType: 'environment', environmentId }) as const;

const worldOfHolders = async (): Promise<Bench> => {
  const bench = await makeBench();
  await bench.grant('ada', 'security_admin');
  await bench.put(userKind, userOf('gone', { displayName: 'Gone', disabledAt: START }));
  await bench.put(
    groupKind,
    group('authors', ['bob', 'eve', 'gone'], { externalIds: ['/authors'] }),
    group('closed', ['ada'], { disabledAt: START }),
  );
  await bench.put(
    roleBindingKind,
    grant('rb_bob', { subjectType: 'user', subjectId: 'bob' }, { scope: inEnvironment(PRODUCTION) }),
    grant('rb_authors', { subjectType: 'group', subjectId: 'authors' }),
    grant('rb_closed', { subjectType: 'group', subjectId: 'closed' }),
    grant('rb_staging', { subjectType: 'user', subjectId: 'ada' }, { scope: inEnvironment(STAGING) }),
    grant('rb_ended', { subjectType: 'user', subjectId: 'ada' }, { expiresAt: START }),
    grant('rb_viewer', { subjectType: 'user', subjectId: 'ada' }, { role: 'viewer' }),
  );
  return bench;
};

describe('who holds a permission', () => {
  it('is everybody who may sign in, with each grant that gives it, through groups too', async () => {
    const bench = await worldOfHolders();
    const found = answerOf(await makeWhoCan(bench.ports)(await bench.as('ada'), asked()));
    const byGroup = ['rb_authors', 'authors', true, 'granted'];
    expect(
      found.items.map(({ subject: { subjectType, subjectId }, grants, grantCount }) => [
        `${subjectType} ${subjectId}`,
        grantCount,
        ...grants.map(({ bindingId, groupId, applies, reasonCode }) => [
          bindingId,
          groupId,
          applies,
          reasonCode,
        ]),
      ]),
    ).to.deep.equal([
      ['user bob', 2, ['rb_bob', null, true, 'granted'], byGroup],
      ['user eve', 1, byGroup],
    ]);
    expect([found.permission, found.environmentId, found.tokenGroupIds, found.page]).to.deep.equal([
      'data_plane.operate',
      PRODUCTION,
      ['authors'],
      { limit: 10, totalCount: 2 },
    ]);
  });

  it('is told page by page, of the very same question', async () => {
    const bench = await worldOfHolders();
    const ask = makeWhoCan(bench.ports);
    const ada = await bench.as('ada');
    const first = answerOf(await ask(ada, asked({ limit: 1 })));
    const cursor = first.page.nextCursor;
    const second = answerOf(await ask(ada, asked({ limit: 1, cursor })));
    expect(
      [first, second].flatMap(({ items }) => items.map(({ subject }) => subject.subjectId)),
    ).to.deep.equal(['bob', 'eve']);
    expect(second.page).to.deep.equal({ limit: 1, totalCount: 2 });
    const other = await ask(ada, asked({ permission: 'policy.read', cursor }));
    expect(refusalOf(other)).to.equal('invalid_cursor cursor');
  });

  it('includes who holds it for some records, and says for which', async () => {
    const bench = await worldOfHolders();
    const scope = { scopeType: 'owner_team', environmentId: PRODUCTION, ownerTeam: 'risk' } as const;
    await bench.put(
      roleBindingKind,
      grant('rb_team', { subjectType: 'user', subjectId: 'ada' }, { role: 'server_owner', scope }),
    );
    const servers = asked({ permission: 'mcp_server.register' });
    const found = answerOf(await makeWhoCan(bench.ports)(await bench.as('ada'), servers));
    const ada = found.items.find(({ subject }) => subject.subjectId === 'ada');
    expect(
      ada?.grants.map(({ bindingId, applies, reasonCode }) => [bindingId, applies, reasonCode]),
    ).to.deep.equal([['rb_team', false, 'only_one_team']]);
  });

  it('is told to whoever may read role bindings and local identities of the whole tenant', async () => {
    const bench = await makeBench();
    await bench.grant('ada', 'security_admin');
    await bench.grant('eve', 'security_admin', inEnvironment(PRODUCTION));
    const ask = makeWhoCan(bench.ports);
    expect([
      refusalOf(await ask(await bench.as('eve'), asked())),
      refusalOf(await ask(await bench.as('ada'), asked({ tenantId: FOREIGN }))),
    ]).to.deep.equal(['permission_denied', 'scope_forbidden']);
  });

  it('to review access is asked about the tenant, about an environment, or about one review', async () => {
    const bench = await worldOfHolders();
    await bench.put(userKind, userOf('zoe', { displayName: 'Zoe' }));
    const subject = { subjectType: 'user', subjectId: 'zoe' } as const;
    const scope = inEnvironment(STAGING);
    await bench.put(
      roleBindingKind,
      binding({ bindingId: 'rb_local', role: 'security_admin', subject, scope }),
    );
    const draft = {
      tenantId: TENANT,
      name: 'Spring',
      environmentId: STAGING,
      kinds: ['role_binding'] as const,
      reviewers: [],
      dueAt: START,
      whenUnanswered: 'keep' as const,
    };
    const made = { accessReviewId: 'arv_1', openedBy: 'ada', openedAt: START };
    await bench.put(accessReviewKind, newAccessReview(draft, made));
    const holders = async (over: Partial<WhoCanInput>) => {
      const input = { ...asked(over), permission: 'access_review.manage' as const };
      const found = answerOf(await makeWhoCan(bench.ports)(await bench.as('ada'), input));
      return [found.environmentId, ...found.items.map(({ subject: { subjectId } }) => subjectId)];
    };
    expect([
      await holders({ environmentId: undefined }),
      await holders({ environmentId: STAGING }),
      await holders({ environmentId: undefined, resourceId: 'arv_1' }),
    ]).to.deep.equal([
      [null, 'ada', 'bob', 'eve'],
      [STAGING, 'ada', 'bob', 'eve', 'zoe'],
      [null, 'ada', 'bob', 'eve', 'zoe'],
    ]);
  });
});

import {
  decideDraft,
  type ManifestBody,
  type PolicyRule,
  type PolicyVersion,
  type Result,
  type User,
} from '@govgate/domain';
import { clientSessionKind, groupKind, policyVersionKind, userKind } from '@govgate/ports';
import { expect } from 'chai';
import { describe, it } from 'mocha';
import {
  answerOf,
  type Bench,
  group,
  makeBench,
  PROD_SCOPE,
  PRODUCTION,
  TENANT,
} from '../role-bindings/testing/bench.js';
import { session } from '../sessions/testing/records.js';
import { makeEvaluateAccess } from './evaluate-access.js';
import { makeSearchSubjects, type SearchAnswer } from './search-access.js';

const RESOURCE = { type: 'record', id: 'record-1' };

const activeVersion = (rule: Partial<PolicyRule>): PolicyVersion => {
  const drafted = decideDraft(
    {
      owner: { userId: 'ada', team: 'payments' },
      source: { sourceType: 'api', sourceRef: null },
      description: null,
      body: {
        manifest_version: '1.0',
        default_effect: 'deny',
        rules: [
          { rule_id: 'rule', effect: 'allow', subjects: {}, targets: {}, reason_code: 'because', ...rule },
        ],
      } as unknown as ManifestBody,
      submittedText: null,
    },
    { policyVersion: 'pv_1', scope: PROD_SCOPE, now: '2026-03-01T00:00:00.000Z' },
  );
  if (!drafted.ok) throw new Error('the draft is refused');
  return { ...drafted.value, status: 'active' };
};

/** A tenant of so many users, the three of every bench among them. */
const tenantOf = async (users: number, rule: Partial<PolicyRule> = {}): Promise<Bench> => {
  const made = await makeBench();
  await made.grant('eve', 'data_plane_agent', { scopeType: 'environment', environmentId: PRODUCTION });
  await made.put(policyVersionKind, activeVersion(rule));
  await made.put(userKind, ...Array.from({ length: users - 3 }, (_, i) => userNamed(`user-${i}`)));
  return made;
};

const userNamed = (userId: string): User => ({
  userId,
  tenantId: TENANT,
  displayName: userId,
  disabledAt: null,
});

/** The pages of a search for users, from the first to the one that says it is the last. */
const pagesOf = async (on: Bench, limit = 1_000): Promise<readonly (readonly string[])[]> => {
  const search = makeSearchSubjects(on.ports);
  const pages: string[][] = [];
  let token = '';
  do {
    const input = { subject: { type: 'user' }, action: { name: 'read' }, resource: RESOURCE, limit, token };
    const found: Result<SearchAnswer<{ readonly id: string }>> = await search(await on.as('eve'), {
      scope: PROD_SCOPE,
      ...input,
    });
    const { results, page } = answerOf(found);
    expect(page.count).to.equal(results.length);
    pages.push(results.map(({ id }) => id));
    token = page.nextToken;
  } while (token !== '');
  return pages;
};

const inTooManyGroups = async (on: Bench, userId: string): Promise<void> =>
  on.put(groupKind, ...Array.from({ length: 10_001 }, (_, i) => group(`group-${i}`, [userId])));

describe('a search for subjects', () => {
  it('goes on behind what one call tries, and tells everybody once', async () => {
    const on = await tenantOf(603);
    const pages = await pagesOf(on);
    expect(pages.map(({ length }) => length)).to.deep.equal([250, 250, 103]);
    const everybody = Array.from({ length: 600 }, (_, i) => `user-${i}`);
    expect(pages.flat()).to.have.members(['ada', 'bob', 'eve', ...everybody]);
  });

  it('ends with the last candidate, not with an empty page behind it', async () => {
    const on = await tenantOf(500);
    expect([
      (await pagesOf(on)).map(({ length }) => length),
      (await pagesOf(on, 100)).map(({ length }) => length),
    ]).to.deep.equal([
      [250, 250],
      [100, 100, 100, 100, 100],
    ]);
  });

  it('takes each user’s groups from the store, those who are looked up together, too', async () => {
    const on = await tenantOf(303, { subjects: { groups: ['operators', 'night-shift', 'gone'] } });
    const disabledAt = '2026-01-01T00:00:00.000Z';
    await on.put(groupKind, group('night-shift', ['bob', 'user-7', 'user-299', 'nobody', 'left']));
    await on.put(groupKind, group('gone', ['user-8'], { disabledAt }));
    await on.put(userKind, { ...userNamed('left'), disabledAt });
    expect((await pagesOf(on)).flat()).to.have.members(['bob', 'user-7', 'user-299']);
  });

  it('denies whose groups are too many to be judged by, and tells the others', async () => {
    const on = await tenantOf(10);
    await inTooManyGroups(on, 'bob');
    const found = (await pagesOf(on)).flat();
    expect([found.length, found.includes('bob')]).to.deep.equal([9, false]);
  });
});

describe('a question about a user in more groups than are read', () => {
  for (const subject of [
    { type: 'user', id: 'bob' },
    { type: 'client_session', id: 'cs_1' },
  ])
    it(`is denied with its reason: ${subject.type}`, async () => {
      const on = await tenantOf(3);
      await on.put(clientSessionKind, session({ userId: 'bob' }));
      await inTooManyGroups(on, 'bob');
      const question = { subject, action: { name: 'read' }, resource: RESOURCE };
      const answer = await makeEvaluateAccess(on.ports)(await on.as('eve'), { scope: PROD_SCOPE, question });
      const { decision, context } = answerOf(answer);
      expect([decision, context.reasonCode]).to.deep.equal([false, 'subject_in_too_many_groups']);
    });
});

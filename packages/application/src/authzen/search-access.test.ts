import type { PolicyRule, Result } from '@govgate/domain';
import { userOf } from '@govgate/domain/testing';
import { groupKind, userKind } from '@govgate/ports';
import { expect } from 'chai';
import { describe, it } from 'mocha';
import { answerOf, type Bench, group, PROD_SCOPE } from '../testing/use-case-bench.js';
import { makeSearchSubjects, type SearchAnswer } from './search-access.js';
import { bench, rule } from './testing/decision-bench.js';

const RESOURCE = { type: 'record', id: 'record-1' };

/** A tenant with this many users, including the three of every bench. */
const tenantOf = async (users: number, over: Partial<PolicyRule> = {}): Promise<Bench> => {
  const made = await bench(rule(over));
  await made.grant('eve', 'platform_admin');
  await made.put(userKind, ...Array.from({ length: users - 3 }, (_, i) => userOf(`user-${i}`)));
  return made;
};

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

describe('a search for subjects', () => {
  it('continues after what one call tries, and returns everyone once', async () => {
    const on = await tenantOf(603);
    const pages = await pagesOf(on);
    expect(pages.map(({ length }) => length)).to.deep.equal([250, 250, 103]);
    const everybody = Array.from({ length: 600 }, (_, i) => `user-${i}`);
    expect(pages.flat()).to.have.members(['ada', 'bob', 'eve', ...everybody]);
  });

  it('ends with the last candidate, not with an extra empty page', async () => {
    const on = await tenantOf(500);
    expect([
      (await pagesOf(on)).map(({ length }) => length),
      (await pagesOf(on, 100)).map(({ length }) => length),
    ]).to.deep.equal([
      [250, 250],
      [100, 100, 100, 100, 100],
    ]);
  });

  it('takes each user’s groups from the store, including users looked up together', async () => {
    const on = await tenantOf(303, { subjects: { groups: ['operators', 'night-shift', 'gone'] } });
    const disabledAt = '2026-01-01T00:00:00.000Z';
    await on.put(groupKind, group('night-shift', ['bob', 'user-7', 'user-299', 'nobody', 'left']));
    await on.put(groupKind, group('gone', ['user-8'], { disabledAt }));
    await on.put(userKind, { ...userOf('left'), disabledAt });
    expect((await pagesOf(on)).flat()).to.have.members(['bob', 'user-7', 'user-299']);
  });

  it('considers every group of a user, however many', async () => {
    const on = await tenantOf(10, { subjects: { groups: ['zz-last'] } });
    const ids = [...Array.from({ length: 300 }, (_, i) => `group-${i}`), 'zz-last'];
    await on.put(groupKind, ...ids.map((id) => group(id, ['bob'])));
    expect((await pagesOf(on)).flat()).to.deep.equal(['bob']);
  });
});

import type { User } from '@govgate/domain';
import { userOf } from '@govgate/domain/testing';
import { userKind } from '@govgate/ports';
import { expect } from 'chai';
import { describe, it } from 'mocha';
import { answerOf, type Bench, makeBench, refusalOf } from '../testing/use-case-bench.js';
import { makeListProvisionedUsers } from './list-provisioned.js';
import type { ProvisionedCondition } from './provisioned-filter.js';

const user = (userId: string, displayName = userId): User =>
  userOf(userId, { displayName, externalId: `ext-${userId}` });

const NAMES = ['Élodie Ünal', 'ELODIE', 'elodie@x', 'Straße', 'STRASSE'];

/** A tenant of 5,000 users and a few more, and how many of them a list reads. */
const crowd = async (more = 0) => {
  const bench = await makeBench();
  await bench.grant('ada', 'security_admin');
  const put = (one: User) => bench.put(userKind, one);
  for (let at = 0; at < 5_000 + more; at += 1)
    await put(user(`user${String(at).padStart(5, '0')}@acme.example`));
  for (const [at, displayName] of NAMES.entries()) await put(user(`named${at}`, displayName));
  const counted = { read: 0 };
  const records = {
    ...bench.ports.records,
    page: async (...given: Parameters<Bench['ports']['records']['page']>) => {
      const page = await bench.ports.records.page(...given);
      counted.read += page.items.length;
      return page;
    },
  } as Bench['ports']['records'];
  const list = async (...conditions: readonly ProvisionedCondition[]) => {
    counted.read = 0;
    const found = await makeListProvisionedUsers({ records })(await bench.as('ada'), {
      conditions,
      startIndex: 1,
      count: 10,
    });
    return found;
  };
  return { list, counted };
};

describe('a search of an identity provider among 5,000 users', function () {
  this.timeout(30_000);

  it('reads those alone that have the part in their id or name, and compares them exactly', async () => {
    const { list, counted } = await crowd();
    const found = async (field: 'id' | 'displayName', is: ProvisionedCondition['is'], value: string) => {
      const { items, totalCount } = answerOf(await list({ field, is, value }));
      return [totalCount, counted.read, items.map((one) => (field === 'id' ? one.userId : one.displayName))];
    };
    expect(await found('id', 'part', 'r01234')).to.deep.equal([1, 1, ['user01234@acme.example']]);
    expect(await found('id', 'prefix', 'user0499')).to.satisfy(
      ([all, read]: number[]) => all === 10 && read === 10,
    );
    expect(await found('displayName', 'suffix', 'odie')).to.deep.equal([0, 3, []]);
    expect(await found('displayName', 'part', 'lodie')).to.deep.equal([2, 3, ['Élodie Ünal', 'elodie@x']]);
    expect(await found('displayName', 'part', 'ß')).to.deep.equal([1, 2, ['Straße']]);
    expect(await found('displayName', 'prefix', 'STRASSE')).to.deep.equal([1, 2, ['STRASSE']]);
  });

  it('is refused where it would read more', async () => {
    const { list, counted } = await crowd(1);
    for (const field of ['id', 'externalId'] as const) {
      expect(refusalOf(await list({ field, is: 'part', value: '@acme' }))).to.equal('limit_exceeded filter');
      expect(counted.read).to.be.lessThan(7_000);
    }
    expect(answerOf(await list()).totalCount).to.be.greaterThan(5_000);
  });
});

import type { Scope } from '@govgate/domain';
import { isWellFormed } from '@govgate/domain/internal';
import type { Change, GovernanceStore, Query } from '@govgate/ports';
import {
  anEvent,
  aRevocation,
  createMemoryStore,
  ELSEWHERE,
  FOREIGN,
  HOME,
  type Item,
  item,
  itemKind,
  putItem,
  removal,
} from '@govgate/ports-testkit';
import { expect } from 'chai';
import fc from 'fast-check';
import { describe, it } from 'mocha';
import { anyText } from '../../../tools/test-values/any-text.js';
import { TempFolder } from './testing/temp-folder.js';

const scopes = fc.constantFrom(HOME, HOME, HOME, ELSEWHERE, FOREIGN);
const ids = fc.constantFrom('a', 'A', 'b', 'c.1', 'd:2', 'e');
const texts = fc.oneof(
  { weight: 5, arbitrary: fc.constantFrom('', 'x', 'X', '\uff5e', '\u{1f600}') },
  {
    weight: 1,
    arbitrary: anyText(4).filter((made) => isWellFormed(made) && !made.includes('\0')),
  },
);

const records: fc.Arbitrary<Item> = fc
  .record({
    scope: scopes,
    id: ids,
    name: texts,
    status: fc.constantFrom('draft', 'draft', 'ready', 'ready', 'ready', 'active'),
    rank: fc.integer({ min: -2, max: 2 }),
    tags: fc.array(fc.constantFrom('x', 'y', 'z'), { maxLength: 3 }),
    code: fc.constantFrom(null, null, null, null, null, '1', '2'),
  })
  .map(({ scope, id, ...given }) => item(id, { ...scope, ...given }));

// Mostly writes that succeed: a store that stays empty proves little.
const versions = fc.constantFrom(
  null,
  null,
  'any' as const,
  'any' as const,
  'any' as const,
  'any' as const,
  1,
  2,
);

const changes: fc.Arbitrary<Change> = fc.oneof(
  { weight: 4, arbitrary: fc.tuple(records, versions).map(([record, version]) => putItem(record, version)) },
  {
    weight: 1,
    arbitrary: fc
      .tuple(scopes, ids, versions)
      .map(([scope, id, version]) => removal(itemKind, scope, id, version ?? 'any')),
  },
);

// A batch names each record once.
const batches = fc.uniqueArray(changes, {
  maxLength: 4,
  selector: (change) =>
    'removed' in change
      ? JSON.stringify([change.removed.scope, change.removed.id])
      : JSON.stringify([change.kind.scopeOf(change.record), change.kind.idOf(change.record)]),
});

const queries: fc.Arbitrary<Query<typeof itemKind>> = fc.record(
  {
    where: fc.record(
      {
        is: fc.record({ status: fc.array(fc.constantFrom('draft', 'active'), { maxLength: 2 }) }),
        has: fc.record({ tag: fc.constantFrom('x', 'y') }),
        range: fc.record({ attribute: fc.constant('name' as const), from: texts, to: texts }),
        covered: fc.record({
          attribute: fc.constant('ownerTeam' as const),
          values: fc.constantFrom([], ['payments']),
          ids: fc.array(ids, { maxLength: 2 }),
        }),
      },
      { requiredKeys: [] },
    ),
    order: fc.record({
      by: fc.constantFrom('name' as const, 'status' as const, 'id' as const),
      direction: fc.constantFrom('asc' as const, 'desc' as const),
    }),
    limit: fc.integer({ min: 1, max: 3 }),
  },
  { requiredKeys: ['order', 'limit'] },
);

/** All pages of a list, one after the other. */
const walk = async (store: GovernanceStore, scope: Scope, query: Query<typeof itemKind>) => {
  const by = query.order?.by ?? 'id';
  const pages = [await store.records.page(itemKind, scope, query)];
  for (let last = pages.at(-1); last?.more && pages.length < 9; last = pages.at(-1)) {
    const record = last.items.at(-1)?.record ?? item('none');
    const after = { value: by === 'id' ? record.itemId : record[by], id: record.itemId };
    pages.push(await store.records.page(itemKind, scope, { ...query, after }));
  }
  return pages;
};

/** Everything observable in a store. */
const seen = async (store: GovernanceStore, requests: readonly Query<typeof itemKind>[]) => {
  const byScope = [HOME, ELSEWHERE, FOREIGN].map(async (scope) => ({
    lists: await Promise.all(requests.map((query) => walk(store, scope, query))),
    counts: [...(await store.records.countBy(itemKind, scope, 'name'))].sort(),
    feed: await store.revocations.after(scope, 0, 100),
    revisions: await store.revisions.revisions(scope.tenantId),
  }));
  return { scopes: await Promise.all(byScope), head: await store.auditTrail.head(HOME.tenantId) };
};

describe('the SQLite store', () => {
  it('answers as the memory store does, whatever is written and asked', async () => {
    const folder = new TempFolder();
    try {
      let run = 0;
      await fc.assert(
        fc.asyncProperty(
          fc.array(batches, { minLength: 2, maxLength: 10 }),
          fc.array(queries, { minLength: 2, maxLength: 4 }),
          async (written, requests) => {
            run += 1;
            const memory = createMemoryStore();
            const sqlite = await folder.open({ file: `${folder.file}-${run}` });
            for (const batch of written) {
              const audit = [anEvent()] as const;
              const revocations = [aRevocation(audit[0].auditEventId)];
              const given = { changes: batch, audit, revocations };
              const [promised, found] = [
                await memory.unitOfWork.commit(given),
                await sqlite.unitOfWork.commit(given),
              ];
              // It is not specified which of several conflicts is reported.
              expect(found.committed).to.equal(promised.committed);
              if (promised.committed) expect(found).to.deep.equal(promised);
            }
            expect(await seen(sqlite, requests)).to.deep.equal(await seen(memory, requests));
            await sqlite.close();
          },
        ),
        { numRuns: 60 },
      );
    } finally {
      await folder.dispose();
    }
  });
});

import {
  anEvent,
  anOutboxEntry,
  aRevocation,
  commit,
  handleCase,
  putItem,
  type StoreCase,
  storeCase,
  write,
} from '../bench.js';
import { expectEqual, rejectionOf } from '../expect.js';
import { ELSEWHERE, FOREIGN, HOME, item } from '../suite-kinds.js';

/** The revocation feed and the outbox. */
export const feedCases: readonly StoreCase[] = [
  storeCase(
    'feed/sequence',
    'revocations are numbered without gaps per tenant and environment',
    async ({ store }) => {
      await write(store, [], {
        revocations: [aRevocation('r1'), aRevocation('r2', ELSEWHERE), aRevocation('r3')],
      });
      await write(store, [], {
        audit: [anEvent({ tenantId: FOREIGN.tenantId })],
        revocations: [aRevocation('r4', FOREIGN)],
      });
      await write(store, [], { revocations: [aRevocation('r5')] });
      const home = await store.revocations.after(HOME, 0, 10);
      expectEqual(
        home.map(({ revocationId, sequence }) => [revocationId, sequence]),
        [
          ['r1', 1],
          ['r3', 2],
          ['r5', 3],
        ],
      );
      expectEqual(await store.revocations.after(FOREIGN, 0, 10), [
        { ...aRevocation('r4', FOREIGN), sequence: 1 },
      ]);
      expectEqual(await store.revocations.lastSequence(ELSEWHERE), 1);
    },
  ),
  storeCase('feed/no-number-lost', 'a conflict uses no position in the feed', async ({ store }) => {
    await write(store, [putItem(item('a'))], { revocations: [aRevocation('r1')] });
    await commit(store, [putItem(item('a'))], { revocations: [aRevocation('r2')] });
    await write(store, [], { revocations: [aRevocation('r3')] });
    expectEqual(
      (await store.revocations.after(HOME, 1, 10)).map(({ sequence }) => sequence),
      [2],
    );
  }),
  storeCase(
    'feed/no-earlier',
    'a revocation takes effect no earlier than it is written',
    async ({ store }) => {
      const times = ['2025-12-31T23:59:59.999Z', '2026-01-01T00:00:00.001Z'];
      const reported = [];
      for (const [i, time] of times.entries())
        reported.push(
          ...(await write(store, [], { revocations: [aRevocation(`r${i}`)], now: () => time })).revocations,
        );
      const promised = [
        { ...aRevocation('r0'), sequence: 1 },
        { ...aRevocation('r1', { effectiveAt: '2026-01-01T00:00:00.001Z' }), sequence: 2 },
      ];
      expectEqual(reported, promised);
      expectEqual(await store.revocations.after(HOME, 0, 10), promised);
    },
  ),
  storeCase(
    'feed/lifts',
    'an entry that lifts a revocation names it, and no other entry names one',
    async ({ store }) => {
      const entries = [aRevocation('r1'), aRevocation('r2', { lifts: 'r1' })];
      await write(store, [], { revocations: entries });
      const promised = entries.map((entry, at) => ({ ...entry, sequence: at + 1 }));
      expectEqual(await store.revocations.after(HOME, 0, 10), promised);
    },
  ),
  handleCase(
    'feed/in-time-order',
    'the time of a revocation is read when its turn has come, whoever writes',
    async (first, second) => {
      let ticks = 0;
      const now = () => new Date(Date.UTC(2026, 1, 1, 0, 0, 0, ++ticks)).toISOString();
      const one = (i: number) =>
        write(i % 2 === 0 ? first : second, [], { revocations: [aRevocation(`r${i}`)], now });
      await Promise.all(Array.from({ length: 16 }, (_, i) => one(i)));
      const times = (await first.revocations.after(HOME, 0, 50)).map(({ effectiveAt }) => effectiveAt);
      expectEqual(times.length, 16);
      expectEqual(times, times.toSorted());
    },
  ),
  storeCase(
    'feed/after',
    'the feed is read after a sequence, oldest first, up to a limit',
    async ({ store }) => {
      const revocations = Array.from({ length: 5 }, (_, i) => aRevocation(`r${i + 1}`));
      await write(store, [], { revocations });
      const read = async (sequence: number, limit: number) =>
        (await store.revocations.after(HOME, sequence, limit)).map((revocation) => revocation.sequence);
      expectEqual(await read(0, 2), [1, 2]);
      expectEqual(await read(2, 10), [3, 4, 5]);
      expectEqual(await read(5, 10), []);
    },
  ),
  storeCase('feed/find', 'a revocation is found by its id, only in its environment', async ({ store }) => {
    const entries = ['r1', 'r2', 'r3'].map((id) => aRevocation(id));
    await write(store, [], { revocations: [...entries, aRevocation('r4', ELSEWHERE)] });
    for (const [at, entry] of entries.entries())
      expectEqual(await store.revocations.find(HOME, entry.revocationId), { ...entry, sequence: at + 1 });
    expectEqual(await store.revocations.find(ELSEWHERE, 'r4'), {
      ...aRevocation('r4', ELSEWHERE),
      sequence: 1,
    });
    for (const scope of [HOME, FOREIGN]) expectEqual(await store.revocations.find(scope, 'r4'), undefined);
    expectEqual(await store.revocations.find(HOME, ''), undefined);
  }),
  storeCase('feed/empty', 'before the first revocation the last sequence is 0', async ({ store }) => {
    expectEqual(await store.revocations.lastSequence(HOME), 0);
    expectEqual(await store.revocations.after(HOME, 0, 10), []);
  }),
  storeCase('feed/race', 'revocations of racing commits are numbered without gaps', async ({ store }) => {
    const one = (i: number) => write(store, [], { revocations: [aRevocation(`r${i}`)] });
    await Promise.all(Array.from({ length: 15 }, (_, i) => one(i)));
    const sequences = (await store.revocations.after(HOME, 0, 50)).map(({ sequence }) => sequence);
    expectEqual(
      sequences,
      Array.from({ length: 15 }, (_, i) => i + 1),
    );
  }),
  storeCase(
    'outbox/pending',
    'committed work is pending, the oldest first, until it is marked',
    async ({ store }) => {
      await write(store, [], { outbox: [anOutboxEntry('j9'), anOutboxEntry('j1', { environmentId: null })] });
      await write(store, [], { outbox: [anOutboxEntry('j5', { createdAt: '2026-01-01T00:00:01.000Z' })] });
      const pending = async (limit: number) =>
        (await store.outbox.pending(limit)).map(({ entryId }) => entryId);
      expectEqual((await store.outbox.pending(10))[1], anOutboxEntry('j1', { environmentId: null }));
      expectEqual(
        [await pending(2), await pending(10)],
        [
          ['j9', 'j1'],
          ['j9', 'j1', 'j5'],
        ],
      );
      await store.outbox.markDone(['j9', 'nothing', 'j5']);
      expectEqual(await pending(10), ['j1']);
      await store.outbox.markDone([]);
      await store.outbox.markDone(['j1', 'j1']);
      expectEqual(await pending(10), []);
    },
  ),
  storeCase(
    'outbox/duplicate',
    'an outbox entry whose id is pending is refused with its batch',
    async ({ store }) => {
      await write(store, [], { outbox: [anOutboxEntry('j1')] });
      await rejectionOf(commit(store, [], { outbox: [anOutboxEntry('j1')] }), 'a pending outbox id');
      expectEqual((await store.auditTrail.head(HOME.tenantId)).sequence, 1);
    },
  ),
];

import { PortUnavailable } from '@govgate/ports';
import {
  anOutboxEntry,
  aRevocation,
  commit,
  handleCase,
  put,
  putItem,
  type StoreCase,
  storeCase,
  write,
} from '../bench.js';
import { expectEqual, rejectionOf } from '../expect.js';
import { HOME, item, itemKind, teamKind } from '../suite-kinds.js';
import { verifyChain } from './audit-cases.js';

const TENANT = HOME.tenantId;

/** Several handles on one store, and the end of one. */
export const handleCases: readonly StoreCase[] = [
  handleCase('handles/reads', 'a commit is seen by another handle at once', async (first, second) => {
    for (let version = 1; version <= 5; version += 1) {
      const [writer, reader] = version % 2 === 0 ? [first, second] : [second, first];
      await write(writer, [putItem(item('a', { rank: version }), version === 1 ? null : version - 1)]);
      const seen = await reader.records.get(itemKind, HOME, 'a');
      expectEqual(seen, { record: item('a', { rank: version }), version });
      expectEqual((await reader.records.page(itemKind, HOME, { limit: 5 })).items, [seen]);
    }
  }),
  handleCase('handles/revisions', 'revisions are seen by another handle at once', async (first, second) => {
    for (let round = 0; round < 4; round += 1) {
      const [writer, reader] = round % 2 === 0 ? [first, second] : [second, first];
      const before = await reader.revisions.revisions(TENANT);
      await write(writer, [put(teamKind, { teamId: `t${round}`, tenantId: TENANT, members: [] })]);
      const after = await reader.revisions.revisions(TENANT);
      expectEqual([after.content > before.content, after.authorization > before.authorization], [true, true]);
      expectEqual(after, await writer.revisions.revisions(TENANT));
    }
  }),
  handleCase('handles/chain', 'several handles form one chain and one feed', async (first, second) => {
    const one = (i: number) =>
      write(i % 2 === 0 ? first : second, [], {
        revocations: [aRevocation(`r${i}`)],
        outbox: [anOutboxEntry(`j${i}`)],
      });
    await Promise.all(Array.from({ length: 20 }, (_, i) => one(i)));
    for (const store of [first, second]) {
      const { valid, lastSequence } = await verifyChain(store, TENANT);
      expectEqual({ valid, lastSequence }, { valid: true, lastSequence: 20 });
      expectEqual(await store.revocations.lastSequence(HOME), 20);
      expectEqual((await store.outbox.pending(50)).length, 20);
    }
  }),
  handleCase(
    'handles/race',
    'racing writes through several handles have one winner',
    async (first, second) => {
      await write(first, [putItem(item('a'))]);
      const race = (rank: number) =>
        commit(rank % 2 === 0 ? first : second, [putItem(item('a', { rank }), 1)]);
      const outcomes = await Promise.all(Array.from({ length: 10 }, (_, rank) => race(rank)));
      expectEqual(outcomes.filter(({ committed }) => committed).length, 1);
    },
  ),
  handleCase('handles/race-unique', 'a unique rule holds between handles', async (first, second) => {
    const claim = (i: number) =>
      commit(i % 2 === 0 ? first : second, [putItem(item(`i${i}`, { status: 'active' }))]);
    const outcomes = await Promise.all(Array.from({ length: 10 }, (_, i) => claim(i)));
    expectEqual(outcomes.filter(({ committed }) => committed).length, 1);
    expectEqual(await second.records.count(itemKind, HOME), 1);
  }),
  handleCase('handles/close', 'closing finishes what was accepted', async (first, second) => {
    const accepted = commit(second, [putItem(item('a'))]);
    await second.close();
    expectEqual((await accepted).committed, true);
    expectEqual((await first.records.get(itemKind, HOME, 'a'))?.version, 1);
  }),
  storeCase('close/refuses', 'a closed store refuses commits and checks', async ({ store }) => {
    await store.check();
    await store.close();
    for (const work of [commit(store, [putItem(item('a'))]), store.check()]) {
      const thrown = await rejectionOf(work, 'a closed store');
      expectEqual(thrown instanceof PortUnavailable && thrown.port, 'store');
    }
  }),
];

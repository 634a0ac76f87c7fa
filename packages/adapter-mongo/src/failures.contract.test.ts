import { setTimeout as pause } from 'node:timers/promises';
import { anEvent, beatKind, HOME, itemKind, put } from '@govgate/ports-testkit';
import { expect } from 'chai';
import type { Document } from 'mongodb';
import { whileFailing } from '../../../tools/test-services/fail-command.js';
import { type MongoServer, startMongo } from '../../../tools/test-services/mongo-server.js';
import { describeWithOwnMongo } from '../../../tools/test-services/require-service.js';
import type { MongoStore } from './index.js';

import { itemBatch, reached, told } from './testing/suite-batches.js';
import { type TestDatabase, withDatabase } from './testing/with-stores.js';

const TRANSIENT = { errorCode: 112, errorLabels: ['TransientTransactionError'] };
/** An answer comes within this time, whatever the server does. */
const ANSWER_LIMIT_MS = 6_000;
/** A tenant's commits continue within this time after one whose outcome stayed unknown. */
const NEXT_COMMIT_MS = 3_000;

describeWithOwnMongo('the MongoDB store beside a failing server', () => {
  let server: MongoServer;
  before(async function () {
    this.timeout(90_000);
    server = await startMongo({ unkilled: true });
  });
  after(() => server.dispose());

  /** A store with one item of version 1, while commands of the given names fail. */
  const whileCommandsFail = (
    mode: 'alwaysOn' | { readonly times: number },
    data: Document,
    test: (store: MongoStore, database: TestDatabase) => Promise<void>,
  ) =>
    withDatabase(server.url, async (database) => {
      const store = await database.open();
      await store.unitOfWork.commit(itemBatch('a'));
      await whileFailing(database.client, mode, { appName: 'govgate', ...data }, () => test(store, database));
      // Whatever the answer was: the records, the trail and the chain agree.
      await settled(store);
    });

  const settled = async (store: MongoStore) => {
    const { valid, events, writes } = await reached(store);
    expect({ valid, agree: events === writes }).to.deep.equal({ valid: true, agree: true });
  };

  const timed = async (work: Promise<unknown>): Promise<unknown> => {
    const start = performance.now();
    const outcome = await told(work);
    expect(performance.now() - start).to.be.lessThan(ANSWER_LIMIT_MS);
    return typeof outcome === 'object' && outcome !== null && 'committed' in outcome
      ? outcome.committed
      : outcome;
  };

  const update = (store: MongoStore) => timed(store.unitOfWork.commit(itemBatch('a', { rank: 1 }, 1)));

  it('tries again after write conflicts', () =>
    whileCommandsFail({ times: 3 }, { failCommands: ['update'], ...TRANSIENT }, async (store) => {
      expect(await update(store)).to.equal(true);
    })).timeout(60_000);

  it('reports a conflict when the race is lost again and again', () =>
    whileCommandsFail('alwaysOn', { failCommands: ['update'], ...TRANSIENT }, async (store, { client }) => {
      expect(await timed(store.unitOfWork.commit(itemBatch('a', { rank: 1 }, 1)))).to.equal(false);
      const unheard = store.unitOfWork.commit({ changes: [], audit: [anEvent()] });
      expect(await timed(unheard)).to.equal('PortUnavailable audit');
      await client.db('admin').command({ configureFailPoint: 'failCommand', mode: 'off' });
      expect(await reached(store)).to.deep.equal({ valid: true, events: 1, writes: 1 });
    })).timeout(60_000);

  it('commits although connections close at the commit', () =>
    whileCommandsFail(
      { times: 2 },
      { failCommands: ['commitTransaction'], closeConnection: true },
      async (store) => {
        expect(await update(store)).to.equal(true);
        expect(await reached(store)).to.deep.equal({ valid: true, events: 2, writes: 2 });
      },
    )).timeout(60_000);

  it('knows a commit again whose answer was lost, and does not repeat it', () =>
    whileCommandsFail(
      { times: 1 },
      {
        failCommands: ['commitTransaction'],
        writeConcernError: { code: 79, errmsg: 'no such write concern' },
        errorLabels: ['TransientTransactionError'],
      },
      async (store) => {
        expect(await update(store)).to.equal(true);
        expect(await reached(store)).to.deep.equal({ valid: true, events: 2, writes: 2 });
      },
    )).timeout(60_000);

  it('recognises observed records whose answer was lost', () =>
    whileCommandsFail(
      { times: 1 },
      {
        failCommands: ['commitTransaction'],
        writeConcernError: { code: 79, errmsg: 'no such write concern' },
        errorLabels: ['TransientTransactionError'],
      },
      async (store) => {
        const beat = put(beatKind, { ...HOME, beatId: 'b', seenAt: '1' });
        expect(await timed(store.unitOfWork.observe([beat]))).to.equal(true);
        expect((await store.records.get(beatKind, HOME, 'b'))?.version).to.equal(1);
      },
    )).timeout(60_000);

  it('reports an unknown outcome when a majority does not confirm, and state and trail agree', () =>
    whileCommandsFail(
      'alwaysOn',
      { failCommands: ['commitTransaction'], writeConcernError: { code: 64, errmsg: 'waiting timed out' } },
      async (store) => {
        expect(await update(store)).to.equal('PortTimedOut store');
      },
    )).timeout(60_000);

  it('reports an unknown outcome when a commit hangs, and state and trail agree', () =>
    whileCommandsFail(
      { times: 1 },
      { failCommands: ['commitTransaction'], blockConnection: true, blockTimeMS: 5_000 },
      async (store) => {
        expect(await update(store)).to.equal('PortTimedOut store');
        await pause(3_000);
      },
    )).timeout(60_000);

  /** Ways in which the outcome of a commit stays unknown to its sender. */
  const UNKNOWN_OUTCOMES: readonly (readonly [how: string, data: Document])[] = [
    ['its connection closes each time', { closeConnection: true }],
    [
      'the server is shutting down each time',
      { errorCode: 91, errorLabels: ['UnknownTransactionCommitResult'] },
    ],
    ['no majority confirms it', { writeConcernError: { code: 64, errmsg: 'waiting timed out' } }],
    ['it hangs', { blockConnection: true, blockTimeMS: 20_000 }],
    ['its event hangs', { failCommands: ['insert'], blockConnection: true, blockTimeMS: 20_000 }],
  ];

  for (const [how, data] of UNKNOWN_OUTCOMES)
    it(`lets the tenant's next commits through at once after an unknown outcome because ${how}`, () =>
      withDatabase(server.url, async (database) => {
        const store = await database.open();
        await store.unitOfWork.commit(itemBatch('a'));
        const unknown = { appName: 'govgate', failCommands: ['commitTransaction'], ...data };
        await whileFailing(database.client, 'alwaysOn', unknown, async () => {
          for (const id of ['b', 'c'])
            expect(await timed(store.unitOfWork.commit(itemBatch(id, {}, null, `evt_${id}`)))).to.be.a(
              'string',
            );
        });
        const start = performance.now();
        for (const id of ['d', 'e'])
          expect(await timed(store.unitOfWork.commit(itemBatch(id, {}, null, `evt_${id}`)))).to.equal(true);
        expect(performance.now() - start).to.be.lessThan(NEXT_COMMIT_MS);
        const { valid, events, writes } = await reached(store);
        expect({ valid, events }).to.deep.equal({ valid: true, events: writes });
        for (const id of ['a', 'd', 'e'])
          expect(await store.records.get(itemKind, HOME, id), id).not.to.equal(undefined);
        expect(events).to.be.within(3, 5);
      })).timeout(90_000);

  it('writes nothing when the trail hangs, and says so in time', () =>
    whileCommandsFail(
      { times: 1 },
      { failCommands: ['insert'], blockConnection: true, blockTimeMS: 7_000 },
      async (store) => {
        expect(await update(store)).to.equal('PortUnavailable audit');
        await pause(3_000);
        expect(await reached(store)).to.deep.equal({ valid: true, events: 1, writes: 1 });
      },
    )).timeout(60_000);

  it('writes nothing when the trail refuses', () =>
    whileCommandsFail('alwaysOn', { failCommands: ['insert'], errorCode: 8 }, async (store) => {
      expect(await update(store)).to.equal('PortUnavailable audit');
      expect(await reached(store)).to.deep.equal({ valid: true, events: 1, writes: 1 });
    })).timeout(60_000);

  it('writes nothing when the process fails between state and trail', () =>
    withDatabase(server.url, async ({ open }) => {
      const store = await open({
        failpoint: (name) => {
          if (name === 'after_state_write') throw new Error('the process failed');
        },
      });
      expect(await timed(store.unitOfWork.commit(itemBatch('a')))).to.equal('PortUnavailable audit');
      expect(await reached(store)).to.deep.equal({ valid: true, events: 0, writes: 0 });
    })).timeout(60_000);

  it('says in time that reads hang or are refused', () =>
    whileCommandsFail(
      { times: 1 },
      { failCommands: ['find'], blockConnection: true, blockTimeMS: 5_000 },
      async (store, { client }) => {
        expect(await timed(store.revisions.revisions('tenant_a') as Promise<unknown>)).to.equal(
          'PortTimedOut store',
        );
        const refuse = { appName: 'govgate', failCommands: ['find', 'update'], errorCode: 8 };
        await whileFailing(client, 'alwaysOn', refuse, async () => {
          expect(await timed(store.outbox.pending(5))).to.equal('PortUnavailable store');
          expect(await timed(store.check())).to.equal('PortUnavailable store');
        });
      },
    )).timeout(60_000);
});

import { setTimeout as pause } from 'node:timers/promises';
import { HOME, itemKind } from '@govgate/ports-testkit';
import { expect } from 'chai';
import { MongoClient } from 'mongodb';
import { type MongoServer, startMongo } from '../../../tools/test-services/mongo-server.js';
import { describeWithOwnMongo } from '../../../tools/test-services/require-service.js';
import type { MongoStore } from './index.js';
import { itemBatch, reached, told } from './testing/suite-batches.js';
import { withDatabase } from './testing/with-stores.js';

const WRITERS = 8;
const RUN_MS = 12_000;
const KILLS = 3;
/** So long may what nobody knows of still be decided. */
const SETTLE_MS = 6_000;
/** An answer comes within this time, whatever the server does. */
const ANSWER_LIMIT_MS = 6_000;

/** What may come of a unit. Only after a time-out nobody knows. */
const ALLOWED_FATES = [
  'committed, kept',
  'PortUnavailable store, absent',
  'PortUnavailable audit, absent',
  'PortTimedOut store, kept',
  'PortTimedOut store, absent',
];

/** Commits one after the other until the time is up, and notes every answer. */
const writeOn = async (store: MongoStore, writer: number, answers: Map<string, unknown>): Promise<void> => {
  for (const until = performance.now() + RUN_MS; performance.now() < until; ) {
    const id = `w${writer}-${answers.size}`;
    answers.set(id, 'no answer');
    const start = performance.now();
    answers.set(id, await told(store.unitOfWork.commit(itemBatch(id, {}, null, `evt_${id}`))));
    if (performance.now() - start > ANSWER_LIMIT_MS) answers.set(id, 'an answer too late');
  }
};

/** How many units had each answer and each fate. */
const fatesOf = async (store: MongoStore, answers: ReadonlyMap<string, unknown>) => {
  const fates: Record<string, number> = {};
  for (const [id, answer] of answers) {
    const kept = (await store.records.get(itemKind, HOME, id)) !== undefined;
    const fate = `${typeof answer === 'string' ? answer : 'committed'}, ${kept ? 'kept' : 'absent'}`;
    fates[fate] = (fates[fate] ?? 0) + 1;
  }
  return fates;
};

/** Has writers commit while something happens to the server; afterwards answers, records and trail must agree. */
const writeThrough = async (happen: (server: MongoServer) => Promise<void>): Promise<void> => {
  const server = await startMongo();
  await withDatabase(server.url, async ({ open }) => {
    const store = await open();
    const answers = new Map<string, unknown>();
    const writers = Array.from({ length: WRITERS }, (_, writer) => writeOn(store, writer, answers));
    await happen(server);
    await Promise.all(writers);
    await pause(SETTLE_MS);
    const fates = await fatesOf(store, answers);
    if (process.env.GOVGATE_TEST_REPORT) console.log(fates);
    const broken = Object.keys(fates).filter((fate) => !ALLOWED_FATES.includes(fate));
    expect(broken, JSON.stringify(fates)).to.deep.equal([]);
    expect(fates['committed, kept']).to.be.greaterThan(50);
    expect(await trailAgrees(store)).to.equal(true);
  });
  await server.dispose();
};

describeWithOwnMongo('the MongoDB store under load', () => {
  it('loses nothing acknowledged and keeps nothing refused over kills of its server', () =>
    writeThrough(async (server) => {
      for (let kill = 0; kill < KILLS; kill += 1) {
        await pause(RUN_MS / (KILLS + 1));
        await server.kill();
        await server.start();
      }
    })).timeout(120_000);

  it('answers in time while its server is frozen, and state and trail agree afterwards', () =>
    writeThrough(async (server) => {
      await pause(RUN_MS / 6);
      for (const member of server.members) member.pause();
      await pause(RUN_MS / 2);
      for (const member of server.members) member.resume();
    })).timeout(120_000);

  it('goes on after its primary stepped down', () =>
    writeThrough(async (server) => {
      await pause(RUN_MS / 6);
      const client = new MongoClient(server.url);
      await client
        .db('admin')
        .command({ replSetStepDown: 2, force: true })
        .catch(() => undefined);
      await client.close();
    })).timeout(120_000);
});

/** Every kept record has its event, in a chain without gaps. */
const trailAgrees = async (store: MongoStore): Promise<boolean> => {
  const total = await store.records.count(itemKind, HOME);
  const { valid, events } = await reached(store);
  return valid && events === total;
};

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
const KILLS = 3;
/** This many commits are acknowledged before something happens, and again afterwards. */
const COMMITS = 30;
const PROGRESS_LIMIT_MS = 90_000;
/**
 * MongoDB ends the transactions of a primary that steps down. SecantusDB keeps those whose client could not end them, with all
 * that they wrote, until their time is over: a minute, in which nobody else commits in their tenant. Here it is less, but more
 * than a commit of ours takes.
 */
const TRANSACTION_SECONDS = 8;
const FROZEN_MS = 6_000;
/** An unknown outcome may still be decided within this time. */
const SETTLE_MS = 6_000;
/** An answer comes within this time, whatever the server does. */
const ANSWER_LIMIT_MS = 6_000;

/** The possible outcomes of a unit. Only after a time-out is it unknown. */
const ALLOWED_FATES = [
  'committed, kept',
  'PortUnavailable store, absent',
  'PortUnavailable audit, absent',
  'PortTimedOut store, kept',
  'PortTimedOut store, absent',
];

/** Commits one after the other until it is over, and records every answer. */
const writeOn = async (
  store: MongoStore,
  writer: number,
  answers: Map<string, unknown>,
  isOver: () => boolean,
): Promise<void> => {
  while (!isOver()) {
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

/** Waits until the writers have made progress. */
const progress = async (answers: ReadonlyMap<string, unknown>): Promise<void> => {
  const acknowledged = (): number => [...answers.values()].filter((one) => typeof one !== 'string').length;
  const wanted = acknowledged() + COMMITS;
  for (const limit = performance.now() + PROGRESS_LIMIT_MS; acknowledged() < wanted; await pause(20))
    if (performance.now() > limit)
      throw new Error(`${acknowledged()} of ${wanted} commits were acknowledged`);
};

/** Lets writers commit while something happens to the server; afterwards answers, records and trail must agree. */
const writeThrough = async (happen: (server: MongoServer) => Promise<void>, times = 1): Promise<void> => {
  const server = await startMongo({ transactionSeconds: TRANSACTION_SECONDS });
  await withDatabase(server.url, async ({ open }) => {
    const store = await open();
    const answers = new Map<string, unknown>();
    let over = false;
    const writers = Array.from({ length: WRITERS }, (_, writer) =>
      writeOn(store, writer, answers, () => over),
    );
    try {
      for (let time = 0; time < times; time += 1) {
        await progress(answers);
        await happen(server);
      }
      await progress(answers);
    } finally {
      over = true;
      await Promise.all(writers);
    }
    await pause(SETTLE_MS);
    const fates = await fatesOf(store, answers);
    if (process.env.GOVGATE_TEST_REPORT) console.log(fates);
    const broken = Object.keys(fates).filter((fate) => !ALLOWED_FATES.includes(fate));
    expect(broken, JSON.stringify(fates)).to.deep.equal([]);
    expect(await trailAgrees(store)).to.equal(true);
  });
  await server.dispose();
};

describeWithOwnMongo('the MongoDB store under load', () => {
  it('loses nothing acknowledged and keeps nothing refused across kills of its server', () =>
    writeThrough(async (server) => {
      await server.kill();
      await server.start();
    }, KILLS)).timeout(240_000);

  it('answers in time while its server is frozen, and state and trail agree afterwards', () =>
    writeThrough(async (server) => {
      for (const member of server.members) member.pause();
      await pause(FROZEN_MS);
      for (const member of server.members) member.resume();
    })).timeout(120_000);

  it('continues after its primary stepped down', () =>
    writeThrough(async (server) => {
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

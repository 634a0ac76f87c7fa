import { setTimeout as pause } from 'node:timers/promises';
import { HOME, itemKind } from '@govgate/ports-testkit';
import { expect } from 'chai';
import { startMongo } from '../../../tools/test-services/mongo-server.js';
import { describeWithOwnMongo } from '../../../tools/test-services/require-service.js';
import type { MongoStore } from './index.js';
import { itemBatch, reached, told } from './testing/suite-batches.js';
import { withDatabase } from './testing/with-stores.js';

const WRITERS = 8;
const RUN_MS = 12_000;
const KILLS = 3;

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
    answers.set(id, await told(store.unitOfWork.commit(itemBatch(id, {}, null, `evt_${id}`))));
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

describeWithOwnMongo('the MongoDB store over kills of its server', () => {
  it('loses nothing that it acknowledged and keeps nothing that it refused', async () => {
    const server = await startMongo();
    await withDatabase(server.url, async ({ open }) => {
      const store = await open();
      const answers = new Map<string, unknown>();
      const writers = Array.from({ length: WRITERS }, (_, writer) => writeOn(store, writer, answers));
      for (let kill = 0; kill < KILLS; kill += 1) {
        await pause(RUN_MS / (KILLS + 1));
        await server.kill();
        await server.start();
      }
      await Promise.all(writers);
      const fates = await fatesOf(store, answers);
      if (process.env.GOVGATE_TEST_REPORT) console.log(fates);
      const broken = Object.keys(fates).filter((fate) => !ALLOWED_FATES.includes(fate));
      expect(broken, JSON.stringify(fates)).to.deep.equal([]);
      expect(fates['committed, kept']).to.be.greaterThan(50);
      expect(await trailAgrees(store)).to.equal(true);
    });
    await server.dispose();
  }).timeout(120_000);
});

/** Every kept record has its event, in a chain without gaps. */
const trailAgrees = async (store: MongoStore): Promise<boolean> => {
  const total = await store.records.count(itemKind, HOME);
  const { valid, events } = await reached(store);
  return valid && events === total;
};

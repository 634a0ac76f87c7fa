import { setTimeout as delay } from 'node:timers/promises';
import { expect } from 'chai';
import { MongoClient } from 'mongodb';
import { type MongoServer, startMongo } from '../../../../../tools/test-services/mongo-server.js';
import { describeWithOwnMongo } from '../../../../../tools/test-services/require-service.js';
import { type MongoPair, startMongoPair } from '../../testing/processes/mongo-pair.js';
import { LONG_FORM, tellProof } from '../../testing/proof-record.js';
import {
  createDrafts,
  emptyRecord,
  PublishClient,
  publishEvents,
  type Recorded,
} from '../../testing/races/publish-clients.js';
import { ADMIN_TOKEN } from '../../testing/test-service.js';

const token = ADMIN_TOKEN;
const ENVIRONMENT = 'production';
const VERSIONS = Array.from({ length: 6 }, (_, i) => `pv_${i}`);
const REPEATS = LONG_FORM ? 12 : 2;
/** This many publishes are acknowledged before something happens, and again afterwards. */
const PUBLISHES = 5;
const PROGRESS_LIMIT_MS = 90_000;
/**
 * MongoDB ends the transactions of a primary that steps down. SecantusDB keeps those whose client could not end them, with all
 * that they wrote, until their time is over: a minute, in which nobody else commits in their tenant. Here it is less, but more
 * than a commit of ours takes.
 */
const TRANSACTION_SECONDS = 8;
/**
 * A caller gets an answer within this time, whatever MongoDB does: a change starts over within 4 s of its call, a read has 4 s at most, and
 * a commit 5.5 s.
 */
const ANSWER_MS = 13_500;
const ALLOWED = ['200', '409', '412', '503'];

describeWithOwnMongo('B7: two API processes while MongoDB fails under their writes', () => {
  let server: MongoServer;
  let pair: MongoPair;

  before(async function () {
    this.timeout(90_000);
    server = await startMongo({ transactionSeconds: TRANSACTION_SECONDS });
  });
  after(() => server.dispose());

  beforeEach(async function () {
    this.timeout(60_000);
    pair = await startMongoPair(server.url);
    await createDrafts(pair.a.call, ENVIRONMENT, VERSIONS);
  });
  // The server goes with its databases.
  afterEach(() => pair.kill());

  const onServer = async (command: Record<string, unknown>): Promise<void> => {
    const client = new MongoClient(server.url);
    try {
      await client.db('admin').command(command);
    } finally {
      await client.close();
    }
  };

  /** Writes through both processes while something happens, and compares the result with the trail. */
  const writeThrough = async (what: string, happen: () => Promise<void>): Promise<void> => {
    const recorded = emptyRecord();
    let over = false;
    let slowest = 0;
    const writers = VERSIONS.map(async (version, i) => {
      const { call } = i % 2 === 0 ? pair.a : pair.b;
      const client = new PublishClient(() => call, ENVIRONMENT, version, recorded);
      while (!over) {
        const startedAt = performance.now();
        await client.publish(false);
        slowest = Math.max(slowest, performance.now() - startedAt);
      }
    });
    try {
      for (let turn = 0; turn < REPEATS; turn += 1) {
        await progress(recorded);
        await happen();
      }
      await progress(recorded);
    } finally {
      over = true;
      await Promise.all(writers);
    }
    const lost = await expectAgreement(recorded);
    const strange = Object.keys(recorded.statuses).filter((status) => !ALLOWED.includes(status));
    tellProof({
      id: 'B7',
      what,
      trials: recorded.acknowledged.length,
      broken: lost.length + strange.length,
      measured: JSON.stringify({ ...recorded.statuses, slowestMs: Math.round(slowest) }),
    });
    expect({ lost, strange }, JSON.stringify(recorded.statuses)).to.deep.equal({ lost: [], strange: [] });
    expect(slowest).to.be.below(ANSWER_MS);
  };

  /** Waits until the writers have made progress. */
  const progress = async ({ acknowledged, statuses }: Recorded): Promise<void> => {
    const wanted = acknowledged.length + PUBLISHES;
    for (const limit = Date.now() + PROGRESS_LIMIT_MS; acknowledged.length < wanted; await delay(20))
      if (Date.now() > limit)
        throw new Error(`no ${PUBLISHES} publishes were acknowledged: ${JSON.stringify(statuses)}`);
  };

  /** Trail and state agree on both processes; returns the acknowledged publishes missing from the trail. */
  const expectAgreement = async ({ acknowledged, history }: Recorded): Promise<readonly string[]> => {
    await calm();
    const events = await publishEvents(pair.a.call, ENVIRONMENT);
    const published = events.map(({ resource }) => resource.resource_id);
    expect(events.map(({ related_ids }) => related_ids[0] ?? null)).to.deep.equal([
      null,
      ...published.slice(0, -1),
    ]);
    for (const { call } of [pair.a, pair.b]) {
      const policies = (await call(`/v1/policies?environment_id=${ENVIRONMENT}`, { token })).json.items;
      const active = policies.filter(({ status }: { status: string }) => status === 'active');
      expect(active.map(({ policy_version }: { policy_version: string }) => policy_version)).to.deep.equal([
        published.at(-1),
      ]);
      expect((await call('/v1/audit/verify?from=0', { token })).json.valid).to.equal(true);
    }
    // Nothing unrequested was published: whatever exceeds the acknowledged was answered with 503.
    const unknown = history.filter(({ answeredAt }) => answeredAt === Number.POSITIVE_INFINITY);
    expect(events.length).to.be.within(acknowledged.length, acknowledged.length + unknown.length);
    const ids = new Set(events.map(({ audit_event_id }) => audit_event_id));
    return acknowledged.filter((id) => !ids.has(id));
  };

  /** Both processes recover by themselves. */
  const calm = async (): Promise<void> => {
    for (const { call } of [pair.a, pair.b])
      for (const limit = Date.now() + 20_000; (await call('/readyz')).status !== 200; await delay(100))
        if (Date.now() > limit) throw new Error('a process did not find MongoDB again');
  };

  it('lose nothing acknowledged and answer no 500 across kills of the server', () =>
    writeThrough('kill -9 and restart of MongoDB', async () => {
      await server.kill();
      await delay(500);
      await server.start();
    })).timeout(300_000);

  it('lose nothing acknowledged when connections close at the commit', () =>
    writeThrough('connections closed at the commit', () =>
      onServer({
        configureFailPoint: 'failCommand',
        mode: { times: 10 },
        data: { failCommands: ['commitTransaction'], closeConnection: true, appName: 'govgate' },
      }),
    )).timeout(300_000);

  it('lose nothing acknowledged when the primary steps down', () =>
    writeThrough('step-down of the primary', () =>
      onServer({ replSetStepDown: 2, force: true }).catch(() => undefined),
    )).timeout(300_000);
});

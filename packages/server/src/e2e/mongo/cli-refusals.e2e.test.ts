import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'chai';
import { type Document, MongoClient } from 'mongodb';
import { whileFailing } from '../../../../../tools/test-services/fail-command.js';
import { freeLoopbackPort } from '../../../../../tools/test-services/loopback-port.js';
import { type MongoServer, startMongo } from '../../../../../tools/test-services/mongo-server.js';
import { startOldMongo } from '../../../../../tools/test-services/old-mongo.js';
import { startOldRedis } from '../../../../../tools/test-services/old-redis.js';
import {
  describeWithMongo,
  describeWithOwnMongo,
} from '../../../../../tools/test-services/require-service.js';
import {
  expectSentence,
  type Refused,
  runAll,
  storeCommands,
  twoStoreCommands,
  URL_PASSWORD,
  withCredentials,
} from '../../testing/hostile/cli-refusals.js';
import { LONG_FORM } from '../../testing/proof-record.js';
import { takeMongoDatabase } from '../../testing/stores/mongo-database.js';

const SETTINGS = 78;
const REFUSED = 1;
const hostOf = (url: string): string => new URL(url.replace('mongodb:', 'http:')).host;

describe('commands on a store that cannot be opened', function () {
  this.timeout(120_000);
  let folder: string;
  before(() => {
    folder = mkdtempSync(join(tmpdir(), 'govgate-refused-'));
  });
  after(() => rmSync(folder, { recursive: true, force: true }));

  const onStore = (url: string, commands = twoStoreCommands(folder)): Promise<readonly Refused[]> =>
    runAll(commands, { GOVGATE_MONGO_URL: url, GOVGATE_KEYS_IN_STORE: 'true' });

  it('refuse an invalid URL, without repeating it', async () => {
    expectSentence(
      await onStore(withCredentials('mongodb://127.0.0.1:1/bad.name'), storeCommands(folder)),
      SETTINGS,
      'The MongoDB URL cannot be read: write it as mongodb://[user:password@]host[:port][,...]/[database][?options] and percent-encode what stands in user, password and database.',
    );
  });

  it('refuse to keep the server keys in the database unasked', async () => {
    expectSentence(
      await runAll(twoStoreCommands(folder), { GOVGATE_MONGO_URL: 'mongodb://127.0.0.1:1/govgate' }),
      SETTINGS,
      'With MongoDB the server keys come from GOVGATE_KEYS_FILE, the same file for every process: whoever has them can sign the audit trail. Name one, or set GOVGATE_KEYS_IN_STORE=true to keep them in the database.',
    );
  });

  it('refuse a server that is too old', async () => {
    const ancient = await startOldMongo('3.4.24', 5);
    const old = await startOldMongo('6.0.19', 17);
    const [fromAncient, fromOld] = [await onStore(withCredentials(ancient.url)), await onStore(old.url)];
    await Promise.all([ancient.close(), old.close()]);
    const words = (url: string, seen: string) =>
      `MongoDB at ${hostOf(url)} is too old (${seen}): use version 7.0 or newer.`;
    expectSentence(fromAncient, SETTINGS, words(ancient.url, 'older than the driver can speak to'));
    expectSentence(fromOld, SETTINGS, words(old.url, '6.0.19'));
  });

  // The wait is not configurable, so this test waits as an operator would.
  if (LONG_FORM)
    it('wait half a minute for a server that does not answer, and end with 1', async () => {
      const host = `127.0.0.1:${await freeLoopbackPort()}`;
      const refused = await onStore(withCredentials(`mongodb://${host}/x?replicaSet=rs`));
      expectSentence(
        refused,
        REFUSED,
        `MongoDB at ${host} cannot be reached (ECONNREFUSED): check that it runs, that it has a primary and that this machine may connect to it.`,
      );
      for (const { seconds } of refused) expect(seconds).to.be.within(30, 50);
    });
});

describeWithOwnMongo('commands on a MongoDB that does not fit', function (this: Mocha.Suite) {
  let folder: string;
  let server: MongoServer | undefined;
  before(() => {
    folder = mkdtempSync(join(tmpdir(), 'govgate-refused-'));
  });
  afterEach(() => server?.dispose());
  after(() => rmSync(folder, { recursive: true, force: true }));

  it('refuse a standalone server', async () => {
    server = await startMongo({ standalone: true });
    expectSentence(
      await runAll(twoStoreCommands(folder), {
        GOVGATE_MONGO_URL: server.url,
        GOVGATE_KEYS_IN_STORE: 'true',
      }),
      SETTINGS,
      `MongoDB at ${hostOf(server.url)} is a standalone server and transactions need a replica set: start it with --replSet and run rs.initiate() once; one member is enough.`,
    );
  });

  it('refuse wrong credentials, without repeating them', async () => {
    // A set of mongod needs a key file for --auth, and checks credentials without it too.
    server = await startMongo({
      args: process.env.GOVGATE_TEST_MONGO_KIND === 'mongod' ? [] : ['--auth'],
    });
    const [, hosts = ''] = /^mongodb:\/\/([^/]+)/.exec(server.url) ?? [];
    expectSentence(
      await runAll(twoStoreCommands(folder), {
        GOVGATE_MONGO_URL: withCredentials(server.url),
        GOVGATE_KEYS_IN_STORE: 'true',
      }),
      SETTINGS,
      `MongoDB at ${hosts} refuses the credentials: check user, password and authSource of the URL.`,
    );
  });
});

describeWithOwnMongo('commands whose MongoDB stops serving', function (this: Mocha.Suite) {
  it('say whether the current step is kept, and end with 1', async () => {
    const server = await startMongo();
    const folder = mkdtempSync(join(tmpdir(), 'govgate-refused-'));
    const client = new MongoClient(server.url);
    const environment = { GOVGATE_MONGO_URL: server.url, GOVGATE_KEYS_IN_STORE: 'true' };
    const bundle = join(folder, 'bundle.json');
    const users = [{ user_id: 'ada', tenant_id: 'default', display_name: 'Ada' }];
    writeFileSync(bundle, JSON.stringify({ schema_version: '1.0', users }));
    try {
      expect((await runAll([['export']], environment))[0]?.code).to.equal(0);
      const whileImporting = (data: Document) =>
        whileFailing(client, 'alwaysOn', { appName: 'govgate', ...data }, () =>
          runAll([['import', bundle]], environment),
        );
      const refused = await whileImporting({ failCommands: ['insert'], errorCode: 8 });
      const unknown = await whileImporting({
        failCommands: ['commitTransaction'],
        writeConcernError: { code: 64, errmsg: 'waiting timed out' },
      });
      expect([refused, unknown].map(([ran]) => [ran?.code, ran?.stderr.split('\n').at(-2)])).to.deep.equal([
        [
          REFUSED,
          'govgate: The store stopped serving while the command ran; the step it was at is not kept. Look at the store, then run the command again.',
        ],
        [
          REFUSED,
          'govgate: The store did not answer in time, so that it is not known whether the last step is kept. Look at the store and at what it holds (govgate export), then run the command again.',
        ],
      ]);
    } finally {
      await client.close();
      await server.dispose();
      rmSync(folder, { recursive: true, force: true });
    }
  }).timeout(90_000);
});

describeWithMongo('commands that fail once MongoDB is open', function (this: Mocha.Suite) {
  it('end all the same, and say why', async () => {
    const database = takeMongoDatabase();
    const keys = new MongoClient(database.url);
    const environment = { GOVGATE_MONGO_URL: database.url, GOVGATE_KEYS_IN_STORE: 'true' };
    const redis = await startOldRedis('5.0.14');
    try {
      const taken = await runAll([['serve']], {
        ...environment,
        GOVGATE_PORT: new URL(redis.url).port,
      });
      expect([taken[0]?.code, taken[0]?.stderr.split('\n').at(-2)]).to.deep.equal([
        REFUSED,
        `govgate: Port ${new URL(redis.url).port} on 127.0.0.1 is taken. Stop what listens there or set GOVGATE_PORT to another port.`,
      ]);
      const tooOld = await runAll([['serve'], ['work']], {
        ...environment,
        GOVGATE_REDIS_URL: withCredentials(redis.url),
      });
      // The log is written asynchronously: the line that the server was reached may come later.
      for (const { code, stdout, stderr } of tooOld)
        expect([
          code,
          stdout,
          stderr
            .split('\n')
            .filter((line) => !line.startsWith('{'))
            .at(-2),
        ]).to.deep.equal([
          SETTINGS,
          '',
          'govgate: Redis 5.0.14 is too old. Use Redis 6.2 or later, or unset GOVGATE_REDIS_URL to work without it.',
        ]);
      await keys
        .db()
        .collection('installation')
        .updateMany({}, { $set: { x: '"{}"' } });
      const damaged = await runAll(storeCommands(tmpdir()), environment);
      for (const { code, stdout, stderr } of damaged)
        expect([code, stdout, stderr.split('\n').at(-2)]).to.deep.equal([
          SETTINGS,
          '',
          'govgate: The server keys in the store are damaged. Restore them, or set GOVGATE_KEYS_FILE.',
        ]);
      expect(JSON.stringify([taken, tooOld, damaged])).not.to.contain(URL_PASSWORD);
    } finally {
      await Promise.all([keys.close(), redis.close()]);
      await database.drop();
    }
  }).timeout(120_000);
});

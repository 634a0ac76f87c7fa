import { suiteKinds } from '@govgate/ports-testkit';
import { expect } from 'chai';
import { freeLoopbackPort } from '../../../tools/test-services/loopback-port.js';
import { startMongo } from '../../../tools/test-services/mongo-server.js';
import { startOldMongo } from '../../../tools/test-services/old-mongo.js';
import {
  describeWithMongo,
  describeWithOwnMongo,
  freshMongoUrl,
} from '../../../tools/test-services/require-service.js';
import { openMongoStore, StoreOpenError } from './index.js';

const PASSWORD = 'example-password';

/** Why a store was not opened. */
const refusalOf = async (url: string, openLimitMs = 100): Promise<StoreOpenError> => {
  try {
    const store = await openMongoStore({ url, kinds: suiteKinds, openLimitMs });
    await store.close();
  } catch (error) {
    if (error instanceof StoreOpenError) return error;
    throw error;
  }
  throw new Error('the store was opened');
};

const withCredentials = (url: string): string => url.replace('mongodb://', `mongodb://nobody:${PASSWORD}@`);
const hostOf = (url: string): string => new URL(url.replace('mongodb:', 'http:')).host;

/** No printed form of an error contains the password. */
const tellsNoSecret = (error: Error): boolean =>
  ![
    error.message,
    error.stack,
    JSON.stringify(error),
    String((error.cause as Error | undefined)?.stack),
  ].some((printed) => printed?.includes(PASSWORD));

describe('opening the MongoDB store', () => {
  it('refuses anything but a MongoDB URL, without repeating it', async () => {
    const urls = [
      '',
      'postgres://a/b',
      'mongodb://',
      `mongodb://nobody:${PASSWORD}@host:port:1/x`,
      `mongodb://nobody:${PASSWORD}@127.0.0.1:1/bad.name`,
      `mongodb://nobody:${PASSWORD}@127.0.0.1:1/%zz`,
      `mongodb://nobody:${PASSWORD}@127.0.0.1:1/x?noSuchOption=1`,
      `mongodb://nobody:p@${PASSWORD}@127.0.0.1:1/x`,
    ];
    for (const url of urls) {
      const refusal = await refusalOf(url);
      expect([url, refusal.code, tellsNoSecret(refusal)]).to.deep.equal([url, 'bad_url', true]);
    }
  }).timeout(90_000);

  it('names the address that does not answer, once the time is up', async () => {
    const port = await freeLoopbackPort();
    const refusal = await refusalOf(`mongodb://nobody:${PASSWORD}@127.0.0.1:${port}/x?replicaSet=rs`);
    expect(refusal.message).to.equal(
      `MongoDB at 127.0.0.1:${port} cannot be reached (ECONNREFUSED): check that it runs, that it has a primary and that this machine may connect to it.`,
    );
    expect([refusal.code, tellsNoSecret(refusal)]).to.deep.equal(['unreachable', true]);
  }).timeout(90_000);

  for (const [version, wire, seen] of [
    ['3.4.24', 5, 'older than the driver can speak to'],
    ['6.0.19', 17, '6.0.19'],
  ] as const)
    it(`refuses a server of version ${version}`, async () => {
      const server = await startOldMongo(version, wire);
      const refusal = await refusalOf(server.url);
      await server.close();
      expect([refusal.code, refusal.message]).to.deep.equal([
        'too_old',
        `MongoDB at ${hostOf(server.url)} is too old (${seen}): use version 7.0 or newer.`,
      ]);
    }).timeout(90_000);
});

describeWithMongo('opening the MongoDB store on a server', (serverUrl) => {
  it('refuses another replica set than the one of the URL', async () => {
    const url = freshMongoUrl(serverUrl).replace(/replicaSet=[^&]*/, 'replicaSet=another');
    expect((await refusalOf(url)).code).to.equal('wrong_set');
  }).timeout(90_000);

  it('opens with a URL that asks for less than the promises need', async () => {
    const url = freshMongoUrl(serverUrl);
    const weak = `${url}${url.includes('?') ? '&' : '?'}w=1&readPreference=secondaryPreferred&retryWrites=false&readConcernLevel=local`;
    const store = await openMongoStore({ url: weak, kinds: suiteKinds });
    await store.check();
    await store.close();
  }).timeout(90_000);
});

describeWithOwnMongo('opening the MongoDB store on a server that does not fit', () => {
  it('refuses a standalone server, addressed directly or as a set', async () => {
    const server = await startMongo({ standalone: true });
    const refusals = [await refusalOf(server.url), await refusalOf(`${server.url}?replicaSet=rs`)];
    await server.dispose();
    for (const { code, message } of refusals)
      expect([code, message]).to.deep.equal([
        'standalone',
        `MongoDB at ${hostOf(server.url)} is a standalone server and transactions need a replica set: start it with --replSet and run rs.initiate() once; one member is enough.`,
      ]);
  }).timeout(60_000);

  it('refuses wrong credentials at once, without repeating them', async () => {
    // A set of mongod needs a key file for --auth, and checks credentials without it too.
    const server = await startMongo({
      args: process.env.GOVGATE_TEST_MONGO_KIND === 'mongod' ? [] : ['--auth'],
    });
    const start = performance.now();
    const refusal = await refusalOf(withCredentials(server.url), 100_000);
    await server.dispose();
    expect([refusal.code, tellsNoSecret(refusal)]).to.deep.equal(['auth', true]);
    expect(refusal.message).to.match(
      /^MongoDB at \S+ refuses the credentials: check user, password and authSource/,
    );
    expect(performance.now() - start).to.be.lessThan(75_000);
  }).timeout(180_000);
});

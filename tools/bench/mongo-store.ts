import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { BSON, type Collection, MongoClient } from 'mongodb';
import { freshMongoUrl } from '../test-services/require-service.js';
import { answerOf, govgateServer, publishRequests, readPolicyRequest, seedPolicies } from './govgate.js';
import type { LoadRequest } from './load.js';
import { type ServerPlan, startMeasured } from './measured-server.js';
import { fillRealTenantOn, type TenantSizes } from './real-tenant.js';

/** A filled database, and what a floor is told of it. */
export interface MongoStore {
  readonly url: string;
  /** The product over it, of which several may serve at once. */
  readonly server: ServerPlan;
  /** Files of the product's own answers. */
  readonly answers: Readonly<Record<'read' | 'publish', string>>;
  /** A file of the product's own documents and indexes. */
  readonly shapeFile: string;
  readonly filledSeconds: number;
  dispose(): Promise<void>;
}

/** Fills a fresh database of a server with a tenant of a size. */
export const prepareMongoStore = async (serverUrl: string, sizes: TenantSizes): Promise<MongoStore> => {
  const startedAt = performance.now();
  const url = freshMongoUrl(serverUrl);
  const folder = await mkdtemp(join(tmpdir(), 'govgate-bench-mongo-'));
  await fillRealTenantOn(url, folder, 'default', sizes);
  const server = govgateServer(undefined, { GOVGATE_MONGO_URL: url, GOVGATE_KEYS_IN_STORE: 'true' });
  const seeding = await startMeasured(server);
  try {
    await seedPolicies(seeding);
    const keep = async (name: string, request: LoadRequest | undefined): Promise<string> => {
      if (request === undefined) throw new Error(`no request for ${name}`);
      const file = join(folder, `${name}.json`);
      await writeFile(file, await answerOf(seeding, request));
      return file;
    };
    const answers = {
      read: await keep('read', readPolicyRequest),
      publish: await keep('publish', publishRequests[0]),
    };
    const shapeFile = join(folder, 'shape.json');
    await writeFile(shapeFile, await shapeOf(url));
    return {
      url,
      server,
      answers,
      shapeFile,
      filledSeconds: (performance.now() - startedAt) / 1_000,
      dispose: async () => {
        await inDatabase(url, (client) => client.db().dropDatabase());
        await rm(folder, { recursive: true, force: true });
      },
    };
  } finally {
    await seeding.dispose();
  }
};

const inDatabase = async <T>(url: string, work: (client: MongoClient) => Promise<T>): Promise<T> => {
  const client = await new MongoClient(url).connect();
  try {
    return await work(client);
  } finally {
    await client.close();
  }
};

/** What the product keeps, so that a floor reads and writes the same: documents, and the indexes they stand in. */
const shapeOf = (url: string): Promise<string> =>
  inDatabase(url, async (client) => {
    const named = (name: string) => client.db().collection(name);
    const own = async (collection: Collection) =>
      (await collection.indexes()).flatMap(({ v: _, ...index }) => (index.name === '_id_' ? [] : [index]));
    const [records, events] = [named('kind_policy_version'), named('audit_events')];
    return BSON.EJSON.stringify({
      record: await records.findOne({ 'u.one_active': 'active' }),
      recordIndexes: await own(records),
      event: await events.findOne({ et: 'policy.published', oc: 'success' }),
      eventIndexes: await own(events),
      head: await named('heads').findOne(TENANT_HEAD),
    });
  });

/** The head of the tenant that the bench works in. */
const TENANT_HEAD = { t: 'default', c: { $exists: true } } as const;
const COMMIT_EVERY_MS = 20;

/**
 * Works while the tenant's content revision moves as commits of other processes move it, some fifty times a second: nothing
 * that was remembered under one revision is told under the next.
 */
export const whileRevisionsMove = <T>(url: string, work: () => Promise<T>): Promise<T> =>
  inDatabase(url, async (client) => {
    const heads = client.db().collection('heads');
    let isOver = false;
    const moving = (async () => {
      while (!isOver) {
        await heads.updateOne(TENANT_HEAD, { $inc: { c: 1 } });
        await new Promise((resume) => setTimeout(resume, COMMIT_EVERY_MS));
      }
    })();
    try {
      return await work();
    } finally {
      isOver = true;
      await moving;
    }
  });

import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { BSON, type Collection, type Document, MongoClient } from 'mongodb';
import { type MongoDatabase, takeMongoDatabase } from '../stores/mongo-database.js';
import { makeKeysFile, startTestService, type TestService } from '../test-service.js';

// Numbers come back as they were stored, so that restored data is identical to the byte.
const AS_STORED = { promoteValues: false, sort: { _id: 1 } } as const;

/** The content of a filled store, by collection. */
type Contents = ReadonlyMap<string, readonly Document[]>;

/**
 * Filled worlds on MongoDB, one after the other in one database. A separate database for each costs seconds; restoring
 * the collections that a test changed costs a few milliseconds, and the service over it is new each time.
 */
export class MongoWorlds<T> {
  #filled: { readonly contents: Contents; readonly world: T } | undefined;
  readonly #database: MongoDatabase = takeMongoDatabase();
  // To a verifier of their signatures, the services are one.
  readonly #folder = mkdtempSync(join(tmpdir(), 'govgate-worlds-'));
  readonly #keysFile = makeKeysFile(this.#folder);
  readonly #client = new MongoClient(this.#database.url);

  constructor(private readonly fill: (service: TestService) => Promise<T>) {}

  /** A new service over the world as it was filled. Stop the previous one first. */
  async open(): Promise<{ readonly service: TestService; readonly world: T }> {
    if (this.#filled !== undefined) await this.#putBack(this.#filled.contents);
    const service = await startTestService({
      on: 'mongo',
      settings: {
        GOVGATE_MONGO_URL: withFewConnections(this.#database.url),
        GOVGATE_KEYS_FILE: this.#keysFile,
      },
    });
    if (this.#filled === undefined) {
      const world = await this.fill(service);
      this.#filled = { world, contents: await this.#contents() };
    }
    return { service, world: this.#filled.world };
  }

  async drop(): Promise<void> {
    await this.#client.close();
    await this.#database.drop();
    rmSync(this.#folder, { recursive: true, force: true });
  }

  async #contents(): Promise<Contents> {
    const collections = await this.#client.db().collections();
    return new Map(
      await Promise.all(
        collections.map(async (one) => [one.collectionName, await documentsOf(one)] as const),
      ),
    );
  }

  async #putBack(contents: Contents): Promise<void> {
    const now = await this.#contents();
    for (const [name, documents] of now) {
      const wanted = contents.get(name) ?? [];
      if (bytesOf(documents).equals(bytesOf(wanted))) continue;
      const collection = this.#client.db().collection(name);
      await collection.deleteMany({});
      if (wanted.length > 0) await collection.insertMany([...wanted]);
    }
  }
}

// Each service opens its own connections, and handshakes cost the test server more than waiting for one another.
const withFewConnections = (url: string): string => `${url}${url.includes('?') ? '&' : '?'}maxPoolSize=4`;

const documentsOf = (collection: Collection): Promise<Document[]> => collection.find({}, AS_STORED).toArray();

const bytesOf = (documents: readonly Document[]): Buffer => Buffer.from(BSON.serialize({ documents }));

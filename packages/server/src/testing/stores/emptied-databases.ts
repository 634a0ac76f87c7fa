import { MongoClient } from 'mongodb';
import { startTestService, type TestService, type TestServiceOptions } from '../test-service.js';
import { type MongoDatabase, takeMongoDatabase } from './mongo-database.js';

/**
 * Services on MongoDB for one test after the other, each over an empty database. Creating the collections and indexes of a new one
 * takes seconds; emptying one that has them takes a tenth of a second.
 */
export class EmptiedDatabases {
  readonly #all: MongoDatabase[] = [];
  readonly #free: MongoDatabase[] = [];

  async start(options: Omit<TestServiceOptions, 'on'> = {}): Promise<TestService> {
    const database = this.#free.pop() ?? this.#make();
    const settings = { ...options.settings, GOVGATE_MONGO_URL: database.url };
    const service = await startTestService({ ...options, on: 'mongo', settings });
    const stop = async (): Promise<void> => {
      await service.stop();
      await empty(database.url);
      this.#free.push(database);
    };
    return { ...service, stop };
  }

  async drop(): Promise<void> {
    await Promise.all(this.#all.map((database) => database.drop()));
  }

  #make(): MongoDatabase {
    const database = takeMongoDatabase();
    this.#all.push(database);
    return database;
  }
}

const empty = async (url: string): Promise<void> => {
  const client = new MongoClient(url, { maxPoolSize: 4 });
  try {
    const collections = await client.db().collections();
    await Promise.all(collections.map((collection) => collection.deleteMany({})));
  } finally {
    await client.close();
  }
};

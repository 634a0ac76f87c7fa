import { suiteKinds } from '@govgate/ports-testkit';
import { type Db, MongoClient } from 'mongodb';
import { freshMongoUrl } from '../../../../tools/test-services/require-service.js';
import { type MongoStore, type MongoStoreOptions, openMongoStore } from '../index.js';

/** A database for one test. */
export interface TestDatabase {
  readonly url: string;
  /** The database itself, bypassing the store. */
  readonly db: Db;
  readonly client: MongoClient;
  /** A store on it, closed when the test ends. */
  open(options?: Partial<MongoStoreOptions>): Promise<MongoStore>;
}

/** Gives a test a database that nobody else uses, and drops it. */
export const withDatabase = async (
  serverUrl: string,
  test: (database: TestDatabase) => Promise<void>,
): Promise<void> => {
  const url = freshMongoUrl(serverUrl);
  const client = new MongoClient(url);
  const opened: MongoStore[] = [];
  const open = async (options: Partial<MongoStoreOptions> = {}): Promise<MongoStore> => {
    const store = await openMongoStore({ url, kinds: suiteKinds, ...options });
    opened.push(store);
    return store;
  };
  try {
    await test({ url, db: client.db(), client, open });
  } finally {
    await Promise.all(opened.map((store) => store.close()));
    await client.db().dropDatabase();
    await client.close();
  }
};

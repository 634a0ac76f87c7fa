import { MongoClient } from 'mongodb';
import { freshMongoUrl } from '../../../../../tools/test-services/require-service.js';

/** A database that nobody else uses, on the run's shared server or on the test's own. */
export interface MongoDatabase {
  readonly url: string;
  drop(): Promise<void>;
}

/** Names a fresh database; it is created by the first write. */
export const takeMongoDatabase = (serverUrl = process.env.GOVGATE_TEST_MONGO_URL): MongoDatabase => {
  if (!serverUrl) throw new Error('GOVGATE_TEST_MONGO_URL is not set');
  const url = freshMongoUrl(serverUrl);
  return {
    url,
    drop: async () => {
      const client = new MongoClient(url);
      try {
        await client.db().dropDatabase();
      } finally {
        await client.close();
      }
    },
  };
};

import { runStoreSuite, type StoreVersion, suiteKinds } from '@govgate/ports-testkit';
import { MongoClient } from 'mongodb';
import {
  describeWithMongo,
  freshMongoUrl,
  itOnMongod,
} from '../../../tools/test-services/require-service.js';
import { type MongoStore, openMongoStore } from './index.js';

// A test server may take seconds to drop a database.
const LIMIT_MS = 120_000;

// SecantusDB does not survive it: one time in two it answers no writing command any more, of any session or database, not even
// abortTransaction and killSessions, and would fail what follows.
const ON_MONGOD = 'evolve/beside-writers';

describeWithMongo('the MongoDB store', (serverUrl) => {
  const within = (name: string, test: () => Promise<void>) =>
    name.startsWith(ON_MONGOD) ? itOnMongod(name, test) : it(name, test).timeout(LIMIT_MS);
  runStoreSuite({ describe, it: within }, 'the MongoDB store', async () => {
    const url = freshMongoUrl(serverUrl);
    const opened: MongoStore[] = [];
    const open = async (version?: StoreVersion) => {
      const store = await openMongoStore({ url, kinds: suiteKinds, ...version });
      opened.push(store);
      return store;
    };
    return {
      store: await open(),
      reopen: open,
      dispose: async () => {
        await Promise.all(opened.map((store) => store.close()));
        const client = new MongoClient(url);
        await client.db().dropDatabase();
        await client.close();
      },
    };
  });
});

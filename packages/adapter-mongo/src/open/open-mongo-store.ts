import { type AnyKind, MIGRATIONS, type Migration } from '@govgate/ports';
import { MongoServerError } from 'mongodb';
import { type Collections, collectionsOf } from '../kinds/collections.js';
import { migrate } from './migrate.js';
import { openClient } from './open-client.js';
import { StoreOpenError, storeOpenError } from './store-open-error.js';
import { type MongoStore, type StoreOverOptions, storeOver } from './store-over.js';
import { readStoreUrl, type StoreUrl } from './store-url.js';

export interface MongoStoreOptions extends StoreOverOptions {
  /** MongoDB 7.0 or newer, a replica set; the path names the database, by default `govgate`. */
  readonly url: string;
  /** For tests only: other steps than the product's. */
  readonly migrations?: readonly Migration[];
  /** How long to wait for a server that does not answer yet. */
  readonly openLimitMs?: number;
}

const OPEN_LIMIT_MS = 30_000;

/** Opens the store. @throws StoreOpenError with a sentence for the operator */
export const openMongoStore = async (options: MongoStoreOptions): Promise<MongoStore> => {
  const address = readStoreUrl(options.url);
  const client = await openClient(address, options.openLimitMs ?? OPEN_LIMIT_MS);
  try {
    const collections = collectionsOf(client.db(address.database), options.kinds);
    await prepare(collections, options, address);
    return storeOver(client, collections, options);
  } catch (error) {
    await client.close().catch(() => undefined);
    throw error;
  }
};

const UNAUTHORIZED = 13;

const prepare = async (
  collections: Collections,
  {
    kinds,
    migrations = MIGRATIONS,
  }: { readonly kinds: readonly AnyKind[]; readonly migrations?: readonly Migration[] },
  { where }: StoreUrl,
): Promise<void> => {
  try {
    await migrate({ collections, kinds, migrations, where });
  } catch (error) {
    if (error instanceof StoreOpenError) throw error;
    if (!(error instanceof MongoServerError))
      throw storeOpenError('unreachable', where, { seen: 'it went away' });
    if (error.code === UNAUTHORIZED) throw storeOpenError('not_allowed', where);
    throw storeOpenError('bad_data', where, { seen: error.codeName ?? `code ${error.code}` });
  }
};

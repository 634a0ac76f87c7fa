import type { MongoClient } from 'mongodb';
import { storeOpenError } from './store-open-error.js';
import type { StoreUrl } from './store-url.js';

const OLDEST_MAJOR = 7;

/** Refuses servers without the transactions the store relies on. */
export const assertServes = async (client: MongoClient, { where }: StoreUrl): Promise<void> => {
  const admin = client.db('admin');
  const hello = await admin.command({ hello: 1 });
  if (hello.msg === 'isdbgrid') throw storeOpenError('sharded', where);
  const { version } = (await admin.command({ buildInfo: 1 })) as { readonly version?: unknown };
  const name = typeof version === 'string' ? version : 'of an unknown version';
  if (!(Number.parseInt(name, 10) >= OLDEST_MAJOR)) throw storeOpenError('too_old', where, { seen: name });
  if (typeof hello.setName !== 'string') throw storeOpenError('standalone', where);
};

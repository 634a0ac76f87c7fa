import { BSON, type Db } from 'mongodb';
import type { StoreDump } from './store-dump.js';

/** The mark that the store's check writes, without anybody's change. */
const MARK = 'check';

/** What a store on MongoDB holds. Types of numbers show too. */
export const dumpMongo = async (db: Db): Promise<StoreDump> => {
  const names = (await db.collections()).map(({ collectionName }) => collectionName);
  const rows = await Promise.all(
    names.map(async (name) => {
      const collection = db.collection<{ readonly _id: string }>(name);
      const documents = await collection.find({ _id: { $ne: MARK } }, { promoteValues: false }).toArray();
      const texts = documents.map((document) => BSON.EJSON.stringify(document, { relaxed: false }));
      return [name, texts.sort()] as const;
    }),
  );
  return Object.fromEntries(rows);
};

import { BSON, type Db } from 'mongodb';
import type { StoreDump } from './store-dump.js';

/** The mark that the store's check writes, without any change by a caller. */
const MARK = 'check';

/** The content of a store on MongoDB. Types of numbers are visible too. */
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

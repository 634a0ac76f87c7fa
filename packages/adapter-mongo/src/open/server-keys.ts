import { isDuplicateKey } from '../driver/port-errors.js';
import type { Collections } from '../kinds/collections.js';
import { INSTALLATION } from '../kinds/documents.js';
import { ONE_READ, type Reader } from '../read/reader.js';

const KEYS = 'server_keys';

/** The installation's keys: created by the first process that asks, then the same for every process on the store. */
export type LoadOrCreateServerKeys = <Keys>(make: () => Keys | Promise<Keys>) => Promise<Keys>;

export const mongoServerKeys =
  (collections: Collections, reader: Reader): LoadOrCreateServerKeys =>
  async <Keys>(make: () => Keys | Promise<Keys>): Promise<Keys> => {
    const kept = await keptKeys<Keys>(collections, reader);
    if (kept !== undefined) return kept;
    await keep(collections, reader, await make());
    // The loser of the race adopts the winner's keys.
    const shared = await keptKeys<Keys>(collections, reader);
    if (shared === undefined) throw new Error('the server keys vanished from the store');
    return shared;
  };

const keptKeys = async <Keys>(collections: Collections, reader: Reader): Promise<Keys | undefined> => {
  const found = await reader.read(() => collections.installation.findOne({ _id: KEYS }, ONE_READ));
  return found === null ? undefined : (JSON.parse(found[INSTALLATION.text]) as Keys);
};

const keep = (collections: Collections, reader: Reader, keys: unknown): Promise<void> =>
  reader.read(async () => {
    try {
      await collections.installation.insertOne({ _id: KEYS, [INSTALLATION.text]: JSON.stringify(keys) });
    } catch (error) {
      if (!isDuplicateKey(error)) throw error;
    }
  });

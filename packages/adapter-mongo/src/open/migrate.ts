import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { type AnyKind, lastOf, type Migration, migrated } from '@govgate/ports';
import type { AnyBulkWriteOperation } from 'mongodb';
import { isDuplicateKey } from '../driver/port-errors.js';
import { type Collections, recordsOf } from '../kinds/collections.js';
import { INSTALLATION, RECORD, type RecordDocument } from '../kinds/documents.js';
import { ensureIndexes } from '../kinds/indexes.js';
import { encodeRecord } from '../kinds/record-document.js';
import { storeOpenError } from './store-open-error.js';

const SCHEMA = 'schema';
const LEASE = 'migration';
const LEASE_MS = 30_000;
const RETRY_MS = 200;
/** Documents of one write. */
const BATCH = 200;

interface Migrating {
  readonly collections: Collections;
  readonly kinds: readonly AnyKind[];
  readonly migrations: readonly Migration[];
  /** The servers, for messages. */
  readonly where: string;
}

/**
 * Brings a database to the last step. Of several processes the holder of the lease does it, in batches that may be written twice, and the
 * others wait; where the holder is killed, the next one begins again. Documents are not read or written by anybody else meanwhile: older
 * processes have been stopped.
 */
export const migrate = async (migrating: Migrating): Promise<void> => {
  const { collections, kinds, migrations, where } = migrating;
  const holder = randomUUID();
  for (;;) {
    const reached = await reachedBy(collections);
    if (reached > lastOf(migrations)) throw storeOpenError('newer_version', where);
    if (reached === lastOf(migrations)) return;
    if (await claim(collections, holder)) break;
    await pause(RETRY_MS);
  }
  try {
    const reached = await reachedBy(collections);
    await ensureIndexes(collections, kinds);
    if (reached > 0) for (const kind of kinds) await deriveAgain(migrating, { kind, reached, holder });
    const number = JSON.stringify(lastOf(migrations));
    await collections.installation.updateOne(
      { _id: SCHEMA },
      { $set: { [INSTALLATION.text]: number } },
      { upsert: true },
    );
  } finally {
    await collections.leases.deleteOne({ _id: LEASE, holder });
  }
};

const reachedBy = async ({ installation }: Collections): Promise<number> => {
  const found = await installation.findOne({ _id: SCHEMA });
  return found === null ? 0 : (JSON.parse(found[INSTALLATION.text]) as number);
};

// By the processes' own clocks: if two hold it at once, they do the same work twice, and nothing worse.
const claim = async ({ leases }: Collections, holder: string): Promise<boolean> => {
  const now = Date.now();
  const free = { _id: LEASE, $or: [{ holder }, { until: { $lte: now } }] };
  try {
    await leases.updateOne(free, { $set: { holder, until: now + LEASE_MS } }, { upsert: true });
    return true;
  } catch (error) {
    if (isDuplicateKey(error)) return false;
    throw error;
  }
};

interface KindToDerive {
  readonly kind: AnyKind;
  /** The step that its records are in. */
  readonly reached: number;
  readonly holder: string;
}

const deriveAgain = async (
  { collections, migrations, where }: Migrating,
  { kind, reached, holder }: KindToDerive,
): Promise<void> => {
  const records = recordsOf(collections, kind);
  for (let after = ''; ; ) {
    const found = await records
      .find({ _id: { $gt: after } })
      .sort({ _id: 1 })
      .limit(BATCH)
      .toArray();
    const last = found.at(-1);
    if (last === undefined) return;
    const writes = found.map((document): AnyBulkWriteOperation<RecordDocument> => {
      const record = migrated(migrations, reached, {
        kind: kind.name,
        record: JSON.parse(document[RECORD.text]),
      });
      const { _id, ...$set } = encodeRecord(kind, record);
      return { updateOne: { filter: { _id, [RECORD.version]: document[RECORD.version] }, update: { $set } } };
    });
    await records.bulkWrite(writes, { ordered: false }).catch((error: unknown) => {
      throw isDuplicateKey(error) ? storeOpenError('broken_rule', where, { seen: kind.name }) : error;
    });
    await claim(collections, holder);
    after = last._id;
  }
};

import { type Sha256Hex, sha256Hex } from '@govgate/domain';
import {
  type GovernanceStore,
  lastOf,
  MIGRATIONS,
  type Migration,
  migrated,
  type Outbox,
  PortUnavailable,
  type RevocationFeed,
} from '@govgate/ports';
import { memoryAuditTrail } from './memory-audit-trail.js';
import { copyOf, createMemoryData, keyOf, type MemoryData } from './memory-data.js';
import { memoryRecords } from './memory-records.js';
import { memoryUnitOfWork } from './memory-unit-of-work.js';

export interface MemoryStoreOptions {
  /** Passed to several handles, it makes them one store; by default each store has its own. */
  readonly data?: MemoryData;
  readonly hash?: Sha256Hex;
  /** Other steps than the product's. */
  readonly migrations?: readonly Migration[];
}

/** The reference adapter: keeps every promise of the ports, in memory only. It derives what lists need for each query. */
export const createMemoryStore = (options: MemoryStoreOptions = {}): GovernanceStore => {
  const { data = createMemoryData(), hash = sha256Hex, migrations = MIGRATIONS } = options;
  migrate(data, migrations);
  let open = true;
  const assertOpen = (): void => {
    if (!open) throw new PortUnavailable('store', { cause: new Error('the store was closed') });
  };
  return {
    records: memoryRecords(data, assertOpen),
    unitOfWork: memoryUnitOfWork(data, hash, assertOpen),
    auditTrail: memoryAuditTrail(data, assertOpen),
    revocations: memoryRevocations(data, assertOpen),
    outbox: memoryOutbox(data, assertOpen),
    revisions: {
      revisions: (tenantId) => {
        assertOpen();
        return data.revisions.get(tenantId) ?? { content: 0, authorization: 0 };
      },
    },
    check: async () => assertOpen(),
    close: async () => {
      open = false;
    },
  };
};

/** The store has reached a migration that this handle does not know. */
class OlderThanStore extends Error {
  override readonly name = 'OlderThanStore';
  readonly code = 'newer_version';
}

const migrate = (data: MemoryData, migrations: readonly Migration[]): void => {
  if (data.reached > lastOf(migrations)) throw new OlderThanStore('the store has reached a later migration');
  for (const [kind, { rows }] of data.tables)
    for (const [key, row] of rows) {
      const record = migrated(migrations, data.reached, { kind, record: row.record });
      rows.set(key, { ...row, record, text: JSON.stringify(record) });
    }
  data.reached = lastOf(migrations);
};

const memoryRevocations = (data: MemoryData, assertOpen: () => void): RevocationFeed => ({
  async after({ tenantId, environmentId }, sequence, limit) {
    assertOpen();
    const feed = data.revocations.get(keyOf(tenantId, environmentId)) ?? [];
    return copyOf(feed.filter((revocation) => revocation.sequence > sequence).slice(0, limit));
  },
  async find({ tenantId, environmentId }, revocationId) {
    assertOpen();
    const feed = data.revocations.get(keyOf(tenantId, environmentId)) ?? [];
    const found = feed.find((revocation) => revocation.revocationId === revocationId);
    return found === undefined ? undefined : copyOf(found);
  },
  async lastSequence({ tenantId, environmentId }) {
    assertOpen();
    return data.revocations.get(keyOf(tenantId, environmentId))?.length ?? 0;
  },
});

const memoryOutbox = (data: MemoryData, assertOpen: () => void): Outbox => ({
  async pending(limit) {
    assertOpen();
    return copyOf([...data.outbox.values()].slice(0, limit));
  },
  async markDone(entryIds) {
    assertOpen();
    for (const entryId of entryIds) data.outbox.delete(entryId);
  },
});

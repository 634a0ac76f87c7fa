import { copyFileSync, renameSync } from 'node:fs';
import type { StoredEvent } from '@govgate/domain';
import { EVENT_COLUMNS } from '@govgate/domain/internal';
import { EVENT_BATCH, type GovernanceStore } from '@govgate/ports';
import { trailEvents } from '@govgate/ports-testkit';
import { expect } from 'chai';
import Database from 'libsql';
import { afterEach, beforeEach, describe, it } from 'mocha';
import { type ListenedStore, openListenedStore } from './testing/listened-store.js';
import { TempFolder } from './testing/temp-folder.js';

const TENANT = 't';
/** Batches of a walk that goes on in the second connection. */
const BATCHES = 20;
const EVENTS = BATCHES * EVENT_BATCH;
// The trail's index reads texts in the same way, and no hashes.
const isOfWalk = (sql: string): boolean => sql.includes('min(length(hash))');

const add = async (store: GovernanceStore, from: number, count: number): Promise<void> => {
  const [first, ...rest] = trailEvents(from, count, TENANT);
  if (first !== undefined) await store.unitOfWork.commit({ changes: [], audit: [first, ...rest] });
};

describe('long walks over a trail of the embedded store', () => {
  let folder: TempFolder;
  let listened: ListenedStore;

  beforeEach(() => {
    folder = new TempFolder();
  });

  afterEach(() => folder.dispose());

  const filled = async (): Promise<GovernanceStore> => {
    const store = await folder.open();
    await add(store, 1, EVENTS);
    return store;
  };

  it('go on in a connection of their own, which keeps few pages', async () => {
    listened = await openListenedStore();
    try {
      await add(listened.store, 1, EVENTS);
      let events = 0;
      for await (const batch of listened.store.auditTrail.stored(TENANT)) events += batch.length;
      expect(events).to.equal(EVENTS);
      // The first batch is read row by row, and the parts after it are quarters of one.
      expect(listened.plansOf(isOfWalk).length).to.equal(15 * 4);
    } finally {
      await listened.dispose();
    }
  });

  it('see what is committed while they are under way', async () => {
    const store = await filled();
    const seen: number[] = [];
    for await (const batch of store.auditTrail.stored(TENANT)) {
      seen.push(...batch.map(({ sequence }) => sequence));
      if (batch.at(-1)?.sequence === EVENTS) await add(store, EVENTS + 1, 2);
    }
    expect(seen).to.deep.equal(Array.from({ length: EVENTS + 2 }, (_, i) => i + 1));
  });

  it('never read another file that took the place of theirs', async () => {
    const store = await filled();
    await add(store, EVENTS + 1, 1);
    const other = new TempFolder();
    await (await other.open()).close();
    renameSync(folder.file, `${folder.file}.moved`);
    copyFileSync(other.file, folder.file);
    let events = 0;
    for await (const batch of store.auditTrail.stored(TENANT)) events += batch.length;
    await other.dispose();
    expect(events).to.equal(EVENTS + 1);
  });

  // As somebody does who cannot change what follows from the text.
  const ORDINARY = `CREATE TABLE ordinary AS SELECT * FROM audit_events; DROP TABLE audit_events;
    ALTER TABLE ordinary RENAME TO audit_events;
    CREATE INDEX audit_events_by_sequence ON audit_events (tenant_id, sequence)`;
  const OTHER_VALUE = `PRAGMA writable_schema = ON;
    UPDATE sqlite_schema SET sql = replace(sql, '$.outcome', '$.reason_code') WHERE name = 'audit_events';
    PRAGMA writable_schema = OFF`;
  for (const [what, change] of Object.entries({ ORDINARY, OTHER_VALUE }))
    it(`tell that the table is not as it was declared: ${what}`, async () => {
      const store = await folder.open();
      await add(store, 1, 5);
      await store.close();
      const forged = new Database(folder.file);
      forged.exec(change);
      forged.close();
      const reported: unknown[] = [];
      for await (const batch of (await folder.open()).auditTrail.stored(TENANT))
        reported.push(...batch.map(({ columns }) => columns));
      expect(reported).to.deep.equal(['', '', '', '', '']);
    });

  it('need no columns, because nobody can change one apart from its text', async () => {
    const store = await folder.open();
    await add(store, 1, 5);
    const raw = folder.keep(new Database(folder.file));
    for (const column of EVENT_COLUMNS)
      expect(() => raw.exec(`UPDATE audit_events SET ${column} = 'other'`)).to.throw('generated column');
    for await (const batch of store.auditTrail.stored(TENANT))
      for (const event of batch) expect(event).to.have.all.keys('sequence', 'text', 'hash');
  });

  // What no commit wrote: of each, an event in the middle of a part that is read as one.
  const STRANGE = {
    'a line end in a text': "text = replace(text, ',', char(10))",
    'bytes as a text': 'text = CAST(text AS BLOB)',
    'a text of nothing': "text = ''",
    'bytes as a hash': 'hash = CAST(hash AS BLOB)',
    'a hash with quotes and line ends': `hash = '"' || char(10) || '\\'`,
    'a hash that is too long': "hash = hash || 'f'",
    'a sequence of much later': 'sequence = 5000',
    'a sequence between two': 'sequence = 400.5',
    'a sequence in words': "sequence = 'last'",
  };
  for (const [what, change] of Object.entries(STRANGE))
    it(`read in parts what they read row by row: ${what}`, async () => {
      const store = await folder.open();
      await add(store, 1, 600);
      folder.keep(new Database(folder.file)).exec(`UPDATE audit_events SET ${change} WHERE sequence = 400`);
      const walked: StoredEvent[] = [];
      for await (const batch of store.auditTrail.stored(TENANT)) walked.push(...batch);
      const rows: StoredEvent[] = [];
      for (let after: number | undefined = 0; after !== undefined; ) {
        // The first batch of a walk is read row by row.
        const walk = store.auditTrail.stored(TENANT, after)[Symbol.asyncIterator]();
        const batch: readonly StoredEvent[] = (await walk.next()).value ?? [];
        rows.push(...batch);
        after = batch.at(-1)?.sequence;
      }
      expect(walked).to.deep.equal(rows);
      expect(walked.length).to.equal(600);
    });

  it('end with the store', async () => {
    const store = await filled();
    const walk = store.auditTrail.stored(TENANT)[Symbol.asyncIterator]();
    for (let batch = 0; batch < BATCHES - 1; batch += 1) await walk.next();
    await store.close();
    const rest = await walk.next().catch((thrown: Error) => thrown.name);
    expect(rest).to.equal('PortUnavailable');
  });
});

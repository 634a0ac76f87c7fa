import type { GovernanceStore } from '@govgate/ports';
import {
  ELSEWHERE,
  HOME,
  type Item,
  item,
  itemKind,
  put,
  putItem,
  removal,
  suiteKinds,
  write,
} from '@govgate/ports-testkit';
import { expect } from 'chai';
import fc from 'fast-check';
import { afterEach, beforeEach, describe, it } from 'mocha';
import { openLibsql } from './driver/libsql-driver.js';
import type { SqlDriver, SqlValue } from './driver/sql-driver.js';
import { KindTables } from './kinds/kind-table.js';
import { storeOn } from './open/store-on.js';
import { TempFolder } from './testing/temp-folder.js';

const ids = fc.constantFrom('a', 'b', 'c');
const longs = fc.constantFrom(undefined, { lines: ['1'] }, { lines: ['2'] });
const steps = fc.array(
  fc.oneof(
    { weight: 4, arbitrary: fc.record({ id: ids, long: longs, asRead: fc.boolean() }) },
    { weight: 1, arbitrary: fc.record({ id: ids, gone: fc.constant(true) }) },
  ),
  { maxLength: 15 },
);

type Step = { readonly id: string } & (
  | { readonly gone: boolean }
  | { readonly long: Item['long']; readonly asRead: boolean }
);

const take = async (store: GovernanceStore, step: Step): Promise<void> => {
  const read = await store.records.get(itemKind, HOME, step.id);
  if ('gone' in step) {
    if (read !== undefined) await write(store, [removal(itemKind, HOME, step.id, read.version)]);
    return;
  }
  const long = step.asRead ? read?.record.long : step.long;
  const record = item(step.id, long === undefined ? {} : { long });
  const copy = { ...record, ...ELSEWHERE };
  await write(store, [putItem(record, read?.version ?? null), put(itemKind, copy, 'any')]);
};

const LEFT_OVER = `SELECT p.name FROM apart_suite_item AS p LEFT JOIN records_suite_item AS r ON r.row_no = p.row_no AND r.part = p.name
  WHERE r.row_no IS NULL`;
const MISSING = `SELECT r.id FROM records_suite_item AS r LEFT JOIN apart_suite_item AS p ON r.row_no = p.row_no AND r.part = p.name
  WHERE p.row_no IS NULL`;

describe('separately stored parts of records in the embedded store', () => {
  let folder: TempFolder;

  beforeEach(() => {
    folder = new TempFolder();
  });

  afterEach(() => folder.dispose());

  const peek = (): SqlDriver => folder.keep(openLibsql(folder.file, 1_000));

  const parts = (driver: SqlDriver): readonly SqlValue[][] =>
    driver.prepare('SELECT rowid, row_no, name FROM apart_suite_item ORDER BY row_no').all() as SqlValue[][];

  it('are not rewritten when the rest of a record changes, by this process or another', async () => {
    const [store, other] = [await folder.open(), await folder.open()];
    await write(store, [putItem(item('a', { long: { lines: ['x'.repeat(10_000)] } }))]);
    const driver = peek();
    const before = parts(driver);
    expect(before.length).to.equal(1);
    for (const [i, one] of [store, other, store, other].entries()) {
      const read = await one.records.get(itemKind, HOME, 'a');
      await write(one, [putItem({ ...(read?.record as Item), rank: i }, i + 1)]);
      expect(parts(driver)).to.deep.equal(before);
    }
    const [text] = driver.prepare('SELECT doc FROM records_suite_item').get() ?? [];
    expect(String(text).length).to.be.below(300);
  });

  it('exist for every record and never without one, whatever was written', async () => {
    await fc.assert(
      fc.asyncProperty(steps, async (taken) => {
        const own = new TempFolder();
        try {
          const store = await own.open();
          for (const step of taken) await take(store, step);
          const driver = own.keep(openLibsql(own.file, 1_000));
          expect(driver.prepare(LEFT_OVER).all()).to.deep.equal([]);
          expect(driver.prepare(MISSING).all()).to.deep.equal([]);
        } finally {
          await own.dispose();
        }
      }),
      { numRuns: 60 },
    );
  }).timeout(60_000);

  it('are read with their record even if another process changes both between the two reads', async () => {
    const writer = await folder.open();
    await write(writer, [putItem(item('a', { rank: 0, longer: 'text 0' }))]);
    const other = peek();
    let changes = 0;
    // Like another process: the row gets a new part, and the old one is removed.
    const change = (): void => {
      changes += 1;
      const [rowNo = 0, doc] = other.prepare('SELECT row_no, doc FROM records_suite_item').get() ?? [];
      const name = `name ${changes}`;
      other.transaction('IMMEDIATE', () => {
        other.prepare('DELETE FROM apart_suite_item').run();
        other
          .prepare('INSERT INTO apart_suite_item VALUES (?, ?, ?)')
          .run([rowNo, name, `{"longer":"text ${changes}"}`]);
        const text = String(doc).replace(/"rank":\d+/, `"rank":${changes}`);
        other.prepare('UPDATE records_suite_item SET part = ?, doc = ?').run([name, text]);
      });
    };
    const driver = openLibsql(folder.file, 1_000);
    const tables = new KindTables(suiteKinds);
    const store = folder.keep(
      storeOn({ file: folder.file, driver: changedAfterReads(driver, change), tables }),
    );
    for (let read = 1; read <= 3; read += 1) {
      const record = (await store.records.get(itemKind, HOME, 'a'))?.record;
      expect(record?.longer).to.equal(`text ${record?.rank}`);
      const { items } = await store.records.page(itemKind, HOME, { limit: 1 });
      expect(items[0]?.record.longer).to.equal(`text ${items[0]?.record.rank}`);
    }
    expect(changes).to.be.at.least(6);
  });

  it('report a store failure, and nothing else, where a part was removed from outside', async () => {
    const store = await folder.open();
    await write(store, [putItem(item('a', { longer: 'text' }))]);
    peek().prepare('DELETE FROM apart_suite_item').run();
    const failure = await store.records.get(itemKind, HOME, 'a').then(
      () => undefined,
      (thrown: unknown) => thrown,
    );
    expect(failure).to.have.property('name', 'PortUnavailable');
  });
});

/** A driver that triggers something whenever a row of a record was read. */
const changedAfterReads = (driver: SqlDriver, happen: () => void): SqlDriver => ({
  ...driver,
  prepare: (sql) => {
    const statement = driver.prepare(sql);
    if (!sql.startsWith('SELECT version, doc')) return statement;
    const then = <T>(answer: T): T => {
      happen();
      return answer;
    };
    return {
      run: (values) => statement.run(values),
      get: (values) => then(statement.get(values)),
      all: (values) => then(statement.all(values)),
    };
  },
});

import { mkdirSync, renameSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import {
  type AnyKind,
  defineKind,
  integer,
  MIGRATIONS,
  type Migration,
  PortUnavailable,
  text,
} from '@govgate/ports';
import { commit, HOME, type Item, item, itemKind, put, putItem, write } from '@govgate/ports-testkit';
import { expect } from 'chai';
import { afterEach, beforeEach, describe, it } from 'mocha';
import { openLibsql } from '../driver/libsql-driver.js';
import { TempFolder } from '../testing/temp-folder.js';
import { StoreOpenError } from './store-open-error.js';

let folder: TempFolder;

beforeEach(() => {
  folder = new TempFolder();
});

afterEach(() => folder.dispose());

const openErrorOf = async (work: Promise<unknown>): Promise<StoreOpenError> => {
  const thrown: unknown = await work.then(
    () => undefined,
    (error: unknown) => error,
  );
  expect(thrown).to.be.instanceOf(StoreOpenError);
  return thrown as StoreOpenError;
};

const raw = () => folder.keep(openLibsql(folder.file, 5));

describe('opening a store', () => {
  it('creates folder and file for this user only', async () => {
    const file = join(folder.path, 'deep', 'down', 'store.db');
    await folder.open({ file });
    expect(statSync(file).mode & 0o777).to.equal(0o600);
  });

  it('is durable on every commit', async () => {
    await folder.open();
    const driver = raw();
    expect(driver.get('PRAGMA journal_mode')).to.deep.equal(['wal']);
  });

  it('refuses a damaged file', async () => {
    writeFileSync(folder.file, 'this is no database. '.repeat(1000));
    const error = await openErrorOf(folder.open());
    expect(error.code).to.equal('corrupt');
    expect(error.message).to.equal(
      `The store ${folder.file} is damaged: restore it from a backup, and check the disk.`,
    );
  });

  it('refuses another program’s database', async () => {
    raw().run('CREATE TABLE theirs (x)');
    expect((await openErrorOf(folder.open())).code).to.equal('not_a_store');
  });

  it('refuses a store of a newer version, and leaves it unchanged', async () => {
    await (await folder.open()).close();
    raw().get('PRAGMA user_version = 999');
    expect((await openErrorOf(folder.open())).code).to.equal('newer_version');
    expect(raw().get('PRAGMA user_version')).to.deep.equal([999]);
  });

  it('refuses a folder that cannot be written', async () => {
    const blocked = join(folder.path, 'blocked');
    writeFileSync(blocked, '');
    expect((await openErrorOf(folder.open({ file: join(blocked, 'store.db') }))).code).to.equal('unwritable');
    mkdirSync(join(folder.path, 'folder'));
    expect((await openErrorOf(folder.open({ file: join(folder.path, 'folder') }))).code).to.equal(
      'unwritable',
    );
  });

  it('leaves only the complete database file when it closes', async () => {
    const store = await folder.open();
    await write(store, [putItem(item('a'))]);
    await store.close();
    expect(statSync(`${folder.file}-wal`, { throwIfNoEntry: false })?.size ?? 0).to.equal(0);
  });

  it('gives up on a file that another process holds', async () => {
    const holder = raw();
    holder.run('BEGIN EXCLUSIVE');
    expect((await openErrorOf(folder.open({ busyLimitMs: 100 }))).code).to.equal('locked');
    holder.run('ROLLBACK');
  });

  it('refuses kinds with indistinguishable or invalid names', async () => {
    const kind = (name: string): AnyKind => ({ ...itemKind, name });
    for (const kinds of [[kind('a; DROP TABLE x')], [kind('same'), kind('same')]]) {
      const thrown = await folder.open({ kinds }).catch((error: unknown) => error);
      expect(thrown).to.be.instanceOf(TypeError);
    }
  });
});

describe('checking a store', () => {
  it('notices that the file was removed', async () => {
    const store = await folder.open();
    await store.check();
    renameSync(folder.file, `${folder.file}.moved`);
    const thrown = await store.check().catch((error: unknown) => error);
    expect(thrown).to.be.instanceOf(PortUnavailable).with.property('port', 'store');
  });
});

const kindWith = (declared: object): AnyKind => ({
  ...defineKind<Item>()({
    name: 'suite_item',
    scoping: 'environment',
    governed: true,
    idOf: ({ itemId }) => itemId,
    scopeOf: ({ tenantId, environmentId }) => ({ tenantId, environmentId }),
  }),
  ...declared,
});

const PLAIN = kindWith({ attributes: { name: text((record: Item) => record.name) } });
const RICHER = kindWith({
  attributes: {
    name: text((record: Item) => record.name),
    rank: integer((record: Item) => record.rank),
  },
  memberships: { tag: (record: Item) => record.tags },
  uniques: { code: (record: Item) => record.code },
  indexes: [['rank', 'name']],
});

const LATER: readonly Migration[] = [...MIGRATIONS, { number: MIGRATIONS.length + 1 }];
const EVEN_LATER: readonly Migration[] = [...LATER, { number: LATER.length + 1 }];

describe('a kind that changed its declaration', () => {
  const fill = async (records: readonly Item[], kind = PLAIN, migrations = MIGRATIONS): Promise<void> => {
    const store = await folder.open({ kinds: [kind], migrations });
    await write(
      store,
      records.map((record) => put(kind, record)),
    );
    await store.close();
  };

  const many = Array.from({ length: 1203 }, (_, i) =>
    item(`i${String(i).padStart(4, '0')}`, {
      rank: i % 10,
      tags: [`t${i % 3}`],
      code: i === 7 ? 'k' : null,
    }),
  );

  it('finds its old records by the new declaration', async () => {
    await fill(many);
    const store = await folder.open({ kinds: [RICHER], migrations: LATER });
    expect(await store.records.count(RICHER, HOME, { is: { rank: 3 } })).to.equal(120);
    expect(await store.records.count(RICHER, HOME, { has: { tag: 't1' } })).to.equal(401);
    expect(await store.records.count(RICHER, HOME, { is: { name: 'i0007' } })).to.equal(1);
    const clash = await commit(store, [put(RICHER, item('new', { code: 'k' }))]);
    expect(!clash.committed && clash.conflict.unique).to.equal('code');
  });

  it('is derived again when only its meaning changed', async () => {
    await fill([item('a', { name: 'Ada' })]);
    const lower = kindWith({ attributes: { name: text((record: Item) => record.name.toLowerCase()) } });
    const store = await folder.open({ kinds: [lower], migrations: LATER });
    expect(await store.records.count(lower, HOME, { is: { name: 'ada' } })).to.equal(1);
  });

  it('enforces a rule again that was dropped for a while', async () => {
    await fill([item('a', { code: 'k' })], RICHER);
    await fill([item('b', { code: 'x' })], PLAIN, LATER);
    const store = await folder.open({ kinds: [RICHER], migrations: EVEN_LATER });
    const clash = await commit(store, [put(RICHER, item('c', { code: 'x' }))]);
    expect(!clash.committed && clash.conflict.unique).to.equal('code');
  });

  it('is refused where its records break a new rule, and left as it was', async () => {
    await fill([item('a', { code: 'k' }), item('b', { code: 'k' })]);
    const opening = folder.open({ kinds: [RICHER], migrations: LATER });
    expect((await openErrorOf(opening)).code).to.equal('broken_rule');
    const store = await folder.open({ kinds: [PLAIN] });
    expect(await store.records.count(PLAIN, HOME, { is: { name: 'b' } })).to.equal(1);
  });

  it('is left as it was by a step that fails', async () => {
    await fill(many);
    const steps = {
      [PLAIN.name]: (record: unknown) => {
        if ((record as Item).itemId === 'i1000') throw new TypeError('planted');
        return { ...(record as Item), name: 'changed' };
      },
    };
    const migrations = [...MIGRATIONS, { number: LATER.length, records: steps }];
    await folder.open({ kinds: [PLAIN], migrations }).catch((error: unknown) => error);
    const store = await folder.open({ kinds: [PLAIN] });
    expect(await store.records.count(PLAIN, HOME, { is: { name: 'changed' } })).to.equal(0);
    expect(await store.records.count(PLAIN, HOME)).to.equal(many.length);
  });

  it('costs nothing at start while it stays the same', async () => {
    await (await folder.open()).close();
    const watcher = raw();
    const before = watcher.get('PRAGMA data_version');
    await folder.open();
    expect(watcher.get('PRAGMA data_version')).to.deep.equal(before);
  });
});

describe('the indexes of a kind', () => {
  const planOf = (sql: string): string =>
    raw()
      .all(`EXPLAIN QUERY PLAN ${sql}`)
      .map(([, , , detail]) => detail)
      .join('; ');

  it('serve its lists without scans and sorts', async () => {
    const store = await folder.open();
    await write(store, [putItem(item('a'))]);
    const scope = "tenant_id = 'tenant_a' AND environment_id = 'production'";
    const listed = planOf(
      `SELECT doc FROM records_suite_item WHERE ${scope} AND a_status = 'x' ORDER BY a_name, id`,
    );
    expect(listed).to.contain('records_suite_item_by_a_status_a_name_id').and.not.contain('TEMP B-TREE');
    const paged = planOf(
      `SELECT doc FROM records_suite_item WHERE ${scope} AND a_rank >= 5 AND (a_rank > 5 OR id > 'x') ORDER BY a_rank, id`,
    );
    expect(paged).to.contain('records_suite_item_by_a_rank_id').and.not.contain('TEMP B-TREE');
    const found = planOf(`SELECT doc FROM records_suite_item WHERE ${scope} AND id = 'x'`);
    expect(found).to.contain('USING INDEX').and.contain('id=?');
  });
});

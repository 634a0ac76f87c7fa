import { PortUnavailable } from '@govgate/ports';
import {
  anEvent,
  commit,
  HOME,
  item,
  itemKind,
  putItem,
  suiteKinds,
  verifyChain,
  write,
} from '@govgate/ports-testkit';
import { expect } from 'chai';
import { afterEach, beforeEach, describe, it } from 'mocha';
import { openLibsql } from './driver/libsql-driver.js';
import type { SqlDriver } from './driver/sql-driver.js';
import { KindTables } from './kinds/kind-table.js';
import { storeOn } from './open/store-on.js';
import { TempFolder } from './testing/temp-folder.js';

describe('a store whose disk fails', () => {
  let folder: TempFolder;
  let driver: SqlDriver;

  beforeEach(async () => {
    folder = new TempFolder();
    await (await folder.open()).close();
    driver = openLibsql(folder.file, 5);
  });

  afterEach(() => folder.dispose());

  const store = () => folder.keep(storeOn({ file: folder.file, driver, tables: new KindTables(suiteKinds) }));

  it('writes nothing of a group that finds the disk full, and works again when there is space', async () => {
    const opened = store();
    await write(opened, [putItem(item('before'))]);
    driver.get('PRAGMA max_page_count = 60');
    const large = { detail: { notes: ['x'.repeat(200_000)] } };
    const outcomes = await Promise.allSettled([
      // Small writes may fit into existing pages of the file.
      commit(opened, [putItem(item('a', large))]),
      commit(opened, [putItem(item('b', large))]),
    ]);
    expect(
      outcomes.map((reported) => reported.status === 'rejected' && reported.reason.reason),
    ).to.deep.equal(['disk_full', 'disk_full']);
    expect(await opened.records.count(itemKind, HOME)).to.equal(1);
    driver.get('PRAGMA max_page_count = 100000');
    await write(opened, [putItem(item('b', large))]);
    const { valid, events } = await verifyChain(opened, HOME.tenantId);
    expect({ valid, events }).to.deep.equal({ valid: true, events: 2 });
  });

  it('refuses changes while the trail refuses events, and names the trail as the cause', async () => {
    driver.run(
      "CREATE TRIGGER refuse BEFORE INSERT ON audit_events BEGIN SELECT RAISE(ABORT, 'planted'); END",
    );
    const opened = store();
    const thrown = await commit(opened, [putItem(item('a'))]).catch((error: unknown) => error);
    expect(thrown).to.be.instanceOf(PortUnavailable).with.property('port', 'audit');
    expect(await opened.records.get(itemKind, HOME, 'a')).to.equal(undefined);
    driver.run('DROP TRIGGER refuse');
    await write(opened, [putItem(item('a'))], { audit: [anEvent()] });
  });

  it('notices when it is read-only', async () => {
    const opened = store();
    driver.get('PRAGMA query_only = ON');
    const thrown = await opened.check().catch((error: unknown) => error);
    expect(thrown).to.be.instanceOf(PortUnavailable).with.property('port', 'store');
    driver.get('PRAGMA query_only = OFF');
    await opened.check();
  });
});

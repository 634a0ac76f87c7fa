import { statSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { dice, everyTrailListIsRight, growTrail, variedFilter, verifyChain } from '@govgate/ports-testkit';
import { expect } from 'chai';
import { afterEach, before, beforeEach, describe, it } from 'mocha';
import { bundledEntry } from '../../../tools/build/bundled-entry.js';
import { killAfterLines } from '../../../tools/build/kill-after-lines.js';
import { openLibsql } from './driver/libsql-driver.js';
import { derivedEventColumns } from './migrations/0009-derived-event-columns.js';
import { WITH_COPIES, writeOlderTrail } from './testing/older-trail.js';
import { TempFolder } from './testing/temp-folder.js';

const SCRIPT = fileURLToPath(new URL('./testing/migrating-process.ts', import.meta.url));
const TENANT = 'tenant_a';
const EVENTS = 3_000;
const ROWS =
  'SELECT row_no, tenant_id, sequence, text, hash, actor_id, outcome FROM audit_events ORDER BY row_no';

describe('a migration that writes the trail again', () => {
  let program: string;
  let folder: TempFolder;
  let newer: TempFolder;

  before(async () => {
    program = await bundledEntry(SCRIPT);
  });

  beforeEach(async () => {
    [folder, newer] = [new TempFolder(), new TempFolder()];
    const store = await newer.open();
    await growTrail(store, TENANT, { draw: dice(7), count: EVENTS });
    await store.close();
    writeOlderTrail(newer.file, folder.file);
  });

  afterEach(async () => {
    await folder.dispose();
    await newer.dispose();
  });

  const read = (sql: string, file = folder.file): unknown => {
    const driver = openLibsql(file, 5);
    try {
      return driver.prepare(sql).all();
    } finally {
      driver.close();
    }
  };

  it('leaves the store as it was wherever it is killed, and the next one migrates it whole', async () => {
    const rows = read(ROWS);
    expect(rows).to.have.lengthOf(EVENTS).and.to.deep.equal(read(ROWS, newer.file));
    const schema = read('SELECT name, sql FROM sqlite_schema ORDER BY name');
    let longestLog = 0;
    for (let statement = 1; statement <= derivedEventColumns.statements.length; statement += 1) {
      expect(await killAfterLines(program, [folder.file, String(statement)])).to.equal('SIGKILL');
      longestLog = Math.max(longestLog, statSync(`${folder.file}-wal`).size);
      expect(read('PRAGMA user_version')).to.deep.equal([[WITH_COPIES]]);
      expect(read('SELECT name, sql FROM sqlite_schema ORDER BY name')).to.deep.equal(schema);
      expect(read(ROWS)).to.deep.equal(rows);
    }
    // The new table was in the log already.
    expect(longestLog).to.be.above(1_000_000);
    const store = await folder.open();
    // No caller's commit has to write it back, or to cut it.
    expect(statSync(`${folder.file}-wal`).size).to.be.below(longestLog / 2);
    expect(read(ROWS)).to.deep.equal(rows);
    expect(await verifyChain(store, TENANT)).to.include({ valid: true });
    const roll = dice(11);
    const filters = Array.from({ length: 20 }, () => variedFilter(roll, EVENTS));
    expect(await everyTrailListIsRight(store, TENANT, filters)).to.be.above(0);
    expect(read('PRAGMA integrity_check')).to.deep.equal([['ok']]);
  }).timeout(60_000);
});

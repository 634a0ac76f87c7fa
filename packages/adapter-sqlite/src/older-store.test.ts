import { readFileSync } from 'node:fs';
import { ALL_KINDS } from '@govgate/ports';
import { everyListIsRight, everyTallyIsRight, verifyChain } from '@govgate/ports-testkit';
import { expect } from 'chai';
import { afterEach, beforeEach, describe, it } from 'mocha';
import { openLibsql } from './driver/libsql-driver.js';
import { TempFolder } from './testing/temp-folder.js';

// Written by the last version without stored forms (commit 61da97b), as the statements that create it.
const STATEMENTS = JSON.parse(
  readFileSync(new URL('./testing/store-before-forms.json', import.meta.url), 'utf8'),
) as string[];

describe('an embedded store from before stored forms', () => {
  let folder: TempFolder;

  beforeEach(() => {
    folder = new TempFolder();
    const driver = openLibsql(folder.file, 5);
    for (const statement of STATEMENTS)
      if (statement.startsWith('PRAGMA')) driver.prepare(statement).get();
      else driver.prepare(statement).run();
    driver.close();
  });

  afterEach(() => folder.dispose());

  const open = () => folder.open({ kinds: ALL_KINDS });

  it('opens, and every list is right before anything was rebuilt', async () => {
    const store = await open();
    expect((await store.projections.behind()).length).to.equal(13);
    let lists = 0;
    for (const kind of ALL_KINDS) lists += await everyListIsRight(store, kind);
    for (const kind of ALL_KINDS) await everyTallyIsRight(store, kind);
    expect(lists).to.equal(76);
    expect((await verifyChain(store, 'acme')).valid).to.equal(true);
  });

  it('keeps the rows of its trail, of which what is filtered by follows from the texts from now on', async () => {
    const trail =
      'SELECT row_no, tenant_id, sequence, text, hash, actor_id, correlation_id FROM audit_events ORDER BY row_no';
    const rows = (): unknown => {
      const driver = folder.keep(openLibsql(folder.file, 5));
      return driver.prepare(trail).all();
    };
    const before = rows();
    await (await open()).close();
    expect(rows()).to.deep.equal(before);
  });

  for (const [what, change] of [
    ['a text that is none', "text = 'no event' WHERE sequence = 7"],
    ['bytes as a text', 'text = CAST(text AS BLOB) WHERE sequence = 7'],
    ['a text twice', 'text = (SELECT text FROM audit_events WHERE sequence = 6) WHERE sequence = 7'],
  ])
    it(`opens with ${what} in its trail, and names the place`, async () => {
      const driver = openLibsql(folder.file, 5);
      driver.prepare(`UPDATE audit_events SET ${change}`).run();
      driver.close();
      const { firstInvalid } = await verifyChain(await open(), 'acme');
      expect(firstInvalid?.sequence).to.equal(7);
    });

  it('is rebuilt, and every list is right', async () => {
    const store = await open();
    for (const { kind } of await store.projections.behind())
      while ((await store.projections.step(kind, 7)) > 0);
    expect(await store.projections.behind()).to.deep.equal([]);
    for (const kind of ALL_KINDS) await everyListIsRight(store, kind);
    await store.close();
    expect(await (await open()).projections.behind()).to.deep.equal([]);
  });
});

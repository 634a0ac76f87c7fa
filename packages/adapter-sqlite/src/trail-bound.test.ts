import { expect } from 'chai';
import { after, before, describe, it } from 'mocha';
import { openLibsql } from './driver/libsql-driver.js';
import type { SqlDriver } from './driver/sql-driver.js';
import { conditionsAlong } from './read/trail-page.js';
import { TempFolder } from './testing/temp-folder.js';

const TENANT = 'tenant_a';
const LATER = '2026-01-02T00:00:00.000Z';

describe('the place from which the embedded store reads its trail', () => {
  const folder = new TempFolder();
  let driver: SqlDriver;

  before(async () => {
    const store = await folder.open();
    const oldest = { level: 8, place: 0, hash: 'AA==', latest: '2026-01-01T00:00:00.000Z' } as const;
    const checkpoint = { tenantId: TENANT, size: 256, keyId: 'aaaaaaaa', note: 'n' };
    await store.auditTrail.addCheckpoint(checkpoint, [oldest]);
    driver = openLibsql(folder.file, 5);
  });

  after(async () => {
    driver.close();
    await folder.dispose();
  });

  const lowerBounds = (from: string | undefined, behind: number | undefined) =>
    conditionsAlong(
      driver,
      { tenantId: TENANT, filter: from === undefined ? {} : { from }, path: undefined },
      { after: behind },
    )
      .along.filter(({ sql }) => sql.includes('sequence >'))
      .flatMap(({ values }) => values);

  it('is one bound, the later of a time and of the page before', () => {
    expect(lowerBounds(undefined, undefined)).to.deep.equal([0]);
    expect(lowerBounds(undefined, 7)).to.deep.equal([7]);
    expect(lowerBounds(LATER, undefined)).to.deep.equal([256]);
    expect(lowerBounds(LATER, 7)).to.deep.equal([256]);
    expect(lowerBounds(LATER, 270)).to.deep.equal([270]);
  });
});

import { EVENT_COLUMNS } from '@govgate/domain';
import { openLibsql } from '../driver/libsql-driver.js';
import { allMigrations } from '../migrations/all-migrations.js';
import { migrate } from '../open/migrate.js';

/** The last version whose trail kept its columns apart from the texts. */
export const WITH_COPIES = 8;

const COLUMNS = ['row_no', 'tenant_id', 'sequence', 'text', 'hash', ...EVENT_COLUMNS].join(', ');

/** Writes the trail of a store into a new file, as the last version whose columns were copies kept it. */
export const writeOlderTrail = (file: string, older: string): void => {
  const driver = openLibsql(older, 5);
  try {
    migrate(driver, older, { migrations: allMigrations.filter(({ number }) => number <= WITH_COPIES) });
    driver.prepare('ATTACH ? AS newer').run([file]);
    for (const sql of [
      `INSERT INTO audit_events (${COLUMNS}) SELECT ${COLUMNS} FROM newer.audit_events`,
      'INSERT INTO tenant_heads SELECT * FROM newer.tenant_heads',
    ])
      driver.prepare(sql).run();
  } finally {
    driver.close();
  }
};

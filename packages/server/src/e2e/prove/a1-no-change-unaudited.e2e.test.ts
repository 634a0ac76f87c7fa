import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openFaultySqlite } from '../../testing/faults/faulty-audit-store.js';
import { holdAuditedChanges } from '../../testing/faults/hold-audited-changes.js';
import { dumpSqlite } from '../../testing/stores/sqlite-dump.js';

describe('A1: no change without its audit event', () => {
  holdAuditedChanges('SQLite', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'govgate-a1-'));
    const file = join(folder, 'govgate.db');
    return {
      faulty: await openFaultySqlite(file),
      dump: async () => dumpSqlite(file),
      dispose: async () => rmSync(folder, { recursive: true, force: true }),
    };
  });
});

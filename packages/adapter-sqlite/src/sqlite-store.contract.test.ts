import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { GovernanceStore } from '@govgate/ports';
import { runStoreSuite, SMALL_TRAIL_LEVELS, suiteKinds } from '@govgate/ports-testkit';
import { describe, it } from 'mocha';
import { openSqliteStore, type SqliteStoreOptions } from './open/open-sqlite-store.js';

runStoreSuite({ describe, it }, 'the SQLite store', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'govgate-sqlite-'));
  const opened: GovernanceStore[] = [];
  const open = async (kinds = suiteKinds, options: Partial<SqliteStoreOptions> = {}) => {
    const store = await openSqliteStore({ file: join(folder, 'store.db'), kinds, ...options });
    opened.push(store);
    return store;
  };
  return {
    store: await open(),
    reopen: (kinds) => open(kinds),
    unindexed: async () => ({
      writer: await open(suiteKinds, { trailLevels: [] }),
      reader: await open(suiteKinds, { trailLevels: SMALL_TRAIL_LEVELS, listWaitsMs: 0 }),
    }),
    dispose: async () => {
      for (const store of opened) await store.close();
      rmSync(folder, { recursive: true });
    },
  };
});

import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { GovernanceStore } from '@govgate/ports';
import { runStoreSuite, type StoreVersion, suiteKinds } from '@govgate/ports-testkit';
import { describe, it } from 'mocha';
import { openSqliteStore } from './open/open-sqlite-store.js';

runStoreSuite({ describe, it }, 'the SQLite store', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'govgate-sqlite-'));
  const opened: GovernanceStore[] = [];
  const open = async (version?: StoreVersion) => {
    const store = await openSqliteStore({ file: join(folder, 'store.db'), kinds: suiteKinds, ...version });
    opened.push(store);
    return store;
  };
  return {
    store: await open(),
    reopen: open,
    dispose: async () => {
      for (const store of opened) await store.close();
      rmSync(folder, { recursive: true });
    },
  };
});

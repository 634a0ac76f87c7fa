import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { GovernanceStore } from '@govgate/ports';
import { suiteKinds } from '@govgate/ports-testkit';
import { openSqliteStore, type SqliteStoreOptions } from '../open/open-sqlite-store.js';

/** A folder for one test, with everything opened in it; `dispose` closes and removes all. */
export class TempFolder {
  readonly path = mkdtempSync(join(tmpdir(), 'govgate-sqlite-'));
  readonly file = join(this.path, 'store.db');
  readonly #opened: { close(): unknown }[] = [];

  async open(options: Partial<SqliteStoreOptions> = {}): Promise<GovernanceStore> {
    return this.keep(await openSqliteStore({ file: this.file, kinds: suiteKinds, ...options }));
  }

  /** Also closes something at the end. */
  keep<T extends { close(): unknown }>(opened: T): T {
    this.#opened.push(opened);
    return opened;
  }

  async dispose(): Promise<void> {
    for (const opened of this.#opened) await opened.close();
    rmSync(this.path, { recursive: true, force: true });
  }
}

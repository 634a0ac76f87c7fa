import { ALL_KINDS } from '@govgate/ports';
import { openLibsql } from '../driver/libsql-driver.js';
import { KindTables } from '../kinds/kind-table.js';
import { storeOn } from '../open/store-on.js';
import { listening, planOf, type SeenStatement, stepsOf } from './listening-driver.js';
import { TempFolder } from './temp-folder.js';

/** A store of every kind that records the queries to its database. */
export interface ListenedStore {
  readonly store: ReturnType<typeof storeOn>;
  /** The plans of the queries since the last call that match a filter, by their SQL; it is an error if there are none. */
  readonly plansOf: (takes: (sql: string) => boolean) => string[];
  /** The same of the steps that the engine takes for them. */
  readonly stepsOf: (takes: (sql: string) => boolean) => string[];
  /** The names of a table's indexes. */
  readonly indexesOf: (table: string) => string[];
  readonly dispose: () => Promise<void>;
}

export const openListenedStore = async (): Promise<ListenedStore> => {
  const folder = new TempFolder();
  await (await folder.open({ kinds: ALL_KINDS })).close();
  const driver = openLibsql(folder.file, 5);
  const statements: SeenStatement[] = [];
  const tables = new KindTables(ALL_KINDS);
  const store = storeOn({ file: folder.file, driver: listening(driver, statements), tables });
  const taken = (takes: (sql: string) => boolean): SeenStatement[] => {
    const these = statements.splice(0).filter(({ sql }) => takes(sql));
    if (these.length === 0) throw new Error('nothing of that kind was asked');
    return these;
  };
  return {
    store,
    plansOf: (takes) => taken(takes).map((one) => planOf(driver, one)),
    stepsOf: (takes) => taken(takes).map((one) => stepsOf(driver, one)),
    indexesOf: (table) =>
      driver
        .all('SELECT name FROM pragma_index_list(?) ORDER BY name', [table])
        .map(([name]) => name as string),
    dispose: async () => {
      await store.close();
      await folder.dispose();
    },
  };
};

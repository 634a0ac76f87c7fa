// A separate process that migrates a store and kills itself before one of the statements: `migrating-process.ts <file> <statement>`. It keeps few
// pages in memory, so that most of what it has written lies in the log by then, as it does with a long trail.
import { openLibsql } from '../driver/libsql-driver.js';
import { migrate } from '../open/migrate.js';
import { guard } from '../open/open-file.js';

const [, , file = '', last = ''] = process.argv;
const driver = openLibsql(file, 5);
driver.prepare('PRAGMA journal_mode = WAL').get();
guard(driver, 64);
let statements = 0;
const killing = (work: () => number): number => {
  statements += 1;
  if (statements === Number(last)) process.kill(process.pid, 'SIGKILL');
  return work();
};
migrate(
  {
    ...driver,
    transaction: (mode, work) => driver.transaction(mode, work),
    prepare: (sql) => {
      const statement = driver.prepare(sql);
      return { ...statement, run: (values) => killing(() => statement.run(values)) };
    },
  },
  file,
);
driver.close();
process.stdout.write(`${statements}\n`);

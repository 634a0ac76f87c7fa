// A separate process that indexes a trail: `index-process.ts <file> <tenant>`. It says after each step that it is made.
import { suiteKinds } from '@govgate/ports-testkit';
import { openSqliteStore } from '../open/open-sqlite-store.js';
import { SMALL_LEVELS } from './indexed-ranges.js';

const [, , file = '', tenantId = ''] = process.argv;

const store = await openSqliteStore({
  file,
  kinds: suiteKinds,
  trailLevels: SMALL_LEVELS,
  failpoint: (name) => {
    if (name === 'after_commit') process.stdout.write('made\n');
  },
});
await store.auditTrail.index(tenantId);
await store.close();

// A separate process that indexes a trail: `index-process.ts <file> <tenant>`. It says after each step that it is made.
import { SMALL_TRAIL_LEVELS, suiteKinds } from '@govgate/ports-testkit';
import { openSqliteStore } from '../open/open-sqlite-store.js';

const [, , file = '', tenantId = ''] = process.argv;

const store = await openSqliteStore({
  file,
  kinds: suiteKinds,
  trailLevels: SMALL_TRAIL_LEVELS,
  failpoint: (name) => {
    if (name === 'after_commit') process.stdout.write('made\n');
  },
});
await store.auditTrail.index(tenantId);
await store.close();

// A separate process that writes into a store: `writer-process.ts <file> race|load <name>`. It waits for a line on
// stdin, so that several start together, and answers with lines on stdout.
import { once } from 'node:events';
import type { CommitOutcome, GovernanceStore } from '@govgate/ports';
import { anEvent, type Item, item, putItem, suiteKinds } from '@govgate/ports-testkit';
import { openSqliteStore } from '../open/open-sqlite-store.js';
import { RACED_RECORDS } from './raced-records.js';

const [, , file = '', task = '', name = ''] = process.argv;

let made = 0;

const write = (store: GovernanceStore, record: Item): Promise<CommitOutcome> => {
  made += 1;
  return store.unitOfWork.commit({
    changes: [putItem(record)],
    audit: [
      anEvent({
        auditEventId: `evt_${name}_${made}`,
        tenantId: record.tenantId,
        environmentId: record.environmentId,
        resource: { resourceType: 'policy', resourceId: record.itemId, version: null },
      }),
    ],
  });
};

const say = (line: string): void => {
  process.stdout.write(`${line}\n`);
};

/** Tries to create the same records as the other processes, and says which it won. */
const race = async (store: GovernanceStore): Promise<void> => {
  for (let first = 0; first < RACED_RECORDS; first += 5)
    await Promise.all(
      Array.from({ length: 5 }, async (_, offset) => {
        const id = `raced_${first + offset}`;
        if ((await write(store, item(id, { ownerTeam: name }))).committed) say(id);
      }),
    );
};

/** Writes forever, and prints what was acknowledged. */
const load = async (store: GovernanceStore): Promise<void> => {
  const client = async (number: number): Promise<void> => {
    for (let round = 0; ; round += 1) {
      const id = `load_${number}_${round}`;
      await write(store, item(id, { detail: { notes: ['x'.repeat(2_000)] } }));
      say(id);
    }
  };
  await Promise.all(Array.from({ length: 8 }, (_, number) => client(number)));
};

await once(process.stdin, 'data');
const store = await openSqliteStore({ file, kinds: suiteKinds });
await (task === 'race' ? race(store) : load(store));
await store.close();
// It ends by itself, as a command does: only then is the file really closed.
process.stdin.destroy();

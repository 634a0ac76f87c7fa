// A process of its own that commits and imports tallied records, several at once, and says a line for each:
// `tallies-process.ts <file> <seed>`.
import { openSqliteStore } from '@govgate/adapter-sqlite';
import { ALL_KINDS } from '@govgate/ports';
import fc from 'fast-check';
import { uuidIdSource } from '../../system/uuid-id-source.js';
import { anyTalliedWork, doTalliedWork } from './tallied-work.js';

const CLIENTS = 4;
const EACH = 40;

const [, , file = '', seed = '0'] = process.argv;
const store = await openSqliteStore({ file, kinds: ALL_KINDS });
const all = fc.sample(anyTalliedWork, { seed: Number(seed), numRuns: CLIENTS * EACH });

const client = async (number: number): Promise<void> => {
  for (const work of all.slice(number * EACH, (number + 1) * EACH)) {
    const report = await doTalliedWork(store, uuidIdSource, work);
    // Somebody may always write in between.
    const wrong = report?.problems.filter(({ reasonCode }) => reasonCode !== 'conflict') ?? [];
    if (wrong.length > 0) throw new Error(JSON.stringify(wrong));
    console.log('done');
  }
};

await Promise.all(Array.from({ length: CLIENTS }, (_, number) => client(number)));
await store.close();

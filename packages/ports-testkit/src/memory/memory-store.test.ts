import { describe, it } from 'mocha';
import { runStoreSuite } from '../suite/store-suite.js';
import { createMemoryData } from './memory-data.js';
import { createMemoryStore } from './memory-store.js';

runStoreSuite({ describe, it }, 'the memory store', async () => {
  const data = createMemoryData();
  return {
    store: createMemoryStore({ data }),
    reopen: async (version) => createMemoryStore({ data, ...version }),
    dispose: async () => undefined,
  };
});

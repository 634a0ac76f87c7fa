import { describe, it } from 'mocha';
import { runStoreSuite } from '../suite/store-suite.js';
import { suiteKinds } from '../suite/suite-kinds.js';
import { createMemoryData } from './memory-data.js';
import { createMemoryStore } from './memory-store.js';

runStoreSuite({ describe, it }, 'the memory store', async () => {
  const data = createMemoryData();
  return {
    store: createMemoryStore({ data, kinds: suiteKinds }),
    reopen: async (kinds = suiteKinds) => createMemoryStore({ data, kinds }),
    dispose: async () => undefined,
  };
});

export { faultyStores } from './faulty/faulty-stores.js';
export { type ManualClock, manualClock } from './manual-clock.js';
export { createMemoryData, type MemoryData } from './memory/memory-data.js';
export { createMemoryStore } from './memory/memory-store.js';
export { expectNoticed, faultyQueues } from './queue-suite/faulty-queues.js';
export { runQueueSuite } from './queue-suite/queue-suite.js';
export { sequentialIds } from './sequential-ids.js';
export type { StoreVersion } from './suite/bench.js';
export { anEvent, aRevocation, commit, put, putItem, removal, write } from './suite/bench.js';
export { verifyChain } from './suite/cases/audit-cases.js';
export { type DeclaredList, declaredLists } from './suite/declared-lists.js';
export { everyTrailListIsRight } from './suite/every-trail-list.js';
export { runStoreSuite, storeCases } from './suite/store-suite.js';
export {
  beatKind,
  ELSEWHERE,
  FOREIGN,
  HOME,
  type Item,
  item,
  itemKind,
  suiteKinds,
} from './suite/suite-kinds.js';
export { variedFilter } from './suite/varied-trail.js';
export { sealed, trailEvent, trailEvents } from './tampering/sample-trail.js';
export { dice, TAIL_TAMPERINGS, TAMPERINGS, type Tampering } from './tampering/tamperings.js';

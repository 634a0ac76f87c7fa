export * from './manual-clock.js';
export { createMemoryData, type MemoryData } from './memory/memory-data.js';
export * from './memory/memory-store.js';
export * from './sequential-ids.js';
export * from './suite/bench.js';
export * from './suite/cases/audit-cases.js';
export * from './suite/expect.js';
export * from './suite/store-suite.js';
export * from './suite/suite-kinds.js';

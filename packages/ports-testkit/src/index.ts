export * from './manual-clock.js';
export { createMemoryData, type MemoryData } from './memory/memory-data.js';
export * from './memory/memory-store.js';
export * from './sequential-ids.js';

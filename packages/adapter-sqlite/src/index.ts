export * from './open/open-sqlite-store.js';
export * from './open/store-open-error.js';
export type { Failpoint, FailpointName } from './write/failpoint.js';

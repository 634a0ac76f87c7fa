export type { Failpoint, FailpointName } from './group-commit.js';
export * from './open-mongo-store.js';
export type { LoadOrCreateServerKeys } from './server-keys.js';
export { type StoreOpenCode, StoreOpenError } from './store-open-error.js';
export type { MongoStore, StoreOverOptions } from './store-over.js';

export { type MongoStoreOptions, openMongoStore } from './open-mongo-store.js';
export { StoreOpenError } from './store-open-error.js';
export type { MongoStore } from './store-over.js';

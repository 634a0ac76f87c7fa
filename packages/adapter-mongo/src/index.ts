export { type MongoStoreOptions, openMongoStore } from './open/open-mongo-store.js';
export { StoreOpenError } from './open/store-open-error.js';
export type { MongoStore } from './open/store-over.js';
